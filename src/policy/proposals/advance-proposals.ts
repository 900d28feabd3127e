import { shortenPath } from "../../bank/shorten.ts";
import type {
  AnsweredQuestion,
  Docs,
  Grant,
  Offer,
  ProposalNews,
  Proposals,
} from "../../proposal-types.ts";
import type { Session, SessionEvent } from "../../types.ts";
import { classifyReply } from "./classify-reply.ts";
import { isSameDoc } from "./find-docs.ts";
import { asksUser, findOffer, offerKey } from "./find-offer.ts";
import { findRequest } from "./find-request.ts";
import { asksForPlan, findAskedSave, readAnswer } from "./read-answer.ts";

/** What the reminder is remembered by. */
export const REMINDER = "offer-to-save";
/** A session that offers, writes or plans more than this forgets the oldest: state stays bounded. */
const MOST_REMEMBERED = 200;
const LONGEST_TARGET = 200;
const NAMES_BANK = /memory[ -]?bank|memory\.md|记忆库/i;
const NAMES_PLAN =
  /\bapply (?:the |that |this )?(?:plan|refresh)\b|(?:执行|应用).{0,2}(?:计划|刷新)/i;

export const NEW_PROPOSALS: Proposals = {
  hasUser: false,
  isQuiet: false,
  changed: [],
  settledFiles: [],
  pending: undefined,
  repeated: undefined,
  grants: [],
  written: [],
  offered: [],
  plan: undefined,
  planned: [],
};

/** Where proposals stand after an event, and what it did to them. */
export interface ProposalStep {
  readonly state: Proposals;
  readonly news?: ProposalNews | undefined;
}

/** Offered → confirmed, declined or ignored → written. A compaction changes nothing of it. */
export function advanceProposals(state: Proposals, event: SessionEvent): ProposalStep {
  switch (event.kind) {
    case "user-spoke":
      return hear(state, event.text);
    case "turn-ended":
      return endTurn(state, event.text);
    case "question-answered":
      return takeAnswer(state, event);
    case "file-written":
      return { state: { ...state, changed: remember(state.changed, [event.path]) } };
    case "doc-written": {
      const { doc } = event;
      const isNews = openGrants(state).some(({ docs }) => isApproved(docs, doc));
      const written = remember(state.written, [doc]);
      const news = isNews ? newsOf("written", doc) : undefined;
      return { state: { ...state, written, isQuiet: true }, news };
    }
    case "plan-made": {
      const plan = { id: event.plan, isAgreed: false };
      return toPending({ ...state, plan }, "plan");
    }
    case "plan-applied": {
      const planned = remember(state.planned, event.docs);
      return { state: { ...state, plan: undefined, pending: undefined, planned, isQuiet: true } };
    }
    case "told": {
      if (event.topic !== REMINDER) return { state };
      const settledFiles = remember(state.settledFiles, state.changed);
      const news = newsOf("reminded", state.changed.at(-1) ?? "");
      return { state: { ...state, settledFiles, isQuiet: true }, news };
    }
    default:
      return { state };
  }
}

/** One message answers what is pending or ignores it, and may ask for a save of its own. */
function hear(before: Proposals, text: string): ProposalStep {
  const { pending, plan } = before;
  const reply = classifyReply(text);
  const isNo = reply === "decline";
  const isYes = reply === "confirm" || reply === "mixed";
  const request = isNo ? undefined : isYes && /mb:write/i.test(text) ? "any" : findRequest(text);
  const isOfBank = reply !== "unrelated" || NAMES_BANK.test(text) || request !== undefined;
  let state: Proposals = {
    ...before,
    hasUser: true,
    isQuiet: pending !== undefined || isOfBank,
    changed: [],
    settledFiles: isNo ? remember(before.settledFiles, before.changed) : before.settledFiles,
    pending: undefined,
    repeated: isYes ? undefined : before.repeated,
    // The agent writes in the turn of the yes or in the next, where something had to be cleared up first.
    grants: openGrants(before).flatMap((each) =>
      isNo || each.isOld ? [] : { ...each, isOld: true },
    ),
    written: [],
    plan: plan && { ...plan, isAgreed: false },
  };
  const asked = pending ?? (NAMES_PLAN.test(text) ? "plan" : undefined);
  if (isYes && asked !== undefined) state = agree(state, asked, reply === "mixed");
  // "Yes, save it to the memory bank" says yes to the offer; only another doc that it names is more than that.
  const isMore = request !== "any" || !isYes || typeof pending !== "object";
  if (request !== undefined && isMore) state = agree(state, { docs: request, content: undefined });
  const answer = isYes ? "confirmed" : isNo ? "declined" : "ignored";
  return { state, news: pending && newsOf(answer, targetOf(pending, before)) };
}

/** What the user chose or typed in the host's own question. */
function takeAnswer(before: Proposals, answered: AnsweredQuestion): ProposalStep {
  const { question } = answered;
  const asked = asksForPlan(question, before) ? "plan" : findAskedSave(question);
  if (asked === undefined) return { state: before };
  const state = { ...before, isQuiet: true };
  const reply = readAnswer(answered);
  if (reply === "unrelated") return { state };
  if (reply === "decline")
    return { state: { ...state, grants: [] }, news: newsOf("declined", "question") };
  return { state: agree(state, asked), news: newsOf("confirmed", "question") };
}

/** What the agent's last message asks for waits for the user's next one, until the agent asks for something else. */
function endTurn(state: Proposals, text: string): ProposalStep {
  const { pending, offered } = state;
  const offer = findOffer(text);
  if (offer === undefined) {
    if (asksForPlan(text, state)) return pending === "plan" ? { state } : toPending(state, "plan");
    return { state: asksUser(text) ? { ...state, pending: undefined } : state };
  }
  const key = offerKey(offer);
  // The host may tell of the same message twice.
  if (typeof pending === "object" && key === offerKey(pending)) return { state };
  const repeated = offered.includes(key) ? offer : undefined;
  return toPending({ ...state, repeated, offered: remember(offered, [key]) }, offer);
}

function toPending(state: Proposals, pending: Offer | "plan"): ProposalStep {
  const next = { ...state, pending, isQuiet: true };
  return { state: next, news: newsOf("offered", targetOf(pending, state)) };
}

function agree(
  state: Proposals,
  asked: Pick<Grant, "docs" | "content"> | "plan",
  isMixed = false,
): Proposals {
  const { plan, grants } = state;
  if (asked === "plan") return { ...state, plan: plan && { ...plan, isAgreed: true } };
  const { docs, content } = asked;
  return { ...state, grants: [...grants, { docs, content, isMixed, isOld: false }] };
}

/** Targets are the agent's words: of any length. */
function newsOf(state: ProposalNews["state"], target: string): ProposalNews {
  return { state, target: shortenPath(target, LONGEST_TARGET) };
}

function targetOf(asked: Offer | "plan", { plan }: Proposals): string {
  return asked === "plan" ? `plan ${plan?.id}` : asked.docs.join(", ");
}

function remember(known: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...known, ...more])].slice(-MOST_REMEMBERED);
}

/** The proposals that count for a session: those of the session that the user speaks in. */
export function proposalsOf(session: Session): Proposals {
  return session.parent === undefined ? session.proposals : proposalsOf(session.parent);
}

/** The docs that may be written: by a confirmed offer, by request, or by a plan that was applied. */
export function approvedOf({ grants, planned }: Proposals): Docs {
  if (grants.some(({ docs }) => docs === "any")) return "any";
  return [...grants.flatMap(({ docs }) => docs), ...planned];
}

/** The latest offer that the user has confirmed and nobody has written whole. */
export function confirmedOf(proposals: Proposals): Grant | undefined {
  return openGrants(proposals).findLast(({ content }) => content !== undefined);
}

/** Those with docs that still wait to be written, and these docs. */
function openGrants({ grants, written }: Proposals): Grant[] {
  return grants
    .map((grant) => ({ ...grant, docs: unwritten(grant, written) }))
    .filter(({ docs }) => docs.length > 0);
}

/** Whether a write to the doc is among what was approved. Whoever adds a doc adds its row to the index beside it. */
export function isApproved(docs: Docs, doc: string): boolean {
  if (docs === "any") return true;
  return docs.some((target) => {
    const index = /^(?:.*\/)?details\/[^/]+\//.exec(target)?.[0];
    return isTarget(target, doc) || (index !== undefined && isSameDoc(`${index}index.md`, doc));
  });
}

/** The docs of a grant that still wait to be written; `any` waits for the first. */
function unwritten({ docs }: Grant, written: readonly string[]): Docs {
  if (docs === "any") return written.length > 0 ? [] : "any";
  return docs.filter((target) => !written.some((doc) => isTarget(target, doc)));
}

function isTarget(target: string, doc: string): boolean {
  const folder = doc.slice(0, doc.lastIndexOf("/") + 1);
  return isSameDoc(target, target.endsWith("/") && folder !== "" ? folder : doc);
}

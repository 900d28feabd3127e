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
import { asksUser, findOffer } from "./find-offer.ts";
import { findRequest } from "./find-request.ts";
import { asksForPlan, findAskedSave, readAnswer } from "./read-answer.ts";

/** What the reminder is remembered by. */
export const REMINDER = "offer-to-save";
/** A session that offers, writes or plans more than this forgets the oldest: state stays bounded. */
const MOST_REMEMBERED = 200;
const NAMES_BANK = /memory[ -]?bank|memory\.md|记忆库/i;
const NAMES_PLAN =
  /\bapply (?:the |that |this )?(?:plan|refresh)\b|(?:执行|应用).{0,2}(?:计划|刷新)/i;

export const NEW_PROPOSALS: Proposals = {
  hasUser: false,
  isQuiet: false,
  changed: [],
  settledFiles: [],
  pending: undefined,
  grants: [],
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
      const isNews = state.grants.some(({ open }) => isApproved(open, doc));
      const grants = state.grants.map((each) => ({ ...each, open: without(each.open, doc) }));
      const news = isNews ? ({ state: "written", target: doc } as const) : undefined;
      return { state: { ...state, grants, isQuiet: true }, news };
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
      const news = { state: "reminded", target: state.changed.at(-1) ?? "" } as const;
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
  const [isYes, isNo] = [reply === "confirm", reply === "decline"];
  const request = isNo ? undefined : isYes && /mb:write/i.test(text) ? "any" : findRequest(text);
  const isOfBank = reply !== "unrelated" || NAMES_BANK.test(text) || request !== undefined;
  let state: Proposals = {
    ...before,
    hasUser: true,
    isQuiet: pending !== undefined || isOfBank,
    changed: [],
    settledFiles: isNo ? remember(before.settledFiles, before.changed) : before.settledFiles,
    pending: undefined,
    // The agent writes in the turn of the yes or in the next, where something had to be cleared up first.
    grants: before.grants
      .filter(({ open, isOld }) => open.length > 0 && !isOld && !isNo)
      .map((each) => ({ ...each, docs: each.open, isOld: true })),
    plan: plan && { ...plan, isAgreed: false },
  };
  const asked = pending ?? (NAMES_PLAN.test(text) ? "plan" : undefined);
  if (isYes && asked !== undefined) state = agree(state, asked);
  // "Yes, save it to the memory bank" says yes to the offer; only another doc that it names is more than that.
  const isMore = request !== "any" || !isYes || typeof pending !== "object";
  if (request !== undefined && isMore) state = agree(state, { docs: request, content: undefined });
  const answer = isYes ? "confirmed" : isNo ? "declined" : "ignored";
  return { state, news: pending && { state: answer, target: targetOf(pending, before) } };
}

/** What the user chose or typed in the host's own question. */
function takeAnswer(before: Proposals, answered: AnsweredQuestion): ProposalStep {
  const { question } = answered;
  const asked = asksForPlan(question, before) ? "plan" : findAskedSave(question);
  if (asked === undefined) return { state: before };
  const state = { ...before, isQuiet: true };
  const reply = readAnswer(answered);
  if (reply === "unrelated") return { state };
  const target = "question";
  if (reply === "decline")
    return { state: { ...state, grants: [] }, news: { state: "declined", target } };
  return { state: agree(state, asked), news: { state: "confirmed", target } };
}

/** What the agent's last message asks for waits for the user's next one, until the agent asks for something else. */
function endTurn(state: Proposals, text: string): ProposalStep {
  const asked = findOffer(text) ?? (asksForPlan(text, state) ? "plan" : undefined);
  if (asked === undefined)
    return { state: asksUser(text) ? { ...state, pending: undefined } : state };
  // The host may tell of the same message twice.
  const isSame = JSON.stringify(asked) === JSON.stringify(state.pending);
  return isSame ? { state } : toPending(state, asked);
}

function toPending(state: Proposals, pending: Offer | "plan"): ProposalStep {
  const target = targetOf(pending, state);
  return { state: { ...state, pending, isQuiet: true }, news: { state: "offered", target } };
}

function agree(state: Proposals, asked: Pick<Grant, "docs" | "content"> | "plan"): Proposals {
  const { plan, grants } = state;
  if (asked === "plan") return { ...state, plan: plan && { ...plan, isAgreed: true } };
  const { docs, content } = asked;
  return { ...state, grants: [...grants, { docs, open: docs, content, isOld: false }] };
}

function targetOf(asked: Offer | "plan", { plan }: Proposals): string {
  return asked === "plan" ? `plan ${plan?.id}` : asked.docs.join(", ");
}

/** The latest ones stay known. */
export function remember(
  known: readonly string[],
  more: readonly string[],
  most = MOST_REMEMBERED,
): readonly string[] {
  return [...known.filter((each) => !more.includes(each)), ...more].slice(-most);
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
export function confirmedOf({ grants }: Proposals): Grant | undefined {
  return grants.findLast(({ content, open }) => content !== undefined && open.length > 0);
}

/** Whether a write to the doc is among what was approved. Whoever adds a doc adds its row to the index beside it. */
export function isApproved(docs: Docs, doc: string): boolean {
  if (docs === "any") return true;
  return docs.some((target) => {
    const index = /^(?:.*\/)?details\/[^/]+\//.exec(target)?.[0];
    return isTarget(target, doc) || (index !== undefined && isSameDoc(`${index}index.md`, doc));
  });
}

/** The docs that still wait to be written once this one is; `any` waits for the first. */
function without(open: Docs, doc: string): Docs {
  return open === "any" ? [] : open.filter((target) => !isTarget(target, doc));
}

function isTarget(target: string, doc: string): boolean {
  const folder = doc.slice(0, doc.lastIndexOf("/") + 1);
  return isSameDoc(target, target.endsWith("/") && folder !== "" ? folder : doc);
}

import { shortenPath } from "../../bank/shorten.ts";
import type { Docs, Grant, Offer, ProposalNews, Proposals } from "../../proposal-types.ts";
import type { SessionEvent } from "../../types.ts";
import { isApproved, unwritten } from "./approved.ts";
import { classifyReply, hasCommand } from "./classify-reply.ts";
import { WANTS_ANSWER, findOffer, offerKey } from "./find-offer.ts";
import { findRequest } from "./find-request.ts";
import { asksForPlan, findAskedOffer, readAnswer } from "./read-answer.ts";

/** What the reminder is remembered by. */
export const REMINDER = "offer-to-save";
/** A session that offers, writes or plans more than this forgets the oldest: state stays bounded. */
const MOST_REMEMBERED = 200;
const LONGEST_TARGET = 200;
const NAMES_BANK = /memory[ -]?bank|memory\.md|记忆库/i;
/** The user asks for the plan by its name, without having been asked. */
const APPLIES =
  /^(?:(?:yes|ok|okay|please|now)[, ]+)*(?:apply|run|execute) (?:the|that|this) (?:plan|refresh)\b|^[请就]?(?:执行|应用)(?:这个|该)?(?:计划|刷新)/i;

export const NEW_PROPOSALS: Proposals = {
  hasUser: false,
  isQuiet: false,
  changed: [],
  settledFiles: [],
  pending: undefined,
  repeated: undefined,
  grants: [],
  offered: [],
  plan: undefined,
  planned: [],
};

/** Where proposals stand after an event, and what it did to them. */
export interface ProposalStep {
  readonly state: Proposals;
  readonly news: ProposalNews | undefined;
}

/** Offered → confirmed, declined or ignored → written. A compaction changes nothing of it. */
export function advanceProposals(state: Proposals, event: SessionEvent): ProposalStep {
  const quietly = (next: Proposals): ProposalStep => ({ state: next, news: undefined });
  switch (event.kind) {
    case "user-spoke":
      return hear(state, event.text);
    case "turn-ended":
      return endTurn(state, event.text);
    case "question-answered":
      return hearAnswer(state, event);
    case "file-written":
      return quietly({ ...state, changed: remember(state.changed, [event.path]) });
    case "doc-written": {
      const grants = state.grants.map((grant) => markWritten(grant, event.doc));
      const isNews = grants.some((grant, index) => grant !== state.grants[index]);
      return {
        state: { ...state, grants, isQuiet: true },
        news: isNews ? newsOf("written", event.doc) : undefined,
      };
    }
    case "plan-made":
      return quietly({ ...state, plan: { id: event.plan, isNew: true }, isQuiet: true });
    case "plan-applied": {
      const grants = state.grants.filter(({ plan }) => plan === undefined);
      const planned = remember(state.planned, event.docs);
      return quietly({ ...state, plan: undefined, grants, planned, isQuiet: true });
    }
    case "told":
      if (event.topic !== REMINDER) return quietly(state);
      return {
        state: {
          ...state,
          isQuiet: true,
          settledFiles: remember(state.settledFiles, state.changed),
        },
        news: newsOf("reminded", state.changed.at(-1) ?? ""),
      };
    default:
      return quietly(state);
  }
}

/** One message answers the pending offer or ignores it, and may ask for a save of its own. */
function hear(state: Proposals, text: string): ProposalStep {
  const { pending, plan } = state;
  const reply = classifyReply(text);
  const isNo = reply === "decline";
  const isYes = pending !== undefined && (reply === "confirm" || reply === "mixed");
  const isCommand = hasCommand(text) && (reply === "confirm" || reply === "mixed");
  const request = isNo ? undefined : (findRequest(text) ?? (isCommand ? ANY : undefined));
  const grants = isNo ? [] : state.grants.flatMap(carryOver);
  if (isYes) grants.push(toGrant("offer", pending, reply === "mixed"));
  else if (plan !== undefined && APPLIES.test(text.trim()))
    grants.push(toGrant("request", { ...NOTHING, plan: plan.id }));
  // "Yes, save it to the memory bank" says yes to the offer; only another doc that it names is more than that.
  if (request !== undefined && !(isYes && request.docs === "any")) {
    grants.push({ ...toGrant("request", NOTHING), docs: request.docs });
  }
  const answer = isYes ? "confirmed" : isNo ? "declined" : "ignored";
  return {
    state: {
      ...state,
      hasUser: true,
      isQuiet:
        pending !== undefined ||
        reply !== "unrelated" ||
        NAMES_BANK.test(text) ||
        request !== undefined,
      changed: [],
      settledFiles: isNo ? remember(state.settledFiles, state.changed) : state.settledFiles,
      pending: undefined,
      repeated: isYes ? undefined : state.repeated,
      grants,
      plan: plan && { ...plan, isNew: false },
    },
    news: pending && newsOf(answer, targetOf(pending)),
  };
}

const ANY = { docs: "any" } as const;
const NOTHING: Offer = { targets: [], points: [] };

/** What the agent's last message asks for waits for the user's next one. */
function endTurn(state: Proposals, text: string): ProposalStep {
  const { plan, pending } = state;
  const isOfPlan = plan !== undefined && asksForPlan(text, plan);
  const offer = findOffer(text) ?? (isOfPlan ? { ...NOTHING, plan: plan.id } : undefined);
  if (offer === undefined) {
    // What was asked for stays asked for until the agent asks for something else.
    return {
      state: WANTS_ANSWER.test(text) ? { ...state, pending: undefined } : state,
      news: undefined,
    };
  }
  // The host may tell of the same message twice.
  if (pending !== undefined && keyOf(offer) === keyOf(pending)) return { state, news: undefined };
  const isRepeated = offer.plan === undefined && state.offered.includes(keyOf(offer));
  const offered = remember(state.offered, [keyOf(offer)]);
  return {
    state: {
      ...state,
      pending: offer,
      repeated: isRepeated ? offer : undefined,
      offered,
      isQuiet: true,
    },
    news: newsOf("offered", targetOf(offer)),
  };
}

/** An answer through the host's question tool counts as the user's words about what the question asks for. */
function hearAnswer(
  state: Proposals,
  asked: Extract<SessionEvent, { kind: "question-answered" }>,
): ProposalStep {
  const { plan } = state;
  const isOfPlan = plan !== undefined && asksForPlan(asked.question, plan);
  const offer = isOfPlan ? { ...NOTHING, plan: plan.id } : findAskedOffer(asked.question);
  if (offer === undefined) return { state, news: undefined };
  const { reply, docs } = readAnswer(asked);
  const next = { ...state, isQuiet: true };
  if (reply === "unrelated") return { state: next, news: undefined };
  if (reply === "decline") {
    return { state: { ...next, grants: [] }, news: newsOf("declined", "question") };
  }
  const grant = toGrant("offer", offer);
  const chosen: Docs = docs.length > 0 ? docs : offer.targets.length > 0 ? offer.targets : "any";
  const grants = [...state.grants, isOfPlan ? grant : { ...grant, docs: chosen }];
  return { state: { ...next, grants }, news: newsOf("confirmed", "question") };
}

function toGrant(by: Grant["by"], { targets, points, plan }: Offer, isMixed = false): Grant {
  return { by, docs: targets, plan, points, isMixed, written: [], isOld: false };
}

/** The agent writes in the turn of the yes or in the next, where something had to be cleared up first. */
function carryOver(grant: Grant): Grant[] {
  return grant.isOld || unwritten(grant).length === 0 ? [] : [{ ...grant, isOld: true }];
}

function markWritten(grant: Grant, doc: string): Grant {
  if (grant.written.includes(doc) || !isApproved(grant.docs, doc)) return grant;
  return { ...grant, written: [...grant.written, doc] };
}

/** Targets are the agent's words: of any length. */
function newsOf(state: ProposalNews["state"], target: string): ProposalNews {
  return { state, target: shortenPath(target, LONGEST_TARGET) };
}

function targetOf({ targets, plan }: Offer): string {
  return plan === undefined ? targets.join(", ") : `plan ${plan}`;
}

function keyOf(offer: Offer): string {
  return offer.plan ?? offerKey(offer);
}

function remember(known: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...known, ...more])].slice(-MOST_REMEMBERED);
}

import type { Docs, Grant, Offer, ProposalNews, Proposals } from "../../proposal-types.ts";
import type { SessionEvent } from "../../types.ts";
import { remember } from "../remember.ts";
import { type Reply, classifyReply } from "./classify-reply.ts";
import { NAMES_BANK, isSameDoc } from "./find-docs.ts";
import { ASKS_USER, findOffer } from "./find-offer.ts";
import { findRequest } from "./find-request.ts";
import { findAsked, findPlanOffer, readAnswer } from "./read-answer.ts";

/** The topic under which the session remembers that the reminder was told. */
export const REMINDER = "offer-to-save";

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

/** Offered → confirmed, declined or ignored → written. A compaction does not change proposals. */
export function advanceProposals(state: Proposals, event: SessionEvent): ProposalStep {
  switch (event.kind) {
    case "user-spoke":
      return hear(state, event.text);
    case "turn-ended":
      return endTurn(state, event.text);
    case "question-answered": {
      const asked = findAsked(event.question, state);
      if (asked === undefined) return { state };
      return take({ ...state, isQuiet: true }, asked, readAnswer(event));
    }
    case "file-written":
      return { state: { ...state, changed: remember(state.changed, [event.path]) } };
    case "doc-written": {
      const { doc } = event;
      // The first doc that is written uses up `any`.
      const without = (open: Docs) =>
        open === "any" ? [] : open.filter((each) => !isSameDoc(each, doc));
      const isNews = state.grants.some(({ open }) => isApproved(open, doc));
      const grants = state.grants.map((each) => ({ ...each, open: without(each.open) }));
      const news = isNews ? ({ state: "written", target: doc } as const) : undefined;
      return { state: { ...state, grants, isQuiet: true }, news };
    }
    case "plan-made": {
      const { plan } = event;
      return toPending({ ...state, plan }, { docs: [], content: undefined, plan });
    }
    case "plan-applied": {
      const planned = remember(state.planned, event.docs);
      const grants = state.grants.filter(({ plan }) => plan === undefined);
      const rest = { plan: undefined, pending: undefined, grants, planned, isQuiet: true };
      return { state: { ...state, ...rest } };
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

/** A user message answers the pending offer or ignores it, and may also ask for a save. */
function hear(before: Proposals, text: string): ProposalStep {
  const { pending } = before;
  const reply = classifyReply(text);
  const isNo = reply === "decline";
  const isYes = reply === "confirm";
  const request = isNo ? undefined : isYes && /mb:write/i.test(text) ? "any" : findRequest(text);
  const isOfBank = reply !== "unrelated" || NAMES_BANK.test(text) || request !== undefined;
  const heard: Proposals = {
    ...before,
    hasUser: true,
    isQuiet: pending !== undefined || isOfBank,
    changed: [],
    settledFiles: isNo ? remember(before.settledFiles, before.changed) : before.settledFiles,
    pending: undefined,
    // The agent may write in the turn of the yes, or in the next one if it had to ask something first.
    grants: before.grants
      .filter(({ open, isOld }) => open.length > 0 && !isOld && !isNo)
      .map((each) => ({ ...each, docs: each.open, isOld: true })),
  };
  // "Apply the plan", said later, is a yes to it.
  const asked = pending ?? (isYes ? findPlanOffer(`${text}?`, before) : undefined);
  const { state, news } = asked === undefined ? { state: heard } : take(heard, asked, reply);
  // "Yes, save it to the memory bank" confirms the offer; it asks for more only if it names another doc.
  const isMore = request !== "any" || !isYes || pending === undefined;
  if (request === undefined || !isMore) return { state, news };
  return { state: agree(state, { docs: request, content: undefined }), news };
}

const OUTCOMES = { confirm: "confirmed", decline: "declined", unrelated: "ignored" } as const;

/** Applies the user's reply to the offer that it answers. */
function take(state: Proposals, asked: Offer, reply: Reply): ProposalStep {
  const news = { state: OUTCOMES[reply], target: targetOf(asked) };
  if (reply === "confirm") return { state: agree(state, asked), news };
  return { state: reply === "decline" ? { ...state, grants: [] } : state, news };
}

/** An offer in the agent's last message stays pending until the user's next message, or until the agent asks again. */
function endTurn(state: Proposals, text: string): ProposalStep {
  const asked: Offer | undefined = findOffer(text) ?? findPlanOffer(text, state);
  if (asked === undefined)
    return { state: ASKS_USER.test(text) ? { ...state, pending: undefined } : state };
  // A plan has been pending since it was made.
  const isKnown = asked.plan !== undefined && asked.plan === state.pending?.plan;
  return isKnown ? { state } : toPending(state, asked);
}

function toPending(state: Proposals, pending: Offer): ProposalStep {
  const news = { state: "offered", target: targetOf(pending) } as const;
  return { state: { ...state, pending, isQuiet: true }, news };
}

function agree(state: Proposals, asked: Offer): Proposals {
  return { ...state, grants: [...state.grants, { ...asked, open: asked.docs, isOld: false }] };
}

function targetOf({ docs, plan }: Offer): string {
  return plan === undefined ? [docs].flat().join(", ") : `plan ${plan}`;
}

/** The latest offer that the user has confirmed and nobody has written whole. */
export function confirmedOf({ grants }: Proposals): Grant | undefined {
  return grants.findLast(({ content, open }) => content !== undefined && open.length > 0);
}

/** Whether the user approved a write to the doc. Approval of a doc covers its row in the folder's index. */
export function isApproved(docs: Docs, doc: string): boolean {
  if (docs === "any") return true;
  const folder = /^(.+\/)index\.md$/.exec(doc)?.[1];
  return docs.some(
    (each) => isSameDoc(each, doc) || (folder !== undefined && each.startsWith(folder)),
  );
}

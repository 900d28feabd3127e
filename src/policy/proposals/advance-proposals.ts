import { shortenPath } from "../../bank/shorten.ts";
import type {
  Docs,
  Grant,
  MomentKind,
  Offer,
  ProposalNews,
  Proposals,
  Quiet,
} from "../../proposal-types.ts";
import type { SessionEvent } from "../../types.ts";
import { classifyReply } from "./classify-reply.ts";
import { findMoments, reportsProblem } from "./find-moments.ts";
import { findAskedOffer, findOffer, offerKey } from "./find-offer.ts";
import { asksToApply, findPlanRequest } from "./find-plan.ts";
import { findRequest } from "./find-request.ts";
import { hasCommand, isAboutBank } from "./is-about-bank.ts";
import { isApproved, isWritten } from "./approved.ts";
import { isWorkflowFile } from "./is-workflow-file.ts";
import { asks, firstChoice } from "./questions.ts";
import { choosesAct, readAnswer } from "./read-answer.ts";
import { reminderOf } from "./select-proposals.ts";

/** What the reminder is remembered by. */
export const REMINDER = "offer-to-save";

/** A session that offers or plans more than this forgets the oldest: state stays bounded. */
const OFFERS_REMEMBERED = 100;
const DOCS_REMEMBERED = 1000;
const LONGEST_TARGET = 200;

export const NEW_PROPOSALS: Proposals = {
  hasUser: false,
  moments: [],
  isSpoken: false,
  hasProblem: false,
  quiet: undefined,
  pending: undefined,
  repeated: undefined,
  grants: [],
  offered: [],
  declined: [],
  plan: undefined,
  planned: [],
};

type QuestionAnswered = Extract<SessionEvent, { kind: "question-answered" }>;

/** Where proposals stand after an event, and what it did to them. */
export interface ProposalStep {
  readonly state: Proposals;
  readonly news: ProposalNews | undefined;
}

/** Idle → moment → offered → confirmed, declined or ignored → written. A compaction changes nothing of it. */
export function advanceProposals(state: Proposals, event: SessionEvent): ProposalStep {
  switch (event.kind) {
    case "user-spoke":
      return hear(state, event.text);
    case "turn-ended":
      return endTurn(state, event.text);
    case "question-answered":
      return hearAnswer(state, event);
    case "file-written": {
      if (isWorkflowFile(event.path)) return silently(withMoment(state, "workflow"));
      return silently(state.hasProblem ? withMoment(state, "lesson") : state);
    }
    case "structure-changed":
      return silently(withMoment(state, "workflow"));
    case "doc-written": {
      const grants = state.grants.map((grant) => markWritten(grant, event.doc));
      const isNews = grants.some((grant, index) => grant !== state.grants[index]);
      return {
        state: { ...state, grants, quiet: state.quiet ?? "written" },
        news: isNews ? newsOf("written", event.doc) : undefined,
      };
    }
    case "plan-made":
      return silently({ ...state, plan: { id: event.plan, isNew: true } });
    case "plan-applied":
      return silently({
        ...state,
        plan: undefined,
        grants: state.grants.filter(({ plans }) => plans.length === 0),
        planned: remember(state.planned, event.docs, DOCS_REMEMBERED),
        quiet: state.quiet ?? "written",
      });
    case "told":
      if (event.topic !== REMINDER) return silently(state);
      return { state: { ...state, quiet: state.quiet ?? "reminded" }, news: reminded(state) };
    default:
      return silently(state);
  }
}

function silently(state: Proposals): ProposalStep {
  return { state, news: undefined };
}

/** Targets are the agent's words: of any length. */
function newsOf(state: ProposalNews["state"], target: string): ProposalNews {
  return { state, target: shortenPath(target, LONGEST_TARGET) };
}

function newsOfOffer(state: ProposalNews["state"], { targets, plan }: Offer): ProposalNews {
  return newsOf(state, plan === undefined ? targets.join(", ") : `plan ${plan}`);
}

function reminded(state: Proposals): ProposalNews | undefined {
  const moment = reminderOf(state);
  return moment === undefined ? undefined : newsOf("reminded", moment);
}

/** One message decides the pending offer, and whether this turn may bring another. */
function hear(state: Proposals, text: string): ProposalStep {
  const { pending } = state;
  const reply = classifyReply(text, pending?.plan === undefined ? "save" : "plan");
  const moments = findMoments(text);
  const isYes = pending !== undefined && (reply === "confirm" || reply === "mixed");
  const isNo = reply === "decline";
  const request = isNo ? undefined : findRequest(text);
  const plans = isNo ? [] : findPlanRequest(text, state.plan?.id);
  const grants = isNo ? [] : state.grants.flatMap(carryOver);
  if (isYes) grants.push(grantOffer(pending, pending.targets, reply === "mixed"));
  if (plans.length > 0) grants.push({ ...newGrant("request", [], [], false), plans });
  // "Yes, save it to the bank" says yes to the offer; only another doc that it names is more than that.
  if (request !== undefined && !(isYes && request.docs === "any")) {
    grants.push(newGrant("request", request.docs, [], false));
  }
  const next: Proposals = {
    ...state,
    hasUser: true,
    moments,
    isSpoken: moments.length > 0,
    hasProblem: reportsProblem(text),
    quiet: quietAfter(),
    pending: undefined,
    plan: state.plan && { ...state.plan, isNew: false },
    repeated: isYes ? undefined : state.repeated,
    grants,
    declined: isNo ? withKey(state.declined, pending) : state.declined,
  };
  const answer = isYes ? "confirmed" : isNo ? "declined" : "ignored";
  const news = pending === undefined ? spokenReminder(next) : newsOfOffer(answer, pending);
  return { state: next, news };

  function quietAfter(): Quiet | undefined {
    if (hasCommand(text)) return "command";
    if (isNo && pending !== undefined) return "declined";
    if (isYes || isNo || reply === "confirm") return "answer";
    if (request !== undefined || plans.length > 0) return "asked-to-save";
    if (pending !== undefined) return "ignored-offer";
    return isAboutBank(text) ? "about-bank" : undefined;
  }
}

/** The user's words alone can bring a reminder: the turn's first request carries it. */
function spokenReminder(state: Proposals): ProposalNews | undefined {
  return state.isSpoken ? reminded(state) : undefined;
}

/** What was asked of the user stays asked for until the agent asks for something else. */
function endTurn(state: Proposals, text: string): ProposalStep {
  const offer = findOffer(text) ?? offerPlan(state, text);
  if (offer === undefined && !asks(text)) {
    return silently({ ...state, repeated: state.pending && state.repeated });
  }
  const key = offer && keyOf(offer);
  // The host may tell of the same message twice.
  const isSame = key !== undefined && state.pending !== undefined && key === keyOf(state.pending);
  if (isSame) return silently(state);
  const isRepeated = key !== undefined && state.offered.includes(key);
  return {
    state: {
      ...state,
      pending: offer,
      repeated: isRepeated ? offer : undefined,
      offered: withKey(state.offered, offer),
      quiet: offer === undefined ? state.quiet : (state.quiet ?? "offered"),
    },
    news: offer === undefined ? undefined : newsOfOffer("offered", offer),
  };
}

/** The plan of this session, where the agent's words ask for it. */
function offerPlan({ plan }: Proposals, text: string): Offer | undefined {
  if (plan === undefined || !asksToApply(text, plan)) return undefined;
  return { targets: [], points: [], plan: plan.id };
}

/** An answer through the host's question tool counts as the user's words about the offer or the plan in the question. */
function hearAnswer(state: Proposals, asked: QuestionAnswered): ProposalStep {
  const offer = askedOffer(state, asked);
  if (offer === undefined) return silently(state);
  const isOfPlan = offer.plan !== undefined;
  const { reply, docs: chosen } = readAnswer(asked, isOfPlan ? "plan" : "save");
  const isYes = reply === "confirm" || reply === "mixed";
  const isNo = reply === "decline";
  const targets = offer.targets.length > 0 || isOfPlan ? offer.targets : "any";
  const docs: Docs = chosen.length > 0 && !isOfPlan ? chosen : targets;
  return {
    state: {
      ...state,
      quiet: state.quiet ?? "offered",
      grants: isYes ? [...state.grants, grantOffer(offer, docs, false)] : isNo ? [] : state.grants,
      offered: withKey(state.offered, offer),
      declined: isNo ? withKey(state.declined, offer) : state.declined,
    },
    news: isYes || isNo ? newsOf(isYes ? "confirmed" : "declined", "question") : undefined,
  };
}

/** What the question asks for; where it names two things, the first, and only if the answer says which. */
function askedOffer(state: Proposals, { question, answers }: QuestionAnswered): Offer | undefined {
  const find = (text: string) => findOffer(text) ?? offerPlan(state, text) ?? findAskedOffer(text);
  const choice = firstChoice(question);
  return (
    find(question) ?? (choice === question || !choosesAct(answers) ? undefined : find(`${choice}?`))
  );
}

function grantOffer({ points, plan }: Offer, docs: Docs, isMixed: boolean): Grant {
  const grant = newGrant("offer", docs, points, isMixed);
  return plan === undefined ? grant : { ...grant, plans: [plan] };
}

function newGrant(by: Grant["by"], docs: Docs, points: readonly string[], isMixed: boolean): Grant {
  return { by, docs, plans: [], points, isMixed, written: [], isOld: false };
}

/** The agent writes in the turn of the yes or in the next, where something had to be cleared up first. */
function carryOver(grant: Grant): Grant[] {
  return grant.isOld || isWritten(grant) ? [] : [{ ...grant, isOld: true }];
}

function markWritten(grant: Grant, doc: string): Grant {
  if (grant.written.includes(doc) || !isApproved(grant.docs, doc)) return grant;
  return { ...grant, written: [...grant.written, doc] };
}

function withMoment(state: Proposals, moment: MomentKind): Proposals {
  if (state.moments.includes(moment)) return state;
  return { ...state, moments: [...state.moments, moment] };
}

function withKey(keys: readonly string[], offer: Offer | undefined): readonly string[] {
  if (offer === undefined || offer.plan !== undefined) return keys;
  return remember(keys, [offerKey(offer)], OFFERS_REMEMBERED);
}

function keyOf(offer: Offer): string {
  return offer.plan ?? offerKey(offer);
}

function remember(
  known: readonly string[],
  more: readonly string[],
  most: number,
): readonly string[] {
  return [...new Set([...known, ...more])].slice(-most);
}

import { REMINDER } from "../../policy/proposals/advance-proposals.ts";
import { reminderOf } from "../../policy/proposals/select-proposals.ts";
import { shortenPath } from "../../bank/shorten.ts";
import type { Offer, Proposals } from "../../proposal-types.ts";
import type { LogEvent, SessionEvent } from "../../types.ts";

type State = Extract<LogEvent, { kind: "proposal" }>["state"];

const LONGEST_TARGET = 200;

/** What an event did to the proposals of its session, for the decision log. */
export function toProposalLine(
  event: SessionEvent,
  before: Proposals,
  after: Proposals,
): LogEvent | undefined {
  switch (event.kind) {
    case "turn-ended":
      return after.pending === before.pending ? undefined : ofOffer("offered", after.pending);
    case "user-spoke":
      return before.pending !== undefined
        ? ofOffer(answerOf(before, after), before.pending)
        : toReminder(after.isSpoken ? after : undefined);
    case "question-answered":
      return hasChanged(before, after)
        ? { kind: "proposal", state: answerOf(before, after), target: "question" }
        : undefined;
    case "doc-written":
      return writtenOf(after) > writtenOf(before) ? toLine("written", event.doc) : undefined;
    case "told":
      return event.topic === REMINDER ? toReminder(before) : undefined;
    default:
      return undefined;
  }
}

function toReminder(proposals: Proposals | undefined): LogEvent | undefined {
  const moment = proposals && reminderOf(proposals);
  return moment === undefined ? undefined : toLine("reminded", moment);
}

function ofOffer(state: State, offer: Offer | undefined): LogEvent | undefined {
  return offer === undefined ? undefined : toLine(state, offer.targets.join(", "));
}

function toLine(state: State, target: string): LogEvent {
  return { kind: "proposal", state, target: shortenPath(target, LONGEST_TARGET) };
}

function answerOf(before: Proposals, after: Proposals): State {
  const isNew = (grant: Proposals["grants"][number]) => grant.by === "offer" && !grant.isOld;
  if (after.grants.filter(isNew).length > before.grants.filter(isOfThisTurn).length)
    return "confirmed";
  return after.declined.length > before.declined.length ? "declined" : "ignored";

  /** A message starts a turn, in which the older grants are old; an answer to a question does not. */
  function isOfThisTurn(grant: Proposals["grants"][number]): boolean {
    return isNew(grant) && after.grants.includes(grant);
  }
}

function hasChanged(before: Proposals, after: Proposals): boolean {
  return before.grants !== after.grants || before.declined !== after.declined;
}

function writtenOf({ grants }: Proposals): number {
  return grants.reduce((sum, { written }) => sum + written.length, 0);
}

import { type Workplace, identify } from "./hooks.ts";
import { clearedParts, toHistoryEvents, toSummary } from "./history.ts";
import { field, textField } from "./payload.ts";

/**
 * Before every main request: is the session what we think it is? As long as its messages only grew, it
 * is, and this costs two comparisons. A session that is new to this process, forked, or reverted is
 * folded anew from its history; the host is asked for it only where a compaction has cut it off.
 */
export function reconcile(
  place: Workplace,
  sessionID: string,
  messages: readonly unknown[],
): Promise<void> | undefined {
  const { sessions } = place;
  sessions.forgetReading(sessionID);
  const summary = toSummary(messages[1]);
  const seen = sessions.seen(sessionID);
  const isCompacting = sessions.isCompacting(sessionID);
  if (seen === undefined) {
    return rebuild(place, sessionID, messages, summary !== undefined || isCompacting);
  }
  forgetCleared(place, sessionID, messages);
  const isDone = summary !== undefined && sessions.compact(sessionID, summary);
  // The summariser's request shows a part of the history, and a failed one is followed by another.
  if (isCompacting && !isDone) return undefined;
  if (!isDone && idOf(messages[seen.count - 1]) !== seen.last) {
    return rebuild(place, sessionID, messages, summary !== undefined);
  }
  sessions.see(sessionID, messages.length, idOf(messages.at(-1)));
  return undefined;
}

/** The host takes old results out of a long conversation; only a read that outlasts its turn can lose its text so. */
function forgetCleared(
  { sessions }: Workplace,
  sessionID: string,
  messages: readonly unknown[],
): void {
  if (sessions.readScope === "context") sessions.clear(sessionID, clearedParts(messages));
}

async function rebuild(
  place: Workplace,
  sessionID: string,
  messages: readonly unknown[],
  isCutOff: boolean,
): Promise<void> {
  const { sessions, log } = place;
  await identify(place, sessionID);
  const history = isCutOff ? await fetchHistory(place, sessionID) : messages;
  if (history === undefined) {
    log.warn(`the history of session ${sessionID} is not to be had: it starts clean`);
  }
  sessions.rebuild(sessionID, toHistoryEvents(history ?? [], sessions.isRoot(sessionID), place));
  forgetCleared(place, sessionID, messages);
  sessions.see(sessionID, messages.length, idOf(messages.at(-1)));
}

async function fetchHistory(
  { client }: Workplace,
  sessionID: string,
): Promise<readonly unknown[] | undefined> {
  try {
    const { data } = await client.session.messages({ path: { id: sessionID } });
    return data;
  } catch {
    return undefined;
  }
}

function idOf(message: unknown): string {
  return textField(field(message, "info"), "id") ?? "";
}

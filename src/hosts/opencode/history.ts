import type { Paths } from "../../io/disk/paths.ts";
import { topicOf } from "./respond.ts";
import type { SessionEvent } from "../../types.ts";
import { field, numberField, textField } from "./payload.ts";
import { finalText, toTalkEvents, userWords } from "./proposal-events.ts";
import { toAttachmentEvents, toResultEvents, toReturnEvents } from "./result-events.ts";
import { type Surroundings, toToolCall } from "./tool-call.ts";

export interface UserMessage {
  readonly parts: readonly unknown[];
  /** The agent that it is for. */
  readonly agent: string | undefined;
  readonly at: number;
  /** What the agent had said last, if that ended its turn. */
  readonly before: string;
}

/** A user message: a new turn where the user of a root session speaks, and perhaps docs attached to it. */
export function toMessageEvents(
  { parts, agent, at, before }: UserMessage,
  isRoot: boolean,
  paths: Paths,
): SessionEvent[] {
  const speaks = parts.some((part) => field(part, "synthetic") !== true);
  const compacts = parts.some((part) => field(part, "type") === "compaction");
  const turn: SessionEvent[] =
    speaks && !compacts && isRoot
      ? [
          { kind: "turn-ended", text: before },
          { kind: "turn-started" },
          { kind: "user-spoke", text: userWords(parts) },
        ]
      : [];
  const acting: SessionEvent[] = agent === undefined ? [] : [{ kind: "agent-changed", agent }];
  return [
    ...acting,
    ...turn,
    ...toAttachmentEvents(parts, paths, at),
    ...toReturnEvents(parts, at),
  ];
}

/** The same events that the hooks would have recorded, from the messages that the host has kept. */
export function toHistoryEvents(
  messages: readonly unknown[],
  isRoot: boolean,
  around: Surroundings,
): SessionEvent[] {
  let isUsersOwn = false;
  let before = "";
  return messages.flatMap((message): SessionEvent[] => {
    const found = field(message, "parts");
    const parts: readonly unknown[] = Array.isArray(found) ? found : [];
    if (field(message, "info", "role") === "user") {
      isUsersOwn = parts.some((part) => textField(part, "text")?.startsWith(USERS_OWN) === true);
      const at = numberField(message, "info", "time", "created") ?? 0;
      const agent = textField(message, "info", "agent");
      const events = toMessageEvents({ parts, agent, at, before }, isRoot, around.bank.paths);
      if (events.some(({ kind }) => kind === "turn-started")) before = "";
      return events;
    }
    if (field(message, "info", "summary") === true) {
      const summary = toSummary(message);
      return summary === undefined ? [] : [{ kind: "compacted", summary }];
    }
    if (isUsersOwn) return [];
    before = finalText(parts);
    return parts.flatMap((part) => toPartEvents(part, around));
  });
}

/** The parts whose results the host has taken out of the conversation, with their calls. */
export function clearedParts(messages: readonly unknown[]): Map<string, string> {
  const cleared = new Map<string, string>();
  for (const message of messages) {
    const parts = field(message, "parts");
    if (!Array.isArray(parts)) continue;
    for (const part of parts) {
      if (!isCleared(part)) continue;
      cleared.set(textField(part, "id") ?? "", textField(part, "callID") ?? "");
    }
  }
  return cleared;
}

function isCleared(part: unknown): boolean {
  return numberField(part, "state", "time", "compacted") !== undefined;
}

/** The host puts this before a `!` command of the user's, which no hook sees. */
const USERS_OWN = "The following tool was executed by the user";

/** The id of a summary, if the compaction succeeded. */
export function toSummary(message: unknown): string | undefined {
  const info = field(message, "info");
  const isSummary = field(info, "role") === "assistant" && field(info, "summary") === true;
  return isSummary && field(info, "error") === undefined ? textField(info, "id") : undefined;
}

function toPartEvents(part: unknown, around: Surroundings): SessionEvent[] {
  const state = field(part, "state");
  const tool = textField(part, "tool");
  if (tool === undefined || field(state, "status") !== "completed") return [];
  const input = field(state, "input");
  const talk = toTalkEvents(tool, input, state);
  const call = toToolCall(tool, input, around);
  const callID = textField(part, "callID");
  const origin = { at: numberField(state, "time", "end") ?? 0, call: callID };
  const events = call === undefined ? [] : toResultEvents(call, input, state, origin);
  const left: SessionEvent[] =
    callID !== undefined && isCleared(part)
      ? [{ kind: "text-left", calls: new Set([callID]) }]
      : [];
  return [...talk, ...events, ...left, ...toldEvents(textField(state, "output") ?? "")];
}

const NOTICE = /\n\n(\[Memory Bank\] [^\n]*\((?:rule|guideline): [^\n]*\))$/;

function toldEvents(output: string): SessionEvent[] {
  const notice = NOTICE.exec(output)?.[1];
  const topic = notice === undefined ? undefined : topicOf(notice);
  return topic === undefined ? [] : [{ kind: "told", topic }];
}

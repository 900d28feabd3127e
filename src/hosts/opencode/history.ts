import { topicIn } from "../../policy/notice.ts";
import { toResultEvents, toTalkEvents } from "../../policy/result-events.ts";
import type { SessionEvent } from "../../types.ts";
import { field, numberField, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { toMessageEvents, toSpeechEvents } from "./messages.ts";
import { TOOLS } from "./tools.ts";
import { toToolResult } from "./tool-result.ts";

/** The same events that the hooks would have recorded, from the messages that the host has kept. */
export function toHistoryEvents(
  messages: readonly unknown[],
  isRoot: boolean,
  around: Surroundings,
): SessionEvent[] {
  let isUsersOwn = false;
  return messages.flatMap((message): SessionEvent[] => {
    const found = field(message, "parts");
    const parts: readonly unknown[] = Array.isArray(found) ? found : [];
    if (field(message, "info", "role") === "user") {
      isUsersOwn = parts.some((part) => textField(part, "text")?.startsWith(USERS_OWN) === true);
      const at = numberField(message, "info", "time", "created") ?? 0;
      const agent = textField(message, "info", "agent");
      return toMessageEvents({ parts, agent, at }, isRoot, around.paths());
    }
    if (field(message, "info", "summary") === true) {
      const summary = toSummary(message);
      return summary === undefined ? [] : [{ kind: "compacted", summary }];
    }
    if (isUsersOwn) return [];
    return [...toSpeechEvents(parts), ...parts.flatMap((part) => toPartEvents(part, around))];
  });
}

/** The tools that were called in these messages. */
export function toolsIn(messages: readonly unknown[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) => {
      const parts = field(message, "parts");
      return Array.isArray(parts) ? parts.flatMap((part) => textField(part, "tool") ?? []) : [];
    }),
  );
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
  const result = toToolResult(tool, input, state);
  if (result === undefined) return [];
  const call = TOOLS.toToolCall(tool, input, around);
  const callID = textField(part, "callID");
  const origin = { at: numberField(state, "time", "end") ?? 0, call: callID };
  const left: SessionEvent[] =
    callID !== undefined && isCleared(part)
      ? [{ kind: "text-left", calls: new Set([callID]) }]
      : [];
  const topic = topicIn(result.text);
  return [
    ...toTalkEvents(result),
    ...(call === undefined ? [] : toResultEvents(call, result, origin)),
    ...left,
    ...(topic === undefined ? [] : [{ kind: "told" as const, topic }]),
  ];
}

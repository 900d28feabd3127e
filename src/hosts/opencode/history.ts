import type { Paths } from "../../io/paths.ts";
import type { RuleName, SessionEvent } from "../../types.ts";
import { field, textField } from "./payload.ts";
import { toAttachmentEvents, toResultEvents } from "./result-events.ts";
import { type Surroundings, toToolCall } from "./tool-call.ts";

/** A user message: a new turn where the user of a root session speaks, and perhaps docs attached to it. */
export function toMessageEvents(
  parts: readonly unknown[],
  isRoot: boolean,
  paths: Paths,
): SessionEvent[] {
  const speaks = parts.some((part) => field(part, "synthetic") !== true);
  const compacts = parts.some((part) => field(part, "type") === "compaction");
  const turn: SessionEvent[] = speaks && !compacts && isRoot ? [{ kind: "turn-started" }] : [];
  return [...turn, ...toAttachmentEvents(parts, paths)];
}

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
      return toMessageEvents(parts, isRoot, around.bank.paths);
    }
    const summary = toSummary(message);
    if (summary !== undefined) return [{ kind: "compacted", summary }];
    return isUsersOwn ? [] : parts.flatMap((part) => toPartEvents(part, around));
  });
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
  const call = toToolCall(tool, input, around);
  const events = call === undefined ? [] : toResultEvents(call, input, state);
  return [...events, ...toldEvents(textField(state, "output") ?? "")];
}

const NOTICE = /\n\n\[Memory Bank\] [^\n]*\(rule: (read-before-write)\)$/;

function toldEvents(output: string): SessionEvent[] {
  const rule: RuleName | undefined = NOTICE.test(output) ? "read-before-write" : undefined;
  return rule === undefined ? [] : [{ kind: "told", rule }];
}

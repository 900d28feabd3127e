import type { SessionEvent } from "../../types.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, isRecord, listIn, numberField, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { type UserMessage, toCallEvents, toSpeechEvents, toUserEvents } from "./conversation.ts";
import { noteWorker, readNotedIn, toShownLines, toToolResult } from "./tool-result.ts";
import { TOOLS } from "./tools.ts";

/** The same events that the hooks would have recorded, from the messages that the host has kept. */
export function toHistoryEvents(
  messages: readonly unknown[],
  isRoot: boolean,
  around: Surroundings,
): SessionEvent[] {
  let isUsersOwn = false;
  return messages.flatMap((message): SessionEvent[] => {
    const parts = listIn(message, "parts");
    if (field(message, "info", "role") === "user") {
      isUsersOwn = parts.some((part) => textField(part, "text")?.startsWith(USERS_OWN) === true);
      const at = numberField(message, "info", "time", "created") ?? 0;
      return toMessageEvents(parts, textField(message, "info", "agent"), at, isRoot, around);
    }
    if (field(message, "info", "summary") === true) {
      const summary = toSummary(message);
      return summary === undefined ? [] : [{ kind: "compacted", summary }];
    }
    if (isUsersOwn) return [];
    const texts = parts.flatMap((part) =>
      field(part, "type") === "text" ? (textField(part, "text") ?? []) : [],
    );
    const hasCalls = parts.some((part) => field(part, "type") === "tool");
    return [
      ...toSpeechEvents(texts, hasCalls),
      ...parts.flatMap((part) => toPartEvents(part, around)),
    ];
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

/** The host has taken the text of this result out of the conversation. */
export function isCleared(part: unknown): boolean {
  return numberField(part, "state", "time", "compacted") !== undefined;
}

function toPartEvents(part: unknown, around: Surroundings): SessionEvent[] {
  const state = field(part, "state");
  const tool = textField(part, "tool");
  if (tool === undefined || field(state, "status") !== "completed") return [];
  const args = field(state, "input");
  const result = toToolResult(tool, args, state);
  if (result === undefined) return [];
  const id = textField(part, "callID");
  const call = { tool, args, id, at: numberField(state, "time", "end") ?? 0, result };
  const left: SessionEvent[] =
    id !== undefined && isCleared(part) ? [{ kind: "text-left", calls: new Set([id]) }] : [];
  return [...toCallEvents(call, TOOLS, around), ...left];
}

/** What a message to the agent tells: live, or read again. `agent`: the one that it is for. */
export function toMessageEvents(
  parts: readonly unknown[],
  agent: string | undefined,
  at: number,
  isRoot: boolean,
  around: Surroundings,
): SessionEvent[] {
  const acting: SessionEvent[] = agent === undefined ? [] : [{ kind: "agent-changed", agent }];
  return [...acting, ...toUserEvents(toUserMessage(parts, at), isRoot, around.paths())];
}

function toUserMessage(parts: readonly unknown[], at: number): UserMessage {
  const speaks =
    parts.some(isUsersOwn) && !parts.some((part) => field(part, "type") === "compaction");
  return {
    at,
    typed: speaks ? userWords(parts) : undefined,
    attached: parts.flatMap((part, index) => toAttached(part, parts[index + 1]) ?? []),
    returned: parts.flatMap((part) => {
      const worker = workerOf(part);
      return worker === undefined ? [] : [{ worker, read: readNotedIn(part) }];
    }),
  };
}

/** The host marks what it or a plugin says to the model, and what a plugin only shows; some plugins mark it by words. */
function isUsersOwn(part: unknown): boolean {
  if (field(part, "synthetic") === true || field(part, "ignored") === true) return false;
  const text = textField(part, "text");
  return text === undefined || withoutReminders(text) !== "";
}

const PLUGINS_OWN = /<!-- OMO_INTERNAL_INITIATOR -->|^\s*\[SYSTEM DIRECTIVE\b/;
const REMINDER = /<system-reminder>[^]*?<\/system-reminder>/g;

/** What the user wrote of a text that plugins have added to, or have written themselves. */
function withoutReminders(text: string): string {
  return PLUGINS_OWN.test(text) ? "" : text.replaceAll(REMINDER, "").trim();
}

/** What a command's template says is not the user's words, and may quote files and programs. */
const TYPED = "memoryBankTyped";

export function noteTyped(parts: readonly unknown[], command: string, words: string): void {
  for (const part of parts) {
    if (!isRecord(part) || part["type"] !== "text") continue;
    const metadata = { ...Object(part["metadata"]), [TYPED]: `/${command} ${words}`.trim() };
    Reflect.set(part, "metadata", metadata);
  }
}

/** What the user wrote in a message: neither what the host added to it nor what a command stands for. */
export function userWords(parts: readonly unknown[]): string {
  const [command] = parts.flatMap((part) => textField(part, "metadata", TYPED) ?? []);
  if (command !== undefined) return command;
  return parts
    .filter((part) => isUsersOwn(part) && field(part, "type") === "text")
    .map((part) => withoutReminders(textField(part, "text") ?? ""))
    .filter((text) => text !== "")
    .join("\n");
}

const RETURNED = /^<task id="([^"\s]{1,200})" state="completed">/;

/** The host brings what a task found in the background as a message of its own. The session of that worker. */
function workerOf(part: unknown): string | undefined {
  const text = field(part, "synthetic") === true ? textField(part, "text") : undefined;
  return RETURNED.exec(text ?? "")?.[1];
}

/** Kept by the host with the message, as `noteWorker` does with a result. */
export function noteReturned(
  parts: readonly unknown[],
  readBy: (worker: string) => readonly string[],
): void {
  for (const part of parts) {
    const worker = workerOf(part);
    if (worker === undefined || !isRecord(part)) continue;
    if (!isRecord(part["metadata"])) Reflect.set(part, "metadata", {});
    noteWorker(part, { session: worker, isRunning: false, read: readBy(worker), wrote: [] });
  }
}

const ATTACHED = "Called the Read tool with the following input: ";

/** A file that the user attached: the host puts its text behind a synthetic "Called the Read tool". */
function toAttached(part: unknown, next: unknown): UserMessage["attached"][number] | undefined {
  const text = textField(part, "text");
  if (field(part, "synthetic") !== true || !text?.startsWith(ATTACHED)) return undefined;
  const path = textField(parseJson(text.slice(ATTACHED.length)), "filePath");
  const isData = textField(next, "url")?.startsWith("data:") === true;
  const lines = isData ? "whole" : toShownLines(textField(next, "text") ?? "");
  return path === undefined || lines === undefined ? undefined : { path, lines };
}

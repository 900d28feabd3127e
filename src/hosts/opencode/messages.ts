import { field, listIn, numberField, parseJson, textField, textIn } from "../shared/payload.ts";
import type { Message, PastCall, UserMessage } from "./conversation.ts";
import { toShownLines, toToolResult } from "./tools.ts";

/** The messages that the host has kept. */
export function toMessages(list: readonly unknown[]): Message[] {
  return list.map((message): Message => {
    const info = field(message, "info");
    const id = textField(info, "id");
    const parts = listIn(message, "parts");
    if (field(info, "role") === "user") {
      const at = numberField(info, "time", "created") ?? 0;
      return { id, user: toUserMessage(parts, textField(info, "agent"), at) };
    }
    if (field(info, "summary") === true)
      return { id, isSummary: field(info, "error") === undefined };
    const text = textIn(parts.filter((part) => field(part, "type") === "text")) ?? "";
    const hasCalls = parts.some((part) => field(part, "type") === "tool");
    return { id, spoke: { text, hasCalls }, calls: parts.flatMap(toPastCall) };
  });
}

function toPastCall(part: unknown): PastCall[] {
  const state = field(part, "state");
  const tool = textField(part, "tool");
  if (tool === undefined || field(state, "status") !== "completed") return [];
  const args = field(state, "input");
  return [
    {
      tool,
      args,
      id: textField(part, "callID"),
      at: numberField(state, "time", "end") ?? 0,
      isCleared: numberField(state, "time", "compacted") !== undefined,
      toResult: () => toToolResult(tool, args, state),
    },
  ];
}

/** A message to the agent: live, or read again. */
export function toUserMessage(
  parts: readonly unknown[],
  agent: string | undefined,
  at: number,
): UserMessage {
  const own = parts.filter(isUsersOwn);
  const speaks = own.length > 0 && !parts.some((part) => field(part, "type") === "compaction");
  return {
    at,
    agent,
    text: textIn(parts) ?? "",
    typed: speaks
      ? (textIn(own.filter((part) => field(part, "type") === "text")) ?? "")
      : undefined,
    attached: parts.flatMap((part, index) => toAttached(part, parts[index + 1]) ?? []),
    returned: parts.flatMap((part) => workerOf(part) ?? []),
  };
}

/** The host marks what it or a plugin says to the model, and what a plugin only shows; some plugins mark it by words. */
function isUsersOwn(part: unknown): boolean {
  if (field(part, "synthetic") === true || field(part, "ignored") === true) return false;
  return !PLUGINS_OWN.test(textField(part, "text") ?? "");
}

const PLUGINS_OWN =
  /<!-- OMO_INTERNAL_INITIATOR -->|^\s*\[SYSTEM DIRECTIVE\b|^\s*<system-reminder>[^]*<\/system-reminder>\s*$/;

const RETURNED = /^<task id="([^"\s]{1,200})" state="completed">/;

/** The host brings what a task found in the background as a message of its own. The session of that worker. */
function workerOf(part: unknown): string | undefined {
  const text = field(part, "synthetic") === true ? textField(part, "text") : undefined;
  return RETURNED.exec(text ?? "")?.[1];
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

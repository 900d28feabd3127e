import { fileURLToPath } from "node:url";
import { attempt } from "../../../io/disk/read.ts";
import { field, listIn, textField, textIn } from "../../shared/payload.ts";
import type { Message, PastCall, UserMessage } from "../conversation.ts";
import { toToolResult, workerIn } from "./tools.ts";

const CHECKPOINT = "<conversation-checkpoint>";

/** The messages of a request: who speaks, and what is told. A compaction that succeeded puts its summary first. */
export function toMessages(list: readonly unknown[], agent: string | undefined): Message[] {
  const asked = new Map<string, unknown>();
  let at = 0;
  return list.map((message, index): Message => {
    const id = textField(message, "id");
    const parts = listIn(message, "content");
    const text = textIn(field(message, "content")) ?? "";
    const role = textField(message, "role");
    if (index === 0 && text.startsWith(CHECKPOINT)) return { id, isSummary: true };
    if (role === "user") return { id, user: { ...toUserMessage(message, parts, text), agent } };
    if (role !== "assistant")
      return { id, calls: parts.flatMap((part) => toPastCall(part, asked, at)) };
    at = timeOf(id);
    for (const part of parts) asked.set(textField(part, "id") ?? "", part);
    const hasCalls = parts.some((part) => field(part, "type") === "tool-call");
    return { id, spoke: { text, hasCalls } };
  });
}

function toUserMessage(message: unknown, parts: readonly unknown[], text: string): UserMessage {
  // The user typed it: the host gives only such messages a place for metadata.
  const isTyped = field(message, "metadata") !== undefined;
  // A file that is attached is a part of its own.
  const words = parts.filter((part) => field(part, "metadata", "attachment") === undefined);
  const worker = isTyped ? undefined : workerIn(text);
  return {
    at: Date.now(),
    text,
    typed: isTyped ? (textIn(words) ?? "") : undefined,
    attached: isTyped ? parts.flatMap((part) => toAttached(part) ?? []) : [],
    returned: worker === undefined ? [] : [worker],
  };
}

/** A file that the user attached; the whole of it where its address names no lines. */
function toAttached(part: unknown): UserMessage["attached"][number] | undefined {
  const uri = textField(part, "metadata", "attachment", "source", "uri") ?? "";
  const path = attempt(() => fileURLToPath(uri), undefined);
  if (path === undefined) return undefined;
  const [, from, to] = /[?&]start=(\d+)&end=(\d+)/.exec(uri) ?? [];
  if (from === undefined) return { path, lines: "whole" };
  return { path, lines: { from: Number(from), to: Number(to), total: undefined } };
}

/** What a call returned is told by a later message than the call. */
function toPastCall(part: unknown, asked: ReadonlyMap<string, unknown>, at: number): PastCall[] {
  const id = textField(part, "id");
  const made = asked.get(id ?? "");
  const tool = textField(made, "name");
  if (tool === undefined || field(part, "result", "type") === "error") return [];
  const args = field(made, "input");
  const shown = textIn(field(part, "result", "value")) ?? "";
  return [{ tool, args, id, at, toResult: () => toToolResult(tool, args, shown) }];
}

/** Messages come without their time, but their ids begin with the last 36 bits of it. */
function timeOf(id: string | undefined): number {
  const bits = Number.parseInt(/^[a-z]+_([0-9a-f]{9})/.exec(id ?? "")?.[1] ?? "0", 16);
  return bits + Math.round((Date.now() - bits) / 2 ** 36) * 2 ** 36;
}

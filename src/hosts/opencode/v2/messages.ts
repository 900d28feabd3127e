import { fileURLToPath } from "node:url";
import { attempt } from "../../../io/disk/read.ts";
import type { SessionEvent } from "../../../types.ts";
import { field, listIn, textField, textIn } from "../../shared/payload.ts";
import type { Surroundings } from "../../shared/surroundings.ts";
import { type UserMessage, toCallEvents, toSpeechEvents, toUserEvents } from "../conversation.ts";
import { REFRESH_WORDS } from "../registrations.ts";
import { REFRESH_COMMAND } from "../words.ts";
import { TOOLS_2, toToolResult, workerIn } from "./tools.ts";

export type Message = ReturnType<typeof toMessage>;

/** A message of a request: who speaks, and what it tells. Results of tools have no id. */
export function toMessage(message: unknown) {
  const parts = listIn(message, "content");
  const text = textIn(field(message, "content")) ?? "";
  const role = textField(message, "role") ?? "";
  return {
    id: textField(message, "id"),
    role,
    parts,
    text,
    hasCalls: parts.some((part) => field(part, "type") === "tool-call"),
    user: role === "user" ? toUserMessage(message, parts, text) : undefined,
  };
}

function toUserMessage(message: unknown, parts: readonly unknown[], text: string): UserMessage {
  // The user typed it: the host gives only such messages a place for metadata.
  const isTyped = field(message, "metadata") !== undefined;
  const worker = isTyped ? undefined : workerIn(text);
  return {
    at: Date.now(),
    typed: isTyped ? toTyped(parts) : undefined,
    attached: isTyped ? parts.flatMap((part) => toAttached(part) ?? []) : [],
    returned: worker === undefined ? [] : [{ worker, read: [] }],
  };
}

const CHECKPOINT = "<conversation-checkpoint>";

/** A compaction that succeeded puts its summary first. */
export function checkpointIn([first]: readonly Message[]): string | undefined {
  return first?.text.startsWith(CHECKPOINT) === true ? first.id : undefined;
}

/** The words of the refresh command are ours, and no yes. A file that is attached is a part of its own. */
function toTyped(parts: readonly unknown[]): string {
  const text = textIn(parts.filter((part) => field(part, "metadata", "attachment") === undefined));
  const isCommand = Object.values(REFRESH_WORDS).some((words) => text?.startsWith(words) === true);
  return isCommand ? `/${REFRESH_COMMAND}` : (text ?? "");
}

/** A file that the user attached; the whole of it where its address names no lines. */
function toAttached(part: unknown): UserMessage["attached"][number] | undefined {
  const uri = textField(part, "metadata", "attachment", "source", "uri") ?? "";
  const path = attempt(() => fileURLToPath(uri), undefined);
  if (path === undefined) return undefined;
  const [, from, to] = /[?&]start=(\d+)&end=(\d+)/.exec(uri) ?? [];
  const isWhole = from === undefined;
  return {
    path,
    lines: isWhole ? "whole" : { from: Number(from), to: Number(to), total: undefined },
  };
}

/** Everything that these messages tell, in their order: the same as the hooks would have recorded. */
export function toHistoryEvents(
  messages: readonly Message[],
  isRoot: boolean,
  around: Surroundings,
): SessionEvent[] {
  const checkpoint = checkpointIn(messages);
  const asked = new Map<string, unknown>();
  let at = 0;
  return messages.flatMap(({ id, role, parts, text, hasCalls, user }, index): SessionEvent[] => {
    if (index === 0 && checkpoint !== undefined)
      return [{ kind: "compacted", summary: checkpoint }];
    if (user !== undefined) return toUserEvents(user, isRoot, around.paths());
    if (role === "assistant") {
      at = timeOf(id);
      for (const part of parts) asked.set(textField(part, "id") ?? "", part);
      return toSpeechEvents(text === "" ? [] : [text], hasCalls);
    }
    return parts.flatMap((part) => {
      const call = textField(part, "id");
      const made = asked.get(call ?? "");
      const tool = textField(made, "name");
      if (tool === undefined || field(part, "result", "type") === "error") return [];
      const args = field(made, "input");
      const shown = textIn(field(part, "result", "value")) ?? "";
      const result = toToolResult(tool, args, shown);
      return toCallEvents({ tool, args, id: call, at, result }, TOOLS_2, around);
    });
  });
}

/** Messages come without their time, but their ids begin with the last 36 bits of it. */
function timeOf(id: string | undefined): number {
  const bits = Number.parseInt(/^[a-z]+_([0-9a-f]{9})/.exec(id ?? "")?.[1] ?? "0", 16);
  return bits + Math.round((Date.now() - bits) / 2 ** 36) * 2 ** 36;
}

import { fileURLToPath } from "node:url";
import { attempt } from "../../../io/disk/read.ts";
import type { SessionEvent } from "../../../types.ts";
import { field, listIn, textField, textIn } from "../../shared/payload.ts";
import type { Surroundings } from "../../shared/surroundings.ts";
import { type UserMessage, toCallEvents, toSpeechEvents, toUserEvents } from "../conversation.ts";
import { REFRESH_WORDS } from "../registrations.ts";
import { REFRESH_COMMAND } from "../words.ts";
import { TOOLS_2, toReturned, toToolResult } from "./tools.ts";

/** A message of a request: who speaks, and what it tells. */
export interface Message {
  /** Results of tools have none. */
  readonly id: string | undefined;
  readonly role: string;
  readonly parts: readonly unknown[];
  readonly text: string;
  readonly hasCalls: boolean;
  /** What a message of the role `user` brings, and the answer of a subagent in it. */
  readonly user: UserMessage | undefined;
  readonly answer: string;
}

export function toMessage(message: unknown): Message {
  const id = textField(message, "id");
  const role = textField(message, "role") ?? "";
  const parts = listIn(message, "content");
  const text = textIn(field(message, "content")) ?? "";
  const hasCalls = parts.some((part) => field(part, "type") === "tool-call");
  const shared = { id, role, parts, text, hasCalls };
  if (role !== "user") return { ...shared, user: undefined, answer: "" };
  // The user typed it: the host gives only such messages a place for metadata.
  const isTyped = field(message, "metadata") !== undefined;
  const returned = isTyped ? undefined : toReturned(text);
  const user = {
    at: Date.now(),
    typed: isTyped ? toTyped(parts) : undefined,
    attached: isTyped ? parts.flatMap((part) => toAttached(part) ?? []) : [],
    returned: returned === undefined ? [] : [{ worker: returned.worker, read: [] }],
  };
  return { ...shared, user, answer: returned?.answer ?? "" };
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
  const url = attempt(() => new URL(uri), undefined);
  const path = attempt(() => fileURLToPath(uri), undefined);
  if (url === undefined || path === undefined) return undefined;
  const from = Number(url.searchParams.get("start") ?? Number.NaN);
  const to = Number(url.searchParams.get("end") ?? Number.NaN);
  const isWhole = Number.isNaN(from) || Number.isNaN(to);
  return { path, lines: isWhole ? "whole" : { from, to, total: undefined } };
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
      const result = toToolResult({ tool, args, text: shown });
      return toCallEvents({ tool, args, id: call, at, result }, TOOLS_2, around);
    });
  });
}

/** How often the first half of an id comes round: every two years. */
const PERIOD = 2 ** 36;

/** Messages come without their time, but their ids begin with the last 36 bits of it. */
function timeOf(id: string | undefined): number {
  const digits = /^[a-z]+_([0-9a-f]{9})/.exec(id ?? "")?.[1];
  if (digits === undefined) return 0;
  const now = Date.now();
  const age = (now - Number.parseInt(digits, 16)) % PERIOD;
  return now - (age > PERIOD / 2 ? age - PERIOD : age);
}

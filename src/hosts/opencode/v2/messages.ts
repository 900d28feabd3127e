import { attempt } from "../../../io/disk/read.ts";
import { readName } from "../../../policy/call.ts";
import { topicIn } from "../../../policy/notice.ts";
import { toResultEvents, toTalkEvents } from "../../../policy/result-events.ts";
import type { SessionEvent } from "../../../types.ts";
import { field, isRecord, listIn, textField, textIn } from "../../shared/payload.ts";
import type { Surroundings } from "../../shared/surroundings.ts";
import { REFRESH_WORDS } from "../registrations.ts";
import { REFRESH_COMMAND } from "../words.ts";
import { TOOLS_2, linesOfUri, toReturned, toToolResult } from "./tools.ts";

/** A message of a request: who speaks, and what it tells. */
export interface Message {
  /** Results of tools have none. */
  readonly id: string | undefined;
  readonly role: string;
  readonly parts: readonly unknown[];
  /** The user typed it: the host gives only such messages a place for metadata. */
  readonly isTyped: boolean;
  readonly text: string;
}

export function toMessage(message: unknown): Message {
  const parts = listIn(message, "content");
  return {
    id: textField(message, "id"),
    role: textField(message, "role") ?? "",
    parts,
    isTyped: isRecord(message) && message["role"] === "user" && message["metadata"] !== undefined,
    text: textIn(field(message, "content")) ?? "",
  };
}

const CHECKPOINT = "<conversation-checkpoint>";

/** A compaction that succeeded puts its summary first. */
export function checkpointIn([first]: readonly Message[]): string | undefined {
  return first?.text.startsWith(CHECKPOINT) === true ? first.id : undefined;
}

/** What the person behind a root session said, files that were attached, and answers of subagents. */
export function toUserEvents(message: Message, isRoot: boolean, around: Surroundings) {
  const returned = message.isTyped ? undefined : toReturned(message.text);
  const origin = { at: Date.now(), call: undefined };
  const events: SessionEvent[] = [];
  if (message.isTyped && isRoot)
    events.push({ kind: "turn-started" }, { kind: "user-spoke", text: toTyped(message.parts) });
  if (message.isTyped)
    events.push(...message.parts.flatMap((part) => toAttachment(part, around, origin)));
  if (returned !== undefined)
    events.push({ kind: "worker-returned", worker: returned.worker, read: [], origin });
  return { events, answer: returned?.answer ?? "" };
}

/** The words of the refresh command are ours, and no yes. A file that is attached is a part of its own. */
function toTyped(parts: readonly unknown[]): string {
  const typed = parts.filter((part) => field(part, "metadata", "attachment") === undefined);
  const text = typed.flatMap((part) => textField(part, "text") ?? []).join("\n");
  const isCommand = Object.values(REFRESH_WORDS).some((words) => text.startsWith(words));
  return isCommand ? `/${REFRESH_COMMAND}` : text;
}

type Origin = { readonly at: number; readonly call: string | undefined };

function toAttachment(part: unknown, around: Surroundings, origin: Origin): SessionEvent[] {
  const uri = textField(part, "metadata", "attachment", "source", "uri");
  const url = attempt(() => (uri === undefined ? undefined : new URL(uri)), undefined);
  if (url?.protocol !== "file:") return [];
  const doc = readName(around.paths().toTarget(decodeURIComponent(url.pathname)));
  return doc === undefined ? [] : [{ kind: "doc-read", doc, lines: linesOfUri(url), origin }];
}

/** What the agent said; with calls in it, its turn goes on. */
export function toSpeechEvents({ parts, text }: Message): SessionEvent[] {
  const calls = parts.some((part) => field(part, "type") === "tool-call");
  return [
    { kind: "request-began" },
    ...(text === "" ? [] : [{ kind: "said" as const, text }]),
    ...(calls ? [{ kind: "called" as const }] : []),
  ];
}

/** Everything that these messages tell, in their order: the same as the hooks would have recorded. */
export function toHistoryEvents(
  messages: readonly Message[],
  isRoot: boolean,
  around: Surroundings,
): SessionEvent[] {
  const asked = new Map<string, unknown>();
  let at = 0;
  return messages.flatMap((message): SessionEvent[] => {
    const { id, role, parts } = message;
    if (role === "user") return toUserEvents(message, isRoot, around).events;
    if (role === "assistant") {
      at = timeOf(id);
      for (const part of parts) asked.set(textField(part, "id") ?? "", part);
      return toSpeechEvents(message);
    }
    return parts.flatMap((part) =>
      toResult(asked.get(textField(part, "id") ?? ""), part, at, around),
    );
  });
}

function toResult(call: unknown, part: unknown, at: number, around: Surroundings): SessionEvent[] {
  const tool = textField(call, "name");
  const kind = field(part, "result", "type");
  if (tool === undefined || kind === "error") return [];
  const args = field(call, "input");
  const text = textIn(field(part, "result", "value")) ?? "";
  const result = toToolResult({ tool, args, text });
  const understood = TOOLS_2.toToolCall(tool, args, around);
  const origin = { at, call: textField(part, "id") };
  const topic = topicIn(text);
  return [
    ...toTalkEvents(result),
    ...(understood === undefined ? [] : toResultEvents(understood, result, origin)),
    ...(topic === undefined ? [] : [{ kind: "told" as const, topic }]),
  ];
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

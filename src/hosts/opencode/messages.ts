import type { Paths } from "../../io/disk/paths.ts";
import { readName } from "../../policy/call.ts";
import type { LineRange, SessionEvent } from "../../types.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, isRecord, textField } from "../shared/payload.ts";
import { noteWorker, readNotedIn, toShownLines } from "./tool-result.ts";

export interface UserMessage {
  readonly parts: readonly unknown[];
  /** The agent that it is for. */
  readonly agent: string | undefined;
  readonly at: number;
}

/** A user message: a new turn where the user of a root session speaks, and perhaps docs attached to it. */
export function toMessageEvents(
  { parts, agent, at }: UserMessage,
  isRoot: boolean,
  paths: Paths,
): SessionEvent[] {
  const speaks = parts.some(isUsersOwn);
  const compacts = parts.some((part) => field(part, "type") === "compaction");
  const turn: SessionEvent[] =
    speaks && !compacts && isRoot
      ? [{ kind: "turn-started" }, { kind: "user-spoke", text: userWords(parts) }]
      : [];
  const acting: SessionEvent[] = agent === undefined ? [] : [{ kind: "agent-changed", agent }];
  return [
    ...acting,
    ...turn,
    ...toAttachmentEvents(parts, paths, at),
    ...toReturnEvents(parts, at),
  ];
}

/** The host marks what it or a plugin says to the model, and what a plugin only shows; some plugins mark it by words. */
function isUsersOwn(part: unknown): boolean {
  if (field(part, "synthetic") === true || field(part, "ignored") === true) return false;
  const text = textField(part, "text");
  return text === undefined || withoutReminders(text).trim() !== "";
}

const PLUGINS_OWN = /<!-- OMO_INTERNAL_INITIATOR -->|^\s*\[SYSTEM DIRECTIVE\b/;
const REMINDER = { opens: "<system-reminder>", closes: "</system-reminder>" };

/** What the user wrote of a text that plugins have added to, or have written themselves. */
function withoutReminders(text: string): string {
  if (PLUGINS_OWN.test(text)) return "";
  const start = text.indexOf(REMINDER.opens);
  const end = text.indexOf(REMINDER.closes, start);
  if (start === -1 || end === -1) return text;
  return text.slice(0, start) + withoutReminders(text.slice(end + REMINDER.closes.length));
}

/** What a command's template says is not the user's words, and may quote files and programs. */
const TYPED = "memoryBankTyped";

export function noteTyped(parts: readonly unknown[], command: string, words: string): void {
  for (const part of parts) {
    if (!isRecord(part) || part["type"] !== "text") continue;
    const metadata = isRecord(part["metadata"]) ? part["metadata"] : {};
    Reflect.set(part, "metadata", { ...metadata, [TYPED]: `/${command} ${words}`.trim() });
  }
}

/** What the user wrote in a message: neither what the host added to it nor what a command stands for. */
export function userWords(parts: readonly unknown[]): string {
  const typed = parts.flatMap((part) => textField(part, "metadata", TYPED) ?? []);
  if (typed.length > 0) return typed[0] ?? "";
  return parts
    .filter((part) => isUsersOwn(part) && field(part, "type") === "text")
    .map((part) => withoutReminders(textField(part, "text") ?? "").trim())
    .filter((text) => text !== "")
    .join("\n");
}

/** What the agent said in a message, and whether it went on with tools. */
export function toSpeechEvents(parts: readonly unknown[]): SessionEvent[] {
  const calls = parts.some((part) => field(part, "type") === "tool");
  const texts = parts.filter((part) => field(part, "type") === "text");
  return [
    { kind: "request-began" },
    ...texts.flatMap((part): SessionEvent[] => {
      const text = textField(part, "text");
      return text === undefined ? [] : [{ kind: "said", text }];
    }),
    ...(calls ? [{ kind: "called" as const }] : []),
  ];
}

const RETURNED = /^<task id="([^"\s]{1,200})" state="completed">/;

/** The host brings what a task found in the background as a message of its own. */
function toReturnEvents(parts: readonly unknown[], at: number): SessionEvent[] {
  return parts.flatMap((part): SessionEvent[] => {
    const worker = workerOf(part);
    const origin = { at, call: undefined };
    return worker === undefined
      ? []
      : [{ kind: "worker-returned", worker, read: readNotedIn(part), origin }];
  });
}

/** The session of the worker whose answer the part brings. */
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

/** Files that the user attached: the host puts their text beside a synthetic "Called the Read tool". */
function toAttachmentEvents(parts: readonly unknown[], paths: Paths, at: number): SessionEvent[] {
  return parts.flatMap((part, index): SessionEvent[] => {
    const text = textField(part, "text");
    if (field(part, "synthetic") !== true || !text?.startsWith(ATTACHED)) return [];
    const path = textField(parseJson(text.slice(ATTACHED.length)), "filePath");
    const doc = path === undefined ? undefined : readName(paths.toTarget(path));
    const lines = attachedLines(parts[index + 1]);
    if (doc === undefined || lines === undefined) return [];
    return [{ kind: "doc-read", doc, lines, origin: { at, call: undefined } }];
  });
}

function attachedLines(part: unknown): LineRange | "whole" | undefined {
  const isData = textField(part, "url")?.startsWith("data:") === true;
  if (field(part, "type") === "file") return isData ? "whole" : undefined;
  const text = textField(part, "text");
  return field(part, "synthetic") === true && text !== undefined ? toShownLines(text) : undefined;
}

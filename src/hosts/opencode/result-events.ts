import { MEMORY_READER } from "../../bank/layout.ts";
import type { Paths } from "../../io/disk/paths.ts";
import type { LineRange, Origin, SessionEvent, ToolCall } from "../../types.ts";
import { field, isRecord, numberField, textField } from "./payload.ts";
import { toWriteEvents } from "./proposal-events.ts";

/** What a call that succeeded adds to its session's history. */
export function toResultEvents(
  call: ToolCall,
  args: unknown,
  result: unknown,
  origin: Origin,
): SessionEvent[] {
  if (!isRecord(result)) return [];
  if (call.delegatesTo !== undefined) {
    if (!isMemoryReader(call)) return notedWrites(result);
    if (!isAnswered(call, args, result)) return startedEvents(result);
    return [{ kind: "memory-reader-returned", anchors: notedAnchors(result), origin }];
  }
  return [
    ...readEvents(call, result, origin),
    ...writtenEvents(call, origin),
    ...toWriteEvents(call, args),
  ];
}

function startedEvents(result: unknown): SessionEvent[] {
  const worker = workerOf(result);
  return worker === undefined ? [] : [{ kind: "memory-reader-started", worker }];
}

export function isMemoryReader({ delegatesTo }: ToolCall): boolean {
  return delegatesTo === MEMORY_READER;
}

/** memory-reader has come back with what it found. */
export function isAnswered(call: ToolCall, args: unknown, result: unknown): boolean {
  return isMemoryReader(call) && isRecord(result) && !isStillRunning(args, result);
}

/** What the log says of an answer; the session does not depend on it. */
export function withVerified(event: SessionEvent, verified: string | undefined): SessionEvent {
  const isReturn = event.kind === "memory-reader-returned" || event.kind === "worker-returned";
  return isReturn && verified !== undefined ? { ...event, verified } : event;
}

/** The session that a delegating tool's work was done in. */
export function workerOf(result: unknown): string | undefined {
  return textField(result, "metadata", "sessionId");
}

const NOTED = "memoryBankAnchors";
const WROTE = "memoryBankWrote";

/** What memory-reader read of the task is known only while its session is: the host keeps it with the result. */
export function noteAnchors(result: unknown, anchors: readonly string[]): void {
  const metadata = field(result, "metadata");
  if (isRecord(metadata) && anchors.length > 0) Reflect.set(metadata, NOTED, anchors);
}

function notedAnchors(result: unknown): readonly string[] {
  return textsIn(field(result, "metadata", NOTED));
}

/** The same for the docs that a subagent wrote: whoever handed it the work has them written. */
export function noteWrites(result: unknown, docs: readonly string[]): void {
  const metadata = field(result, "metadata");
  if (isRecord(metadata) && docs.length > 0) Reflect.set(metadata, WROTE, docs);
}

function notedWrites(result: unknown): SessionEvent[] {
  return textsIn(field(result, "metadata", WROTE)).map((doc) => ({ kind: "doc-written", doc }));
}

export function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

function readEvents(call: ToolCall, result: unknown, origin: Origin): SessionEvent[] {
  if (call.via === "shell" && !isShownWhole(result)) return [];
  return call.reads.flatMap(({ target, whole }): SessionEvent[] => {
    if (target.doc === undefined) return [];
    if (call.via === "shell") return whole ? [toReadEvent(target.doc, "whole", origin)] : [];
    const lines = toLineRange(textField(result, "output"), field(result, "metadata"));
    return lines === undefined ? [] : [toReadEvent(target.doc, lines, origin)];
  });
}

/** An agent that wrote a doc whole has its text before it. */
function writtenEvents(call: ToolCall, origin: Origin): SessionEvent[] {
  return call.writes.flatMap(({ target, effect }) =>
    effect === "replace" && target.doc !== undefined
      ? [toReadEvent(target.doc, "whole", origin)]
      : [],
  );
}

function toReadEvent(doc: string, lines: LineRange | "whole", origin: Origin): SessionEvent {
  return { kind: "doc-read", doc, lines, origin };
}

function isShownWhole(result: unknown): boolean {
  return (
    numberField(result, "metadata", "exit") === 0 && field(result, "metadata", "truncated") !== true
  );
}

/** A background task hands back control, not an answer. */
function isStillRunning(args: unknown, result: unknown): boolean {
  if (field(result, "metadata", "background") === true) return true;
  if (field(args, "run_in_background") === true || field(args, "background") === true) return true;
  return /^<task [^>]*state="(?:running|error)"/.test(textField(result, "output") ?? "");
}

/** Which lines the read tool showed. It says so in its metadata and, in every version, at the end of its text. */
function toLineRange(output: string | undefined, metadata: unknown): LineRange | undefined {
  const shown = field(metadata, "display");
  if (field(shown, "type") === "directory") return undefined;
  const from = numberField(shown, "lineStart");
  const to = numberField(shown, "lineEnd");
  if (from !== undefined && to !== undefined) {
    const isWholeCount = field(shown, "truncated") === false;
    const total = isWholeCount ? numberField(shown, "totalLines") : totalIn(output ?? "");
    return { from, to, total };
  }
  return output === undefined ? undefined : toLineRangeOfText(output);
}

const FIRST_LINE = /<content>\n+(\d+): /;
const END = /\n\(End of file - total (\d+) lines\)/;
const PART = /\n\((?:Output capped at [^.]*\. )?Showing lines (\d+)-(\d+)(?: of (\d+))?/;

function toLineRangeOfText(output: string): LineRange | undefined {
  const part = PART.exec(output);
  if (part !== null) {
    return { from: Number(part[1]), to: Number(part[2]), total: totalIn(output) };
  }
  const end = END.exec(output);
  if (end === null) return undefined;
  const total = Number(end[1]);
  return { from: Number(FIRST_LINE.exec(output)?.[1] ?? 1), to: total, total };
}

function totalIn(output: string): number | undefined {
  const total = PART.exec(output)?.[3];
  return total === undefined ? undefined : Number(total);
}

const RETURNED = /^<task id="([^"\s]{1,200})" state="completed">/;

/** The host brings what a task found in the background as a message of its own. */
export function toReturnEvents(parts: readonly unknown[], at: number): SessionEvent[] {
  return parts.flatMap((part): SessionEvent[] => {
    const text = field(part, "synthetic") === true ? textField(part, "text") : undefined;
    const worker = RETURNED.exec(text ?? "")?.[1];
    return worker === undefined
      ? []
      : [{ kind: "worker-returned", worker, origin: { at, call: undefined } }];
  });
}

const ATTACHED = "Called the Read tool with the following input: ";

/** Files that the user attached: the host puts their text beside a synthetic "Called the Read tool". */
export function toAttachmentEvents(
  parts: readonly unknown[],
  paths: Paths,
  at: number,
): SessionEvent[] {
  return parts.flatMap((part, index): SessionEvent[] => {
    const text = textField(part, "text");
    if (field(part, "synthetic") !== true || !text?.startsWith(ATTACHED)) return [];
    const path = textField(parseJson(text.slice(ATTACHED.length)), "filePath");
    if (path === undefined) return [];
    const { doc } = paths.toTarget(path);
    if (doc === undefined) return [];
    const lines = attachedLines(parts[index + 1]);
    return lines === undefined ? [] : [toReadEvent(doc, lines, { at, call: undefined })];
  });
}

function attachedLines(part: unknown): LineRange | "whole" | undefined {
  const isData = textField(part, "url")?.startsWith("data:") === true;
  if (field(part, "type") === "file") return isData ? "whole" : undefined;
  const text = textField(part, "text");
  return field(part, "synthetic") === true && text !== undefined
    ? toLineRangeOfText(text)
    : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

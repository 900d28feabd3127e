import { MEMORY_READER } from "../bank/layout.ts";
import type { LineRange, Origin, SessionEvent, ToolCall, ToolResult, Write } from "../types.ts";
import { readName } from "./call.ts";

/** What a call that succeeded adds to its session's history, live or read again. */
export function toResultEvents(call: ToolCall, result: ToolResult, origin: Origin): SessionEvent[] {
  if (call.delegatesTo !== undefined) return toWorkerEvents(call, result, origin);
  return [
    ...toReadEvents(call, result, origin),
    ...call.writes.flatMap((write) => [...toWriteEvents(write, origin)]),
  ];
}

/** The events of a call that concern proposals: answers of the user, a plan made, a plan applied. */
export function toTalkEvents({ answers, planned, applied }: ToolResult): SessionEvent[] {
  return [
    ...answers.map((answered) => ({ kind: "question-answered" as const, ...answered })),
    ...(planned === undefined ? [] : [{ kind: "plan-made" as const, plan: planned }]),
    ...(applied.length > 0 ? [{ kind: "plan-applied" as const, docs: applied }] : []),
  ];
}

export function isMemoryReader({ delegatesTo }: ToolCall): boolean {
  return delegatesTo === MEMORY_READER;
}

/** memory-reader has come back with what it found. */
export function isAnswered(call: ToolCall, { worker }: ToolResult): boolean {
  return isMemoryReader(call) && worker?.isRunning !== true;
}

/** Adds how many quotes hold, for the log; the session does not depend on it. */
export function withVerified(event: SessionEvent, verified: string | undefined): SessionEvent {
  const isReturn = event.kind === "memory-reader-returned" || event.kind === "worker-returned";
  return isReturn && verified !== undefined ? { ...event, verified } : event;
}

function toWorkerEvents(call: ToolCall, result: ToolResult, origin: Origin): SessionEvent[] {
  const { worker } = result;
  if (!isMemoryReader(call)) {
    return (worker?.wrote ?? []).map((doc) => ({ kind: "doc-written", doc }));
  }
  if (isAnswered(call, result)) {
    return [{ kind: "memory-reader-returned", read: worker?.read ?? [], origin }];
  }
  const id = worker?.session;
  return id === undefined ? [] : [{ kind: "memory-reader-started", worker: id }];
}

/** What a read tool showed, and what of the files that a command names is in its output. */
function toReadEvents(
  { reads }: ToolCall,
  { text: output, shown }: ToolResult,
  origin: Origin,
): SessionEvent[] {
  return reads.flatMap(({ target, text }) => {
    const doc = readName(target);
    if (doc === undefined) return [];
    const ranges = text === undefined ? (shown ?? []) : findShown(text(), output);
    return [ranges].flat().map((lines) => toReadEvent(doc, lines, origin));
  });
}

function toReadEvent(doc: string, lines: LineRange | "whole", origin: Origin) {
  return { kind: "doc-read" as const, doc, lines, origin };
}

function* toWriteEvents(
  { target, effect, creates }: Write,
  origin: Origin,
): Generator<SessionEvent> {
  const { doc, place, path } = target;
  // An agent that wrote a whole doc knows its text, so that the write counts as a read.
  const read = effect === "replace" ? readName(target) : undefined;
  if (read !== undefined) yield toReadEvent(read, "whole", origin);
  if (doc !== undefined) yield { kind: "doc-written", doc };
  else if (place === "project" && effect !== "make-folder") yield { kind: "file-written", path };
  const isTaken = effect === "delete" || effect === "move-from";
  if (creates !== undefined && !isTaken) yield { kind: "file-created", path: creates };
}

/**
 * The lines of a file that an output shows, with or without line numbers before them. Blank lines count as shown with
 * their neighbours. A single line does not count: it is a hit of a search.
 */
function findShown(text: string | undefined, output: string): LineRange[] {
  if (text === undefined) return [];
  const printed = `${output.replaceAll(/[^\S\n]+$/gm, "")}\n`;
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
  // Where a file ends without a line end, the next one begins on its last line.
  const isMissing = (line: string, at: number) =>
    line !== "" && !printed.includes(at === lines.length - 1 ? line : `${line}\n`);
  const missing = lines.flatMap((line, at) => (isMissing(line, at) ? [at] : []));
  return [-1, ...missing].flatMap((before, index) => {
    const next = missing[index];
    const told = lines.slice(before + 1, next).filter((line) => line !== "");
    if (told.length < 2 && missing.length > 0) return [];
    return [{ from: before + 2, to: next ?? Infinity, total: undefined }];
  });
}

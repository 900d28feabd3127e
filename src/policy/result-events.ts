import { MEMORY_READER } from "../bank/layout.ts";
import type {
  LineRange,
  Origin,
  Printed,
  SessionEvent,
  Target,
  ToolCall,
  ToolResult,
  WriteEffect,
} from "../types.ts";
import { readName } from "./call.ts";

const TAKES_AWAY: ReadonlySet<WriteEffect> = new Set(["delete", "move-from"]);

/** What a call that succeeded adds to its session's history, live or read again. */
export function toResultEvents(call: ToolCall, result: ToolResult, origin: Origin): SessionEvent[] {
  if (call.delegatesTo !== undefined) return toWorkerEvents(call, result, origin);
  return [
    ...toReadEvents(call, result, origin),
    ...call.writes.flatMap(({ target, effect }) => {
      // An agent that wrote a doc whole has its text before it.
      const doc = effect === "replace" ? readName(target) : undefined;
      return doc === undefined ? [] : [toReadEvent(doc, "whole", origin)];
    }),
    ...toWriteEvents(call),
    ...call.writes.flatMap(({ effect, creates }): SessionEvent[] =>
      creates === undefined || TAKES_AWAY.has(effect)
        ? []
        : [{ kind: "file-created", path: creates }],
    ),
  ];
}

/** What a call says of proposals beside what it reads and writes. */
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

/** What the log says of an answer; the session does not depend on it. */
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

/** A command shows a doc if it succeeded and the model sees all that it printed; else its output says which lines. */
function toReadEvents(
  { via, reads, prints = [] }: ToolCall,
  result: ToolResult,
  origin: Origin,
): SessionEvent[] {
  const isShown = result.exit === 0 && !result.isCut;
  const proven = reads.flatMap(({ target, whole }): SessionEvent[] => {
    const shown = via === "tool" ? result.shown : isShown && whole ? "whole" : undefined;
    const doc = readName(target);
    return doc === undefined || shown === undefined ? [] : [toReadEvent(doc, shown, origin)];
  });
  const wholes = new Set(reads.flatMap(({ target, whole }) => (whole ? [readName(target)] : [])));
  const seen = findShownLines(prints, result, origin).filter(({ doc }) => !wholes.has(doc));
  return [...proven, ...seen];
}

function toReadEvent(doc: string, lines: LineRange | "whole", origin: Origin) {
  return { kind: "doc-read" as const, doc, lines, origin };
}

function toWriteEvents({ writes }: ToolCall): SessionEvent[] {
  return writes.flatMap(({ target, effect }): SessionEvent[] => {
    if (target.doc !== undefined) return [{ kind: "doc-written", doc: target.doc }];
    const isFile = target.place === "project" && effect !== "make-folder";
    return isFile ? [{ kind: "file-written", path: target.path }] : [];
  });
}

/** What programs and shells say when they cannot do what they were asked. */
const COMPLAINT =
  /^(?:-?(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh|cat|nl|sed|head|tail|[gm]?awk|e?grep|rg|bat|batcat|less|more|python3?|node|env|sudo|nice):|^\[bat (?:error|warning)\]|(?:^|: )binary file matches|^Binary file |^Traceback \(most recent call last\)/m;
/** Hosts take blank lines off both ends of an output, and the newline with them. */
const MOST_BLANK_LINES = 10;

/**
 * Which lines of docs an output shows: those that the command asked for, where nothing says that it failed. A file has
 * ended where the whole output has fewer lines than were asked for.
 */
function findShownLines(
  prints: readonly Printed<Target>[],
  { text, exit, isCut }: ToolResult,
  origin: Origin,
) {
  // What a terminal was told may hide as well as show.
  if (exit !== 0 || isCut || text.includes("\u001B")) return [];
  const hasComplaint = COMPLAINT.test(text);
  const hidden = text.endsWith("\n") ? 0 : MOST_BLANK_LINES + 1;
  const most = text.split("\n").length - 1 + hidden;
  return prints.flatMap(({ file, from, to, failure }) => {
    const doc = readName(file);
    if (doc === undefined || failure === "silent") return [];
    if (failure === "words" && (hasComplaint || text.trim() === "")) return [];
    const hasEnd = to === Infinity || to - from + 1 > most;
    const lines = { from, to: hasEnd ? Infinity : to, total: undefined };
    return [toReadEvent(doc, hasEnd && from === 1 ? "whole" : lines, origin)];
  });
}

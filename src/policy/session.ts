import { isAnchor } from "../bank/layout.ts";
import type { Coverage, LineRange, Recovery, Session, SessionEvent } from "../types.ts";

/** A session that reads more docs than this within a turn forgets the oldest: state stays bounded. */
const DOCS_REMEMBERED = 100;
const ANCHORS_REMEMBERED = 5;

export const NEW_SESSION: Session = {
  turn: 0,
  reads: new Map(),
  memoryReaderReturned: false,
  told: new Set(),
  anchors: [],
  recovery: undefined,
  summary: undefined,
  parent: undefined,
};

export function advance(session: Session, event: SessionEvent): Session {
  switch (event.kind) {
    case "turn-started":
      return {
        ...session,
        turn: session.turn + 1,
        reads: new Map(),
        memoryReaderReturned: false,
        told: new Set(),
      };
    case "compacted":
      if (event.summary === session.summary) return session;
      return {
        ...session,
        reads: new Map(),
        memoryReaderReturned: false,
        recovery: { anchors: session.anchors, reads: new Map() },
        summary: event.summary,
      };
    case "memory-reader-returned":
      return { ...session, memoryReaderReturned: true, recovery: undefined };
    case "told":
      return { ...session, told: new Set(session.told).add(event.rule) };
    case "doc-read":
      return {
        ...session,
        reads: remember(session.reads, event.doc, event.lines),
        anchors: isAnchor(event.doc) ? moveToEnd(session.anchors, event.doc) : session.anchors,
        recovery: session.recovery && {
          ...session.recovery,
          reads: remember(session.recovery.reads, event.doc, event.lines),
        },
      };
  }
}

/** Has this session, or a session it works for, seen the doc from its first to its last line? */
export function hasReadWhole(session: Session, doc: string): boolean {
  if (session.reads.get(doc)?.whole) return true;
  return session.parent !== undefined && hasReadWhole(session.parent, doc);
}

export function hasMemoryReaderReturned(session: Session): boolean {
  if (session.memoryReaderReturned) return true;
  return session.parent !== undefined && hasMemoryReaderReturned(session.parent);
}

/** The recovery that this session, or one that it works for, is in. */
export function recoveryOf(session: Session): Recovery | undefined {
  return session.recovery ?? (session.parent && recoveryOf(session.parent));
}

function moveToEnd(anchors: readonly string[], doc: string): readonly string[] {
  return [...anchors.filter((anchor) => anchor !== doc), doc].slice(-ANCHORS_REMEMBERED);
}

/** The first line of the doc that was not shown yet; 1 when nothing was. */
export function firstUnreadLine(session: Session, doc: string): number {
  const first = session.reads.get(doc)?.ranges[0];
  return first === undefined || first.from > 1 ? 1 : first.to + 1;
}

function remember(
  reads: ReadonlyMap<string, Coverage>,
  doc: string,
  lines: LineRange | "whole",
): ReadonlyMap<string, Coverage> {
  const next = new Map(reads);
  next.delete(doc);
  next.set(doc, cover(reads.get(doc), lines));
  const oldest = next.keys().next();
  if (next.size > DOCS_REMEMBERED && !oldest.done) next.delete(oldest.value);
  return next;
}

function cover(before: Coverage | undefined, lines: LineRange | "whole"): Coverage {
  if (lines === "whole") return { whole: true, ranges: [], total: undefined };
  const total = lines.total ?? before?.total;
  const isOtherVersion =
    lines.total !== undefined && before?.total !== undefined && before.total !== lines.total;
  const ranges = mergeRanges(isOtherVersion ? [lines] : [...(before?.ranges ?? []), lines]);
  const first = ranges[0];
  const whole = total !== undefined && first !== undefined && first.from <= 1 && first.to >= total;
  return { whole: whole || (!isOtherVersion && before?.whole === true), ranges, total };
}

function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to + 1) {
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, range.to) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

import { LEGACY } from "../bank/layout.ts";
import { type Doc, parseDoc } from "../bank/parse.ts";
import { findHeadings } from "../bank/sections.ts";
import { isWithin } from "../markdown/lines.ts";
import type { Fault, Level } from "./finding.ts";
import { isDocOfAnotherTime, isLineOfAnotherTime } from "./other-time.ts";

/** A doc of the bank with what rules ask of it. */
export interface CheckedDoc {
  readonly path: string;
  readonly text: string;
  readonly doc: Doc;
  /** The position of an offset, in the form of a finding. */
  readonly placeOf: (offset: number) => Pick<Fault, "path" | "line"> & { readonly column: number };
  /** `level`, or the milder `ofUser` in a user block; always a note in the archive of an older layout. */
  readonly levelAt: (offset: number, level: Level, ofUser: Level) => Level;
  /** The line that an offset is in; only the beginning of a very long line. */
  readonly lineOf: (offset: number) => string;
  /** Whether the text is about the present: no doc name, heading or line says that it is about past or planned work. */
  readonly isOfNow: (offset: number) => boolean;
}

/** Longer lines are cut: the time of some rules' patterns may grow with the square of a line's length. */
const LONGEST_LINE = 2000;

export function toCheckedDoc(path: string, text: string): CheckedDoc {
  const doc = parseDoc(text);
  const { lines, blocks } = doc;
  const indexOf = (offset: number) => lines.findLastIndex(({ from }) => from <= offset);
  const lineOf = (offset: number) => {
    const { from, to } = lines[indexOf(offset)] ?? { from: 0, to: 0 };
    return text.slice(from, Math.min(to, from + LONGEST_LINE));
  };
  const isDocOfNow = !isDocOfAnotherTime(path);
  const isBelowOther = makeHeadingLookup(text);
  return {
    path,
    text,
    doc,
    placeOf: (offset) => {
      const index = indexOf(offset);
      return { path, line: index + 1, column: offset - (lines[index]?.from ?? 0) + 1 };
    },
    levelAt: (offset, level, ofUser) => {
      if (path === LEGACY) return "note";
      return isWithin(blocks.user, offset) ? ofUser : level;
    },
    lineOf,
    isOfNow: (offset) =>
      isDocOfNow && !isLineOfAnotherTime(lineOf(offset)) && !isBelowOther(offset),
  };
}

/** Returns whether an offset is below a heading, of whatever level, about past or planned work. */
function makeHeadingLookup(text: string): (offset: number) => boolean {
  const open: { readonly level: number; readonly isOther: boolean }[] = [];
  const headings = findHeadings(text).map(({ level, title, from }) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const isOther = open.at(-1)?.isOther === true || isLineOfAnotherTime(title);
    open.push({ level, isOther });
    return { from, isOther };
  });
  return (offset) => headings.findLast(({ from }) => from <= offset)?.isOther === true;
}

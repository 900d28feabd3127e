import { LEGACY } from "../bank/layout.ts";
import { type Doc, parseDoc } from "../bank/parse.ts";
import { readHeading } from "../bank/sections.ts";
import { isWithin } from "../markdown/lines.ts";
import type { Fault, Level } from "./finding.ts";
import { isDocOfAnotherTime, isLineOfAnotherTime } from "./other-time.ts";

/** A doc of the bank with what rules ask of it. */
export interface CheckedDoc {
  readonly path: string;
  readonly text: string;
  readonly doc: Doc;
  /** Where an offset is, as a finding says it. */
  readonly placeOf: (offset: number) => Pick<Fault, "path" | "line"> & { readonly column: number };
  /** `level`, or the milder `ofUser` in a user block; only a note in the archive of an older layout. */
  readonly levelAt: (offset: number, level: Level, ofUser: Level) => Level;
  /** The line that an offset is in, or its beginning where it is very long. */
  readonly lineOf: (offset: number) => string;
  /** Whether neither the doc, nor the line, nor a heading above it tells of what was or is to be. */
  readonly isOfNow: (offset: number) => boolean;
}

/** The patterns that rules use on a line may take time that grows with the square of its length. */
const LONGEST_LINE = 2000;

export function toCheckedDoc(path: string, text: string): CheckedDoc {
  const doc = parseDoc(text);
  const { lines, blocks } = doc;
  const indexOf = (offset: number) => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lines[middle]?.from ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const lineOf = (offset: number) => {
    const { from, to } = lines[indexOf(offset)] ?? { from: 0, to: 0 };
    return text.slice(from, Math.min(to, from + LONGEST_LINE));
  };
  const isDocOfNow = !isDocOfAnotherTime(path);
  const isBelowOther = makeHeadingLookup(doc);
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

/** Whether an offset stands below a heading, of whatever level, that tells of another time. */
function makeHeadingLookup({ text, lines }: Doc): (offset: number) => boolean {
  const open: { readonly level: number; readonly isOther: boolean }[] = [];
  const headings = lines
    .filter(({ kind, depth }) => kind === "heading" && depth === 0)
    .map(({ from, to }) => {
      const { level, title } = readHeading(text.slice(from, to));
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const isOther = open.at(-1)?.isOther === true || isLineOfAnotherTime(title);
      open.push({ level, isOther });
      return { from, isOther };
    });
  return (offset) => headings.findLast(({ from }) => from <= offset)?.isOther === true;
}

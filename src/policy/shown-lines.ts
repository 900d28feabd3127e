import { readName } from "./call.ts";
import type { LineRange, Printed, Target, ToolResult } from "../types.ts";

type Piece = Printed<Target | undefined>;
type Lines = Extract<Piece, { kind: "lines" }>;

/** What an output proves that it shows of a doc. */
export interface ShownDoc {
  readonly doc: string;
  readonly lines: LineRange | "whole";
}

/** What programs and shells say when they cannot do what they were asked. */
const COMPLAINT =
  /^(?:-?(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh|cat|nl|sed|head|tail|[gm]?awk|e?grep|rg|bat|batcat|less|more|python3?|node|env|sudo|nice):|^\[bat (?:error|warning)\]|(?:^|: )binary file matches|^Binary file |^Traceback \(most recent call last\)/m;

/** Hosts take blank lines off both ends of an output, and the newline with them. */
const MOST_BLANK_LINES = 10;

/**
 * Which lines of docs an output shows. Where each piece of the output begins and ends is only known as far as words
 * between them, numbers of lines and the ends of the output say; what holds for each way to divide it is certain.
 */
export function findShownLines(
  prints: readonly Printed<Target>[],
  { text: given, exit, isCut }: ToolResult,
): ShownDoc[] {
  // What a terminal was told may hide as well as show.
  if (prints.length === 0 || exit !== 0 || isCut || given.includes("\u001B")) return [];
  const text = given.replaceAll("\r\n", "\n");
  const isWhole = text.endsWith("\n");
  const pieces = isWhole ? prints : prints.flatMap(withLooseEnds);
  const isSuccess = !COMPLAINT.test(text);
  const ends = offsetsOfEnds(text);
  return divide(pieces, text, ends).flatMap(({ piece, ...place }): ShownDoc[] => {
    const doc =
      piece.kind === "lines" && piece.file !== undefined ? readName(piece.file) : undefined;
    if (piece.kind !== "lines" || doc === undefined) return [];
    if (piece.failure !== "exit" && !isSuccess) return [];
    const isAtEnd = place.start.earliest === 0 || place.end.latest === text.length;
    const counts = countLines(place, text, ends);
    const lines = linesOf(piece, counts, isAtEnd && !isWhole ? MOST_BLANK_LINES : 0);
    return lines === undefined ? [] : [{ doc, lines }];
  });
}

/** Between the earliest and the latest offset at which it may begin, and at which it may end. */
interface Place {
  readonly start: Bounds;
  readonly end: Bounds;
}

interface Bounds {
  earliest: number;
  latest: number;
}

/** How many lines it has, whichever way the output is divided. */
interface Counts {
  readonly least: number;
  readonly most: number;
}

function countLines({ start, end }: Place, output: string, ends: readonly number[]): Counts {
  const newlines = (from: number, to: number) => countEnds(to, ends) - countEnds(from, ends);
  // The last line of a file need not have a newline.
  const rest = (from: number, to: number) => (to > from && output[to - 1] !== "\n" ? 1 : 0);
  const [from, to] = [start.latest, end.earliest];
  const isEndKnown = to === end.latest;
  return {
    least: to > from ? newlines(from, to) + (isEndKnown ? rest(from, to) : 0) : 0,
    most: newlines(start.earliest, end.latest) + rest(start.earliest, end.latest),
  };
}

function linesOf(
  { from, to, failure }: Lines,
  { least, most }: Counts,
  mostHidden: number,
): LineRange | "whole" | undefined {
  if (failure !== "exit" && (failure === "silent" ? least : most) === 0) return undefined;
  // Fewer lines than it was asked for: the file has no more.
  const hasEnd = to === Infinity || most + mostHidden < to - from + 1;
  if (hasEnd) return from === 1 ? "whole" : { from, to: Infinity, total: undefined };
  return least === 0 ? undefined : { from, to: from + least - 1, total: undefined };
}

/** Nothing where the output is not what the pieces say. */
function divide(
  pieces: readonly Piece[],
  output: string,
  ends: readonly number[],
): readonly (Place & { readonly piece: Piece })[] {
  const places = pieces.map((piece) => ({
    piece,
    start: { earliest: 0, latest: output.length },
    end: { earliest: 0, latest: output.length },
  }));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  first.start.latest = 0;
  last.end.earliest = output.length;
  // What one piece leaves to the others is known when all were looked at from both sides.
  for (let round = 0; round < 2; round++) {
    for (const [index, place] of places.entries()) {
      narrow(place.start, places[index - 1]?.end);
      if (!fit(place, output, ends)) return [];
    }
    for (const [index, place] of [...places.entries()].toReversed()) {
      narrow(place.end, places[index + 1]?.start);
      if (!fit(place, output, ends)) return [];
    }
  }
  return places;
}

/** One ends where the next begins. */
function narrow(bounds: Bounds, other: Bounds | undefined): void {
  if (other === undefined) return;
  bounds.earliest = Math.max(bounds.earliest, other.earliest);
  bounds.latest = Math.min(bounds.latest, other.latest);
}

/** Brings the bounds of one piece as near as its own length allows; false where it fits nowhere. */
function fit(
  { piece, start, end }: Place & { readonly piece: Piece },
  output: string,
  ends: readonly number[],
): boolean {
  if (piece.kind === "text") {
    const { text } = piece;
    const earliest = output.indexOf(text, Math.max(start.earliest, end.earliest - text.length));
    const latest = output.lastIndexOf(text, Math.min(start.latest, end.latest - text.length));
    if (earliest === -1 || latest === -1) return false;
    narrow(start, { earliest, latest });
    narrow(end, { earliest: earliest + text.length, latest: latest + text.length });
  } else {
    const most = piece.kind === "lines" ? piece.to - piece.from + 1 : Infinity;
    narrow(end, { earliest: start.earliest, latest: goForward(start.latest, most, ends, output) });
    narrow(start, { earliest: goBack(end.earliest, most, ends), latest: end.latest });
  }
  return start.earliest <= start.latest && end.earliest <= end.latest;
}

/** Where each line ends, behind its newline. */
function offsetsOfEnds(output: string): readonly number[] {
  const ends: number[] = [];
  for (let at = output.indexOf("\n"); at !== -1; at = output.indexOf("\n", at + 1))
    ends.push(at + 1);
  return ends;
}

/** How many of these lines end at an offset or before it. */
function countEnds(offset: number, ends: readonly number[]): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function goForward(offset: number, lines: number, ends: readonly number[], output: string): number {
  return lines === 0 ? offset : (ends[countEnds(offset, ends) + lines - 1] ?? output.length);
}

/** The earliest offset from which no more lines than these end. */
function goBack(offset: number, lines: number, ends: readonly number[]): number {
  const first = countEnds(offset, ends) - lines;
  return first <= 0 ? 0 : (ends[first - 1] ?? 0);
}

/** Newlines around the command's own words, any of which may have been taken off. */
function withLooseEnds(piece: Piece): readonly Piece[] {
  if (piece.kind !== "text") return [piece];
  const { text } = piece;
  const start = text.search(/[^\n]/);
  if (start === -1) return newlines(text.length);
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  const words = { ...piece, text: text.slice(start, end) };
  return [...newlines(start), words, ...newlines(text.length - end)];
}

function newlines(count: number): readonly Piece[] {
  if (count === 0) return [];
  return [{ kind: "lines", file: undefined, from: 1, to: count, failure: "silent" }];
}

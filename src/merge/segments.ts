import { scanLines } from "../markdown/scan-lines.ts";
import { findTables } from "../markdown/tables.ts";
import { latePattern } from "../patterns/late-pattern.ts";
import type { Versions } from "./versions.ts";

/** A part of the text below a heading. All parts together are the whole text. */
export interface Segment {
  readonly kind: "table" | "list" | "labels" | "text";
  readonly text: string;
}

const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
/** A line of a log that begins with its time. */
const LOGGED = /^\[?\d{4}-\d{2}-\d{2}\b/;
const LABELLED = latePattern(
  String.raw`^(?:\*\*)?[\p{L}\p{N}][^:：*|\x60\n]{0,39}[:：](?!//)`,
  "u",
);
const QUOTE = /^ {0,3}>/;

/** Whether a list item begins on the line. */
export function isItemStart(line: string): boolean {
  return ITEM.test(line) || LOGGED.test(line);
}

function isLabelled(line: string): boolean {
  return /[:：]/.test(line) && LABELLED().test(line);
}

/** Splits a text into tables, lists, paragraphs of labelled lines, and the text around them. */
export function toSegments(text: string): Segment[] {
  const lines = scanLines(text).filter(({ from, end }) => from < end);
  const tables = new Map(findTables(text).map(({ from, to }) => [from, to]));
  const kinds: Segment["kind"][] = [];
  let tableEnd = 0;
  lines.forEach(({ from, to, kind, depth, fence }, at) => {
    tableEnd = tables.get(from) ?? tableEnd;
    const line = text.slice(from, to);
    const before = kinds[at - 1];
    if (from < tableEnd) kinds.push("table");
    else if (fence === undefined && isItemStart(line)) kinds.push("list");
    else if (before === "list" && depth > 0 && kind !== "blank" && !QUOTE.test(line))
      kinds.push("list");
    else if (kind === "text" && depth === 0 && isLabelled(line)) kinds.push("labels");
    else kinds.push("text");
  });
  bridgeGaps(kinds, (at) => lines[at]?.kind === "blank");
  return joinKinds(text, lines, kinds);
}

/** Blank lines between two items of a list belong to the list. */
function bridgeGaps(kinds: Segment["kind"][], isBlank: (at: number) => boolean): void {
  let last = -1;
  kinds.forEach((kind, at) => {
    if (kind === "list") {
      if (last !== -1) kinds.fill("list", last + 1, at);
      last = at;
    } else if (!isBlank(at)) last = -1;
  });
}

function joinKinds(
  text: string,
  lines: readonly { readonly from: number; readonly end: number }[],
  kinds: readonly Segment["kind"][],
): Segment[] {
  const segments: { kind: Segment["kind"]; text: string }[] = [];
  lines.forEach(({ from, end }, at) => {
    const kind = kinds[at] ?? "text";
    const last = segments.at(-1);
    if (last?.kind === kind) last.text += text.slice(from, end);
    else segments.push({ kind, text: text.slice(from, end) });
  });
  return segments;
}

/** The segments of three texts side by side, with empty ones where a text lacks one; undefined if they do not match. */
export function alignSegments({
  base,
  ours,
  theirs,
}: Versions<readonly Segment[]>): (Versions<string> & Pick<Segment, "kind">)[] | undefined {
  const [longest = []] = [base, ours, theirs].toSorted((a, b) => b.length - a.length);
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map((list) => placeIn(longest, list));
  if (!inBase || !inOurs || !inTheirs) return undefined;
  return longest.map(({ kind }, at) => {
    const [old = "", our = "", their = ""] = [inBase[at], inOurs[at], inTheirs[at]];
    return { kind, base: old, ours: our, theirs: their };
  });
}

/** If a list or a table was removed, the texts before and after it are joined: they are split as in the pattern. */
function placeIn(
  pattern: readonly Segment[],
  segments: readonly Segment[],
): (string | undefined)[] | undefined {
  const rest = [...segments];
  const placed = pattern.map(({ kind, text }, at) => {
    const [first, second] = rest;
    if (first?.kind !== kind) return undefined;
    const isJoined =
      kind === "text" &&
      first.text !== text &&
      first.text.startsWith(text) &&
      second?.kind !== pattern[at + 1]?.kind;
    if (isJoined) {
      rest[0] = { kind, text: first.text.slice(text.length) };
      return text;
    }
    rest.shift();
    return first.text;
  });
  return rest.length === 0 ? placed : undefined;
}

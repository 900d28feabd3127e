import { type PlacedMarker, findMarkers } from "./blocks.ts";
import { SECTION_PRIORITY, sectionOf } from "./layout.ts";
import type { Span } from "../markdown/lines.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";

/** A stretch of the entry that is kept or cut as one. */
export interface Section {
  /** Text of the `##` heading; empty for what stands before the first one. */
  readonly heading: string;
  readonly text: string;
  /** Sections with a smaller number are kept longer when the entry is cut. */
  readonly priority: number;
}

/** A stretch of a doc. All of them together are the whole text. */
export interface Stretch extends Span {
  /** `rest` begins at a block marker, or at a `#` heading that ends a section. */
  readonly kind: "preamble" | "section" | "rest";
  /** Text of the `##` heading that a section begins with; else empty. */
  readonly heading: string;
  /** Where the line of its heading ends, with its line break. */
  readonly bodyFrom: number;
}

/** Splits at `##` headings and at block markers, outside code fences. The texts add up to the input. */
export function splitSections(text: string): Section[] {
  return splitStretches(text).map(({ kind, heading, from, to }) => ({
    heading,
    text: text.slice(from, to),
    priority: kind === "preamble" ? -1 : priorityOf(heading),
  }));
}

export function splitStretches(
  text: string,
  lines: readonly ScannedLine[] = scanLines(text),
  markers: readonly PlacedMarker[] = findMarkers(text, lines),
): Stretch[] {
  const markerLines = new Set(markers.map(({ line }) => line));
  const { length } = text;
  const stretches: { -readonly [Key in keyof Stretch]: Stretch[Key] }[] = [];
  const start = (kind: Stretch["kind"], heading: string, from: number, bodyFrom: number) => {
    const last = stretches.at(-1);
    if (last !== undefined) last.to = from;
    stretches.push({ kind, heading, from, bodyFrom, to: length });
  };
  start("preamble", "", 0, 0);
  lines.forEach(({ from, to, end, kind, depth }, index) => {
    if (markerLines.has(index + 1)) {
      start("rest", "", from, from);
      return;
    }
    if (kind !== "heading" || depth > 0) return;
    const { level, title } = readHeading(text.slice(from, to));
    if (level === 2) start("section", title, from, end);
    else if (level === 1 && stretches.at(-1)?.kind === "section") start("rest", "", from, from);
  });
  return stretches.filter(({ from, to }) => from < to);
}

export interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Of a line that is a heading with `#`. */
export function readHeading(line: string): Heading {
  const marks = line.trimStart();
  const level = marks.search(/[^#]|$/);
  const title = marks.slice(level).trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  const isClosed = end === 0 || /\s/.test(title[end - 1] ?? "");
  return { level, title: isClosed ? title.slice(0, end).trimEnd() : title };
}

function priorityOf(heading: string): number {
  if (heading === "") return SECTION_PRIORITY.length + 1;
  const section = sectionOf(heading);
  const known = SECTION_PRIORITY.findIndex((name) => section.startsWith(name));
  return known === -1 ? SECTION_PRIORITY.length : known;
}

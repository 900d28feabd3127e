import { findMarkers } from "./blocks.ts";
import type { Span } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";

/** A stretch of a doc. All of them together are the whole text. */
export interface Stretch extends Span {
  /** `rest` begins at a block marker, or at a `#` heading that ends a section. */
  readonly kind: "preamble" | "section" | "rest";
  /** Text of the `##` heading that a section begins with; else empty. */
  readonly heading: string;
  /** Where the line of its heading ends, with its line break. */
  readonly bodyFrom: number;
}

/** Splits at `##` headings and at block markers, outside code fences. */
export function splitStretches(text: string): Stretch[] {
  const markerLines = new Set(findMarkers(text).map(({ line }) => line));
  const starts: Omit<Stretch, "to">[] = [{ kind: "preamble", heading: "", from: 0, bodyFrom: 0 }];
  scanLines(text).forEach(({ from, to, end, kind, depth }, index) => {
    const isMarker = markerLines.has(index + 1);
    if (!isMarker && (kind !== "heading" || depth > 0)) return;
    const { level, title } = readHeading(text.slice(from, to));
    if (!isMarker && level === 2)
      starts.push({ kind: "section", heading: title, from, bodyFrom: end });
    else if (isMarker || (level === 1 && starts.at(-1)?.kind === "section"))
      starts.push({ kind: "rest", heading: "", from, bodyFrom: from });
  });
  return starts
    .map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? text.length }))
    .filter(({ from, to }) => from < to);
}

export interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Of a line that is a heading with `#`. */
export function readHeading(line: string): Heading {
  const [, marks = "", title = ""] = /^\s*(#*)(.*)$/s.exec(line) ?? [];
  const end = title.trimEnd().search(/(?:^|\s)#+$/);
  return { level: marks.length, title: (end === -1 ? title : title.slice(0, end)).trim() };
}

import { findMarkers } from "./blocks.ts";
import type { Span } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";

/** A part of a doc. All parts together are the whole text. */
export interface Stretch extends Span {
  /** `rest` begins at a block marker, or at a `#` heading that ends a section. */
  readonly kind: "preamble" | "section" | "rest";
  /** The text of a section's `##` heading; else empty. */
  readonly heading: string;
  /** The offset after the heading's line, with its line break. */
  readonly bodyFrom: number;
}

/** Splits a text at `##` headings and at block markers, outside code fences. */
export function splitStretches(text: string): Stretch[] {
  const markers = findMarkers(text).map(({ from }) => ({ level: 0, title: "", from, end: from }));
  const starts: Omit<Stretch, "to">[] = [{ kind: "preamble", heading: "", from: 0, bodyFrom: 0 }];
  const places = [...findHeadings(text), ...markers].toSorted((a, b) => a.from - b.from);
  for (const { level, title, from, end } of places) {
    if (level === 2) starts.push({ kind: "section", heading: title, from, bodyFrom: end });
    else if (level === 0 || (level === 1 && starts.at(-1)?.kind === "section"))
      starts.push({ kind: "rest", heading: "", from, bodyFrom: from });
  }
  return starts
    .map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? text.length }))
    .filter(({ from, to }) => from < to);
}

/** Headings with `#`, outside lists and quotes, with the offsets of their lines. */
export function findHeadings(text: string) {
  return scanLines(text).flatMap(({ kind, depth, from, to, end }) =>
    kind === "heading" && depth === 0 ? [{ ...readHeading(text.slice(from, to)), from, end }] : [],
  );
}

/** The level and text of a heading line with `#`. */
export function readHeading(line: string) {
  const [, marks = "", title = ""] = /^\s*(#*)(.*)$/s.exec(line) ?? [];
  const end = title.trimEnd().search(/(?:^|\s)#+$/);
  return { level: marks.length, title: (end === -1 ? title : title.slice(0, end)).trim() };
}

import { findBlockDamage, parseBlocks } from "./blocks.ts";
import { TEMPLATE_VERSION } from "./layout.ts";
import {
  type Line,
  type Span,
  endsWithBlankLine,
  isWithin,
  startOfText,
} from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { type Doc, type DocSection, findSection, parseDoc } from "./parse.ts";
import { readHeading } from "./sections.ts";

const LINE_BREAK_AT_END = /(?:\r\n|\r|\n)$/;
const BLANK_LINES_AT_START = /^(?:[ \t]*(?:\r\n|\r|\n))*/;

/** What stands between two offsets is replaced. */
export interface Edit extends Span {
  readonly text: string;
}

/** Offsets are those of `text`. Edits may touch, but not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let contents = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (edit.from < at || edit.to < edit.from || edit.to > text.length) {
      throw new RangeError(`Edit ${edit.from}–${edit.to} overlaps another or leaves the text.`);
    }
    contents += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return contents + text.slice(at);
}

/** Removes lines, given in order. A text without a final line break keeps none. */
export function removeLines(text: string, lines: readonly Line[]): string {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const { from, end } of lines) {
    const last = runs.at(-1);
    if (last?.to === from) last.to = end;
    else runs.push({ from, to: end, text: "" });
  }
  const last = runs.at(-1);
  if (last?.to === text.length && !/[\r\n]$/.test(text)) {
    last.from -= LINE_BREAK_AT_END.exec(text.slice(0, last.from))?.[0].length ?? 0;
  }
  return applyEdits(text, runs);
}

/** The line break that the first line of a text ends with. */
export function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** Names the template of a doc, in the marker that is there or in a new one. */
export function setVersion(text: string, version: string = TEMPLATE_VERSION): string {
  const { version: placed, blocks } = parseDoc(text);
  const marker = `<!-- MEMORY_BANK_TEMPLATE:${version} -->`;
  if (placed?.value === version) return text;
  if (placed !== undefined) return applyEdits(text, [{ ...placed, text: marker }]);
  const start = blocks.markers.find((found) => found.marker === "machine-start");
  const lineBreak = lineBreakOf(text);
  return applyEdits(text, [
    start === undefined
      ? { from: startOfText(text), to: startOfText(text), text: marker + lineBreak }
      : { from: start.to, to: start.to, text: lineBreak + marker },
  ]);
}

/**
 * Adds a section, given with its `##` heading, at the end of the machine block unless the doc has one with
 * exactly this heading.
 */
export function appendSection(text: string, section: string): string {
  const doc = parseDoc(text);
  const lineBreak = lineBreakOf(text);
  const added = trimBlank(withLineBreak(section, lineBreak));
  const [headingLine = ""] = added.split(/\r|\n/, 1);
  const { level, title } = readHeading(headingLine);
  if (level !== 2)
    throw new Error(`A section begins with a "##" heading, not with: ${headingLine}`);
  if (hasSection(doc, title)) return text;
  const machine = doc.blocks.machine.at(-1);
  const end = doc.blocks.markers.find(({ to }) => to === machine?.to);
  if (end?.marker !== "machine-end") throw new Error("The doc has no closed machine block.");

  const gap = endsWithBlankLine(text.slice(0, end.from)) ? "" : lineBreak;
  const edited = applyEdits(text, [
    { from: end.from, to: end.from, text: gap + added + lineBreak + lineBreak },
  ]);
  if (!hasSection(parseDoc(edited), title) || damages(text, edited))
    throw new Error(`"${title}" would not be a section: a code fence above it may be open.`);
  return edited;
}

/** Replaces what stands below a section's heading. The blank lines around it stay. */
export function setSectionBody(text: string, heading: string, body: string): string {
  const section = requireSection(text, heading);
  const lineBreak = lineBreakOf(text);
  const wanted = trimBlank(withLineBreak(body, lineBreak));
  const [from, to] = bodySpan(text, section);
  if (withLineBreak(text.slice(from, to), lineBreak) === wanted) return text;

  const hasBreak = /[\r\n]$/.test(text.slice(0, section.bodyFrom));
  const lead = hasBreak ? lineBreak : lineBreak + lineBreak;
  const isTouched = section.bodyFrom === section.to && section.to < text.length;
  const tail = (hasBreak ? lineBreak : "") + (isTouched ? lineBreak : "");
  const edited = applyEdits(text, [
    from < to ? { from, to, text: wanted } : { from, to, text: lead + wanted + tail },
  ]);
  const [newFrom, newTo] = bodySpan(edited, requireSection(edited, heading));
  const isKept = withLineBreak(edited.slice(newFrom, newTo), lineBreak) === wanted;
  if (!isKept || damages(text, edited))
    throw new Error(`The text for "${heading}" has headings, markers or open fences of its own.`);
  return edited;
}

function requireSection(text: string, heading: string): DocSection {
  const section = findSection(parseDoc(text), heading);
  if (section === undefined) throw new Error(`The doc has no section "${heading}".`);
  return section;
}

function damages(before: string, after: string): boolean {
  return findBlockDamage(before, after) !== undefined;
}

function hasSection(doc: Doc, title: string): boolean {
  return doc.sections.some(({ heading, owner }) => heading === title && owner !== "user");
}

/** Without the blank lines around it; where nothing is left, it begins below the heading. */
function bodySpan(text: string, { bodyFrom, to }: DocSection): [from: number, to: number] {
  const body = text.slice(bodyFrom, to);
  const from = bodyFrom + (BLANK_LINES_AT_START.exec(body)?.[0].length ?? 0);
  const end = bodyFrom + lengthWithoutTail(body);
  return from < end ? [from, end] : [bodyFrom, bodyFrom];
}

function trimBlank(text: string): string {
  return text.slice(0, lengthWithoutTail(text)).replace(BLANK_LINES_AT_START, "");
}

/** Not `trimEnd`, which takes the wide spaces of Chinese text too. */
function lengthWithoutTail(text: string): number {
  let length = text.length;
  while (length > 0 && /[ \t\r\n]/.test(text[length - 1] ?? "")) length -= 1;
  return length;
}

function withLineBreak(text: string, lineBreak: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, lineBreak);
}

/** One item of a list that stands in no other, with all of its lines. */
export interface ListItem extends Line {
  /** Of its first line, without the mark. */
  readonly content: string;
}

const QUOTE = /^ {0,3}>/;
const MARK = /^ {0,3}[-*+][ \t]+/;

/** Those outside user blocks. */
export function findListItems(text: string): ListItem[] {
  const lines = scanLines(text);
  const { user } = parseBlocks(text, lines);
  const items: ListItem[] = [];
  let isOpen = false;
  for (const { from, to, end, kind, depth } of lines) {
    const line = text.slice(from, to);
    const mark = depth === 1 ? MARK.exec(line)?.[0] : undefined;
    const last = items.at(-1);
    if (mark !== undefined && !isWithin(user, from)) {
      items.push({ from, to, end, content: line.slice(mark.length).trimEnd() });
      isOpen = true;
    } else if (isOpen && last !== undefined && depth > 0 && kind !== "blank" && !QUOTE.test(line)) {
      items[items.length - 1] = { ...last, to, end };
    } else {
      isOpen = false;
    }
  }
  return items;
}

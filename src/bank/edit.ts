import { findBlockDamage, findMarkers, parseBlocks } from "./blocks.ts";
import { TEMPLATE_VERSION } from "./layout.ts";
import { findVersion } from "./markers.ts";
import { type Line, type Span, isWithin, startOfText } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { bodyOf, findSection, parseDoc } from "./parse.ts";
import { readHeading } from "./sections.ts";

/** Replaces the text between two offsets. */
export interface Edit extends Span {
  readonly text: string;
}

/** Offsets count in `text`. Edits may touch, but not overlap. */
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

/** Removes lines. A text without a final line break still has none afterwards. */
export function removeLines(text: string, lines: readonly Line[]): string {
  const left = applyEdits(
    text,
    lines.map(({ from, end }) => ({ from, to: end, text: "" })),
  );
  return /[\r\n]$/.test(text) ? left : left.replace(/(?:\r\n|\r|\n)$/, "");
}

/** The line break that the first line of a text ends with. */
export function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** Writes the template version into the doc's marker, or into a new marker. */
export function setVersion(text: string): string {
  const placed = findVersion(text);
  const marker = `<!-- MEMORY_BANK_TEMPLATE:${TEMPLATE_VERSION} -->`;
  if (placed !== undefined) return applyEdits(text, [{ ...placed, text: marker }]);
  const start = findMarkers(text).find((found) => found.marker === "machine-start");
  const lineBreak = lineBreakOf(text);
  const at = start?.to ?? startOfText(text);
  const line = start === undefined ? marker + lineBreak : lineBreak + marker;
  return applyEdits(text, [{ from: at, to: at, text: line }]);
}

/**
 * Adds a section, given with its `##` heading, at the end of the machine block unless the doc has one with
 * exactly this heading.
 */
export function appendSection(text: string, section: string): string {
  const { blocks, sections } = parseDoc(text);
  const lineBreak = lineBreakOf(text);
  const added = trimBlank(withLineBreak(section, lineBreak));
  const { title } = readHeading(added.split(/[\r\n]/, 1)[0] ?? "");
  if (sections.some(({ heading, owner }) => heading === title && owner !== "user")) return text;
  const machine = blocks.machine.at(-1);
  const end = blocks.markers.find(({ to }) => to === machine?.to);
  if (end?.marker !== "machine-end") throw new Error("The doc has no closed machine block.");
  const gap = /(?:\r(?!\n)|\n)[ \t]*(?:\r\n|\r|\n)$/.test(text.slice(0, end.from)) ? "" : lineBreak;
  const insert = { from: end.from, to: end.from, text: gap + added + lineBreak + lineBreak };
  const edited = applyEdits(text, [insert]);
  const isThere = parseDoc(edited).sections.some(({ heading }) => heading === title);
  if (!isThere || findBlockDamage(text, edited) !== undefined)
    throw new Error(`"${title}" would not be a section: a code fence above it may be open.`);
  return edited;
}

/** Replaces the text below a section's heading, with one blank line around it. */
export function setSectionBody(text: string, heading: string, body: string): string {
  const lineBreak = lineBreakOf(text);
  const wanted = trimBlank(withLineBreak(body, lineBreak));
  const section = findSection(parseDoc(text), heading);
  if (section === undefined) throw new Error(`The doc has no section "${heading}".`);
  if (trimmedBody(text, heading) === wanted) return text;
  const { bodyFrom, to } = section;
  const isOpen = !/[\r\n]$/.test(text.slice(0, bodyFrom));
  const lead = isOpen ? lineBreak + lineBreak : lineBreak;
  const tail = to < text.length ? lineBreak + lineBreak : lineBreak;
  const edited = applyEdits(text, [{ from: bodyFrom, to, text: lead + wanted + tail }]);
  if (trimmedBody(edited, heading) !== wanted || findBlockDamage(text, edited) !== undefined)
    throw new Error(`The text for "${heading}" has headings, markers or open fences of its own.`);
  return edited;
}

function trimmedBody(text: string, heading: string): string {
  return trimBlank(withLineBreak(bodyOf(text, heading) ?? "", lineBreakOf(text)));
}

/** Removes the blank lines around a text. The indentation of the first line stays. */
function trimBlank(text: string): string {
  return text.replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, "").trimEnd();
}

function withLineBreak(text: string, lineBreak: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, lineBreak);
}

/** One item of an outermost list, with all of its lines. */
export interface ListItem extends Line {
  /** The text of the first line, without the list mark. */
  readonly content: string;
}

const QUOTE = /^ {0,3}>/;
const MARK = /^ {0,3}[-*+][ \t]+/;

/** The list items outside user blocks. */
export function findListItems(text: string): ListItem[] {
  const { user } = parseBlocks(text);
  const items: ListItem[] = [];
  let isOpen = false;
  for (const { from, to, end, kind, depth } of scanLines(text)) {
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

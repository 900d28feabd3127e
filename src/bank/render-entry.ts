import { findTables } from "../markdown/tables.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import type { Language } from "../types.ts";
import { FOOTER } from "./focus.ts";
import { type PointedSection, findPointers } from "./live-links.ts";
import { BLOCK_MARKER, SECTION } from "./layout.ts";
import { findHeadings, readHeading } from "./sections.ts";
import { isTemplateSentence } from "./templates/template-lines.ts";
import { isLeadSentence } from "./unfilled.ts";

/** The beginning of the file that a pointer leads to; undefined if it may not be followed, or is not text. */
export type ReadPointer = (path: string) => string | undefined;

const LONGEST: Readonly<Record<PointedSection, number>> = {
  [SECTION.snapshot]: 600,
  [SECTION.focus]: 1200,
};
/** A value that is still a blank, after a label or alone. */
const BLANK =
  /^[\s>*+-]*(?:[^:：|]{1,40}[:：]\s*)?[(（](?:not recorded yet|nothing recorded|not set|尚未记录|无记录|未设定)(?:[:：][^)）]*)?[)）][.。]?(?:\s*\S{1,20}[:：]?\s*\S*)?$/i;
const TAG = /<(?=\s*\/?\s*memory-bank)/gi;

/** The entry as the prompt shows it: pointers replaced by text of their files, and lines without content left out. */
export function renderEntry(entry: string, language: Language, read: ReadPointer): string {
  let text = "";
  let from = 0;
  for (const pointer of findPointers(entry)) {
    const live = read(pointer.path);
    const shown =
      live === undefined ? UNREADABLE[language] : firstParagraphs(live, LONGEST[pointer.section]);
    const sign = { en: ":", zh: "：" }[language];
    const line = entry.slice(pointer.from, pointer.to);
    text += entry.slice(from, pointer.from);
    text += live === undefined ? `${line} ${shown}` : `${line}${sign}\n\n${shown}`;
    from = pointer.to;
  }
  // Text that we show must not be able to open or close our block.
  return saying(text + entry.slice(from)).replaceAll(TAG, "&lt;");
}

const UNREADABLE = { en: "(not readable)", zh: "（无法读取）" } as const;

/** Leaves out markers, comments, empty tables, blanks, template sentences, and headings with nothing left below them. */
function saying(text: string): string {
  const lines = scanLines(text);
  const tables = findTables(text);
  const leftOut = new Set(commentLines(text, lines));
  for (const line of lines) {
    const words = text.slice(line.from, line.to);
    const table = tables.find(({ from, to }) => from <= line.from && line.to <= to);
    if (table !== undefined ? table.rows.length === 0 : saysNothing(words, line)) leftOut.add(line);
  }
  leaveOutHeadings(text, lines, leftOut);
  const kept = lines.filter((line) => !leftOut.has(line));
  return kept
    .filter(
      ({ kind }, index) => kind !== "blank" || (index > 0 && kept[index - 1]?.kind !== "blank"),
    )
    .map(({ from, end }) => text.slice(from, end))
    .join("");
}

function saysNothing(words: string, { fence }: ScannedLine): boolean {
  if (fence !== undefined) return false;
  return BLOCK_MARKER.test(words) || BLANK.test(words) || isTemplateSentence(words);
}

/** Whole lines of comments. A comment after text on the same line stays. */
function commentLines(text: string, lines: readonly ScannedLine[]): ScannedLine[] {
  let isOpen = false;
  return lines.filter(({ from, to, kind }) => {
    const line = text.slice(from, to).trim();
    if (kind !== "html" || (!isOpen && !line.startsWith("<!--"))) return false;
    const end = line.indexOf("-->");
    isOpen = end === -1;
    return isOpen || end === line.length - 3;
  });
}

/** Leaves out a heading with no content below it, together with its subheadings and its date. A title stays. */
function leaveOutHeadings(
  text: string,
  lines: readonly ScannedLine[],
  leftOut: Set<ScannedLine>,
): void {
  const headings = findHeadings(text);
  for (const { level, from } of headings.filter((heading) => heading.level > 1)) {
    const next = headings.find((other) => other.from > from && other.level <= level);
    const below = lines.filter((line) => line.from >= from && line.from < (next?.from ?? Infinity));
    const isSaid = below.some(
      (line) =>
        !["blank", "heading"].includes(line.kind) &&
        !leftOut.has(line) &&
        !FOOTER.test(text.slice(line.from, line.to)),
    );
    if (!isSaid) for (const line of below) leftOut.add(line);
  }
}

const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]{0,4000}?\n---[ \t]*(?:\r?\n|$)/;
/** Some docs are one code block, as a model gave them. */
const WRAPPING = /^\s*`{3,}(?:markdown|md)[ \t]*\n/i;
const PICTURES = /^[\s>]*(?:\[?!\[[^\]]{0,200}\]\([^)]{0,500}\)(?:\]\([^)]{0,500}\))?\s*)+$/;
/** Headings of the linked file must not count as headings of the entry. */
const DEMOTED = "#### ";

/** The first paragraphs, without title, code, HTML and pictures; cut at the end of a line if possible. */
function firstParagraphs(live: string, longest: number): string {
  const text = saying(
    live.replace(FRONT_MATTER, "").replaceAll(/\r\n?/g, "\n").replace(WRAPPING, ""),
  );
  const lines = scanLines(text).flatMap(({ from, to, kind, depth, fence }) => {
    const line = text.slice(from, to);
    if (fence !== undefined || kind === "html" || PICTURES.test(line)) return [];
    if (isLeadSentence(line)) return [];
    if (kind !== "heading" || depth > 0) return [line];
    const { level, title } = readHeading(line);
    return level === 1 ? [] : [DEMOTED + title];
  });
  const whole = lines.join("\n").trim();
  if (whole.length <= longest) return whole;
  const cut = whole.slice(0, longest + 1);
  const end = [cut.lastIndexOf("\n"), cut.lastIndexOf(" "), longest].find((at) => at > 0);
  const shown = cut.slice(0, end).toWellFormed().split("\n");
  while (/^(?:$|#### )/.test(shown.at(-1) ?? "-")) shown.pop();
  return `${shown.join("\n")}\n…`;
}

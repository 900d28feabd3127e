import { findTables } from "../markdown/tables.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import type { Language } from "../types.ts";
import { FOOTER } from "./focus.ts";
import { type PointedSection, findPointers } from "./live-links.ts";
import { BLOCK_MARKER, SECTION } from "./layout.ts";
import { readHeading } from "./sections.ts";
import { isTemplateSentence } from "./templates/template-lines.ts";
import { isLeadSentence } from "./unfilled.ts";

/** The head of the file that a pointer leads to; undefined where it must not be followed, or is no text. */
export type ReadPointer = (path: string) => string | undefined;

const LONGEST: Readonly<Record<PointedSection, number>> = {
  [SECTION.snapshot]: 600,
  [SECTION.focus]: 1200,
};
/** A value that is still a blank, behind a label or alone. */
const BLANK =
  /^[\s>*+-]*(?:[^:：|]{1,40}[:：]\s*)?[(（](?:not recorded yet|nothing recorded|not set|尚未记录|无记录|未设定)(?:[:：][^)）]*)?[)）][.。]?(?:\s*\S{1,20}[:：]?\s*\S*)?$/i;
const TAG = /<(?=\s*\/?\s*memory-bank)/gi;

/** The entry as the prompt shows it: pointers as the text that they stand for, and nothing that says nothing. */
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
  return withoutTags(saying(text + entry.slice(from)));
}

const UNREADABLE = { en: "(not readable)", zh: "（无法读取）" } as const;

/** No text that we show can open or close a block of ours. */
function withoutTags(text: string): string {
  return text.replaceAll(TAG, "&lt;");
}

/** Without markers, comments, empty tables, blanks, sentences of the template, and headings below which nothing is left. */
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

/** Whole lines of comments. A comment behind a text stays. */
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

/** A heading below which nothing is said goes with what is there: other headings, and a date. A title stays. */
function leaveOutHeadings(
  text: string,
  lines: readonly ScannedLine[],
  leftOut: Set<ScannedLine>,
): void {
  const headings = lines.flatMap(({ from, to, kind, depth }, index) =>
    kind === "heading" && depth === 0
      ? [{ index, level: readHeading(text.slice(from, to)).level }]
      : [],
  );
  for (const { index, level } of headings.filter((heading) => heading.level > 1)) {
    const next = headings.find((other) => other.index > index && other.level <= level);
    const below = lines.slice(index, next?.index);
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
const PICTURES = /^[\s>]*(?:\[?!\[[^\]]{0,200}\]\([^)]{0,500}\)(?:\]\([^)]{0,500}\))?\s*)+$/;
/** Headings of the file are none of the entry. */
const DEMOTED = "#### ";

/** Without title, code, HTML and pictures; cut at the end of a line where one fits. */
function firstParagraphs(live: string, longest: number): string {
  const text = saying(live.replace(FRONT_MATTER, "").replaceAll(/\r\n?/g, "\n"));
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

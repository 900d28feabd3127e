import { findTables } from "../markdown/tables.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import type { Language } from "../types.ts";
import { findMarkers } from "./blocks.ts";
import { type PointedSection, findPointers } from "./live-links.ts";
import { SECTION } from "./layout.ts";
import { readHeading } from "./sections.ts";
import { isTemplateSentence } from "./templates/template-lines.ts";

/** The head of the file that a pointer leads to; undefined where it must not be followed, or is no text. */
export type ReadPointer = (path: string) => string | undefined;

const LONGEST: Readonly<Record<PointedSection, number>> = {
  [SECTION.snapshot]: 600,
  [SECTION.focus]: 1200,
};
/** A value that is still a blank, behind a label or alone. */
const BLANK =
  /^[\s>*+-]*(?:[^:：|]{1,40}[:：]\s*)?[(（](?:not recorded yet|nothing recorded|not set|尚未记录|无记录|未设定)(?:[:：][^)）]*)?[)）][.。]?(?:\s*\S{1,20}[:：]?\s*\S*)?$/i;
const DATED = /^(?:last updated|最近更新)\s*[:：]/i;
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
export function withoutTags(text: string): string {
  return text.replaceAll(TAG, "&lt;");
}

/** Without markers, comments, empty tables, blanks, sentences of the template, and headings below which nothing is left. */
function saying(text: string): string {
  const lines = scanLines(text);
  const isLeftOut = new Set([
    ...findMarkers(text, lines).map(({ line }) => line - 1),
    ...commentLines(text, lines),
    ...emptyTables(text, lines),
  ]);
  const inTables = new Set(
    findTables(text, lines).flatMap(({ from, to }) => rangeOf(lines, from, to)),
  );
  lines.forEach(({ from, to, fence }, index) => {
    const line = text.slice(from, to);
    if (fence !== undefined || inTables.has(index)) return;
    if (BLANK.test(line) || isTemplateSentence(line)) isLeftOut.add(index);
  });
  leaveOutHeadings(text, lines, isLeftOut);
  const kept = lines.filter((_, index) => !isLeftOut.has(index));
  return kept
    .filter(
      ({ kind }, index) => kind !== "blank" || (index > 0 && kept[index - 1]?.kind !== "blank"),
    )
    .map(({ from, end }) => text.slice(from, end))
    .join("");
}

/** Whole lines of comments. A comment behind a text stays. */
function commentLines(text: string, lines: readonly ScannedLine[]): number[] {
  let isOpen = false;
  return lines.flatMap(({ from, to, kind }, index) => {
    if (kind !== "html") return [];
    const line = text.slice(from, to).trim();
    if (!isOpen && !line.startsWith("<!--")) return [];
    const end = line.indexOf("-->");
    isOpen = end === -1;
    return isOpen || end === line.length - 3 ? [index] : [];
  });
}

function emptyTables(text: string, lines: readonly ScannedLine[]): number[] {
  return findTables(text, lines)
    .filter(({ rows }) => rows.length === 0)
    .flatMap(({ from, to }) => rangeOf(lines, from, to));
}

function rangeOf(lines: readonly ScannedLine[], from: number, to: number): number[] {
  return lines.flatMap((line, index) => (line.from >= from && line.to <= to ? [index] : []));
}

/** A heading below which nothing is said goes with what is there: other headings, and a date. A title stays. */
function leaveOutHeadings(
  text: string,
  lines: readonly ScannedLine[],
  isLeftOut: Set<number>,
): void {
  const levels = lines.map(({ from, to, kind, depth }) =>
    kind === "heading" && depth === 0 ? readHeading(text.slice(from, to)).level : 0,
  );
  const isSaid = lines.map(
    ({ from, to, kind }, index) =>
      kind !== "blank" &&
      levels[index] === 0 &&
      !isLeftOut.has(index) &&
      !DATED.test(text.slice(from, to)),
  );
  levels.forEach((level, index) => {
    if (level < 2) return;
    const next = levels.findIndex((other, at) => at > index && other > 0 && other <= level);
    const end = next === -1 ? lines.length : next;
    if (isSaid.slice(index, end).includes(true)) return;
    for (let at = index; at < end; at += 1) isLeftOut.add(at);
  });
}

const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]{0,4000}?\n---[ \t]*(?:\r?\n|$)/;
const PICTURES = /^[\s>]*(?:\[?!\[[^\]]{0,200}\]\([^)]{0,500}\)(?:\]\([^)]{0,500}\))?\s*)+$/;
/** Headings of the file are none of the entry. */
const DEMOTED = "#### ";

/** Without title, code, HTML and pictures; cut at the end of a line where one fits. */
function firstParagraphs(live: string, longest: number): string {
  const text = saying(live.replace(FRONT_MATTER, "").replaceAll(/\r\n?/g, "\n"));
  const shown: string[] = [];
  let left = longest;
  let isCut = false;
  for (const { from, to, kind, depth, fence } of scanLines(text)) {
    const line = text.slice(from, to);
    if (fence !== undefined || kind === "html" || PICTURES.test(line)) continue;
    const heading = kind === "heading" && depth === 0 ? readHeading(line) : undefined;
    if (heading?.level === 1) continue;
    const words = heading === undefined || heading.level === 0 ? line : DEMOTED + heading.title;
    isCut = words.length > left;
    if (isCut && !shown.some((each) => each !== "")) shown.push(cutLine(words, left));
    if (isCut) break;
    shown.push(words);
    left -= words.length + 1;
  }
  const first = shown.findIndex((line) => line !== "");
  const last = shown.findLastIndex((line) => line !== "" && !line.startsWith(DEMOTED));
  return shown.slice(Math.max(0, first), last + 1).join("\n") + (isCut ? "\n…" : "");
}

function cutLine(line: string, longest: number): string {
  const end = line.lastIndexOf(" ", longest);
  const cut = line.slice(0, end > longest / 2 ? end : longest);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

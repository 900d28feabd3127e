import { parseBlocks } from "../bank/blocks.ts";
import { readHeading } from "../bank/sections.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { type Meaning, meaningOf, meaningOfLabel, meaningOfPhrase } from "./focus-words.ts";

/** A heading, or a label such as `**Next**:`, which is below all headings. */
export interface FocusHeading {
  readonly kind: "heading";
  readonly level: number;
  readonly title: string;
  readonly meaning: Meaning | undefined;
  /** What stands on its line behind the words that have the meaning. */
  readonly value: string;
}

/** A paragraph, an item of a list or a row of a table. */
export interface FocusItem {
  readonly kind: "item";
  readonly text: string;
  readonly indent: number;
  readonly isListed: boolean;
}

export type FocusPart = FocusHeading | FocusItem;

export const LABEL_LEVEL = 7;

const MARK = /^(?:[-*+]|\d{1,3}[.)])\s+/;
const LABEL = /^([^:：]{1,40})[:：](?!\/\/)\s*(.*)$/;
const BOLD_LABEL = /^\*\*[^*]{1,40}(?:[:：]\*\*|\*\*\s?[:：])/;
const ONLY_BOLD = /^\*\*([^*]{1,80})\*\*\s?[:：]?$/;
const TAIL = /^([^:：—–(（]{1,60}?)(?:[:：]|\s[-—–]{1,2}\s)\s*(.*)$/;
const TABLE_RULE = /^[\s|:-]{0,400}-[\s|:-]{0,400}$/;
/** A whole doc in a fence, as models hand it over. */
const WRAPPED = /^\s{0,20}`{3,}(?:markdown|md)[ \t]*\r?\n/;

interface PlainLine {
  readonly text: string;
  readonly kind: "heading" | "text" | "gap";
}

/** Headings, labels and items of a doc; the user's blocks, code and comments are no part of it. */
export function toFocusParts(text: string): FocusPart[] {
  const lines = plainLines(WRAPPED.test(text) ? text.replace(WRAPPED, "") : text);
  const parts: FocusPart[] = [];
  lines.forEach((line, index) => {
    const before = lines[index - 1]?.kind === "text";
    const behind = lines[index + 1];
    if (line.kind === "heading") parts.push(toHeading(line.text));
    else if (line.kind === "text") addText(parts, line.text, before, behind);
  });
  return parts;
}

function plainLines(text: string): PlainLine[] {
  const lines = scanLines(text);
  const { user } = parseBlocks(text, lines);
  return lines.flatMap(({ from, to, kind }): PlainLine[] => {
    if (isWithin(user, from) || kind === "fence" || kind === "code" || kind === "html") return [];
    const line = text.slice(from, to).replace(/^(?:\s{0,3}>\s?){1,9}/, "");
    return [{ text: line, kind: kind === "heading" || kind === "text" ? kind : "gap" }];
  });
}

function addText(
  parts: FocusPart[],
  line: string,
  isBehindText: boolean,
  next: PlainLine | undefined,
): void {
  const words = line.trim();
  if (words.startsWith("|")) {
    const isRow = !TABLE_RULE.test(words) && !TABLE_RULE.test(next?.text ?? "");
    if (isRow) parts.push({ kind: "item", text: toWords(words), indent: 0, isListed: true });
    return;
  }
  const isListed = MARK.test(words);
  const isAlone = !isListed && !isBehindText && next?.kind !== "text";
  const label = toLabel(words, isListed, isAlone);
  const last = parts.at(-1);
  const goesOn = isBehindText && !isListed && !BOLD_LABEL.test(words);
  if (label !== undefined) parts.push(label);
  else if (goesOn && last?.kind === "item")
    parts[parts.length - 1] = { ...last, text: `${last.text} ${words}` };
  else if (goesOn && last?.kind === "heading" && last.value !== "")
    parts[parts.length - 1] = { ...last, value: `${last.value} ${words}` };
  else {
    const indent = line.search(/\S/);
    parts.push({ kind: "item", text: words.replace(MARK, ""), indent, isListed });
  }
}

function toHeading(line: string): FocusHeading {
  const { level, title } = readHeading(line.slice(line.indexOf("#")));
  const [, head = "", tail = ""] = TAIL.exec(title) ?? [];
  const meaning = head === "" ? undefined : meaningOf(head);
  return meaning === undefined
    ? { kind: "heading", level, title, meaning: meaningOf(title), value: "" }
    : { kind: "heading", level, title: head, meaning, value: tail };
}

/** A known label with or without a value, words in bold on a line of their own, or a known phrase that stands alone. */
function toLabel(line: string, isListed: boolean, isAlone: boolean): FocusHeading | undefined {
  const heading = { kind: "heading", level: LABEL_LEVEL } as const;
  const plain = line
    .replace(MARK, "")
    .replaceAll(/\*\*|__/g, "")
    .trim();
  const [, label = "", value = ""] = LABEL.exec(plain) ?? [];
  const meaning = meaningOfLabel(label) ?? (isAlone ? meaningOfPhrase(plain) : undefined);
  if (meaning !== undefined) return { ...heading, title: label || plain, meaning, value };
  const bold = isListed ? undefined : ONLY_BOLD.exec(line)?.[1];
  if (bold === undefined) return undefined;
  const title = bold.replace(/[:：]\s*$/, "");
  return { ...heading, title, meaning: meaningOf(title), value: "" };
}

/** A row of a table. */
function toWords(row: string): string {
  return row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");
}

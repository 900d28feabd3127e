import { readHeading } from "../../bank/sections.ts";
import { scanLines } from "../../markdown/scan-lines.ts";

/** An item of a list, or a paragraph, below its headings. */
export interface Passage {
  /** The outermost first; an item that introduces others is one of theirs. */
  readonly headings: readonly string[];
  readonly text: string;
  readonly isItem: boolean;
}

const FRONT_MATTER = /^---\n[^]{0,4000}?\n---\n/;
const ITEM = /^(\s{0,12})(?:[-*+•]|\d{1,3}[.)])[ \t]{1,8}(?:\[[ xX]\][ \t]{1,8})?(\S.*)$/;
/** A paragraph that is nothing but a title in bold. */
const BOLD_TITLE = /^\*\*([^*]{2,60})\*\*[:：]?$/;
/** An item that says only what those below it are about. */
const ITEM_TITLE = /^(?:\*\*)?([^*:：]{2,60})(?:\*\*)?[:：](?:\*\*)?$|^\*\*([^*]{2,60})\*\*$/;
const NO_PASSAGE = /^(?:\||\[!|\[[^\]]{1,80}\]:)/;
const LONGEST = 1000;
/** Headings have 1 to 6; below them come titles in bold, then items by their indent. */
const BOLD_LEVEL = 7;
const ITEM_LEVEL = 8;

/** The words of a Markdown text without code, tables and HTML. */
export function readPassages(document: string): Passage[] {
  const text = document.replace(FRONT_MATTER, "");
  const passages: Passage[] = [];
  const headings: { level: number; title: string }[] = [];
  let lines: string[] = [];
  /** Of the open item; undefined for a paragraph. */
  let indent: number | undefined;

  function leave(level: number): void {
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
  }
  function enter(level: number, title: string): void {
    leave(level);
    headings.push({ level, title });
  }
  function close(): void {
    const words = lines.join(" ").slice(0, LONGEST);
    const isItem = indent !== undefined;
    const level = ITEM_LEVEL + (indent ?? 0);
    lines = [];
    indent = undefined;
    if (words === "" || NO_PASSAGE.test(words)) return;
    leave(level);
    const [, ...titles] = (isItem ? ITEM_TITLE : BOLD_TITLE).exec(words) ?? [];
    const title = titles.find((each) => each !== undefined);
    if (title !== undefined) enter(isItem ? level : BOLD_LEVEL, title);
    else passages.push({ headings: headings.map((each) => each.title), text: words, isItem });
  }

  for (const { from, to, kind } of scanLines(text)) {
    const line = text.slice(from, Math.min(to, from + LONGEST));
    const isUnderline = kind === "rule" && lines.length === 1 && /^\s{0,3}[=-]/.test(line);
    if (isUnderline && indent === undefined) {
      enter(line.trim().startsWith("=") ? 1 : 2, lines[0] ?? "");
      lines = [];
    }
    if (kind !== "text") close();
    if (kind === "heading") {
      const { level, title } = readHeading(line.trimStart());
      if (level > 0) enter(level, title);
    }
    if (kind !== "text") continue;
    const [, lead, item] = ITEM.exec(line) ?? [];
    if (item === undefined) {
      lines.push(line.trim().replace(/^>\s{0,4}/, ""));
      continue;
    }
    close();
    indent = lead?.length ?? 0;
    lines.push(item.trim());
  }
  close();
  return passages;
}

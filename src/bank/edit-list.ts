import { parseBlocks } from "./blocks.ts";
import { type Edited, applyEdits, lineBreakOf } from "./edit.ts";
import { type Line, endsWithBlankLine, isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";

/** One item of a list that stands in no other, with all of its lines. */
export interface ListItem extends Line {
  /** Of its first line, without the mark. */
  readonly content: string;
}

const QUOTE = /^ {0,3}>/;
const MARK = /^ {0,3}[-*+][ \t]+/;

/** Adds a line to the last list of a doc, as in an `index.md`, unless it is there. */
export function addListItem(text: string, content: string): Edited {
  const items = findListItems(text);
  if (items.some((item) => item.content === content)) return applyEdits(text, []);
  const lineBreak = lineBreakOf(text);
  const last = items.at(-1);
  if (last !== undefined) {
    return applyEdits(text, [{ from: last.to, to: last.to, text: `${lineBreak}- ${content}` }]);
  }
  const { markers, user } = parseBlocks(text);
  const place =
    markers.find(({ marker }) => marker === "machine-end")?.from ?? user[0]?.from ?? text.length;
  const before = text.slice(0, place);
  const gap = before === "" || endsWithBlankLine(before) ? "" : lineBreak;
  const ending = /[^\r\n]$/.test(before) ? lineBreak : "";
  const tail = place < text.length ? lineBreak : "";
  return applyEdits(text, [
    { from: place, to: place, text: `${ending}${gap}- ${content}${lineBreak}${tail}` },
  ]);
}

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

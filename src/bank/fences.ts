import { parser } from "@lezer/markdown";
import { splitLines, startOfText } from "./lines.ts";

export interface Fence {
  readonly from: number;
  readonly to: number;
  /** Characters before the opening fence on its line. */
  readonly column: number;
  /** Closed, and by a fence in the same column: nobody meant anything else. */
  readonly isCertain: boolean;
}

const FENCE_MARK = /`{3}|~{3}/;
const EMPTY_ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]*$/;

/** Inline syntax cannot move a fence, and takes most of the time. */
const blocksOnly = parser.configure({
  remove: [
    "Escape",
    "Entity",
    "InlineCode",
    "HTMLTag",
    "Emphasis",
    "HardBreak",
    "Link",
    "Image",
    "LinkEnd",
  ],
});

/** The fenced code of a text, in lists and block quotes too. */
export function findFences(text: string): Fence[] {
  if (!FENCE_MARK.test(text)) return [];
  const fences: Fence[] = [];
  const isClear = !hasEmptyItemAfterQuote(text);
  const start = startOfText(text);
  // A byte order mark would hide the first fence; a space does not, and keeps the offsets.
  blocksOnly.parse(" ".repeat(start) + text.slice(start)).iterate({
    enter({ name, node, from, to }) {
      if (name !== "FencedCode") return;
      const marks = node.getChildren("CodeMark");
      const column = from - lineStart(text, from);
      const closing = marks[1]?.from;
      fences.push({
        from,
        to,
        column,
        isCertain:
          isClear && closing !== undefined && closing - lineStart(text, closing) === column,
      });
    },
  });
  return fences;
}

/** Parsers differ on whether such an item ends the quote, and with it on every fence that follows. */
function hasEmptyItemAfterQuote(text: string): boolean {
  let previous = "";
  return splitLines(text).some(({ from, to }) => {
    const line = text.slice(from, to);
    const isOne = previous.includes(">") && EMPTY_ITEM.test(line);
    previous = line;
    return isOne;
  });
}

function lineStart(text: string, offset: number): number {
  return Math.max(startOfText(text), text.lastIndexOf("\n", offset) + 1);
}

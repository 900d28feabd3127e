import { scanLines } from "../../markdown/scan-lines.ts";

/** By which an offer is known. */
export const SAVES_SIGN = "💾";

const QUOTE = /^\s*(?:[-*+]\s+)?>/;
const COMMENT = /<!--|(-->)/g;
const FOLD = /<details\b|(<\/details\b)/gi;
const INLINE_CODE = /`[^`\n]*`/g;

/**
 * What the reader of a message takes as said to them, line by line. Examples in code, quotes, comments and folded
 * parts are not; what has no end takes the rest along.
 */
export function shownLines(text: string): string[] {
  let isQuoted = false;
  const lines = scanLines(text).map(({ kind, depth, from, to }) => {
    const line = text.slice(from, to);
    // A paragraph of a quote may go on without its mark.
    isQuoted = QUOTE.test(line) || (isQuoted && kind === "text" && depth > 0);
    if (kind === "fence" || isQuoted) return "";
    if (kind === "rule") return "---";
    // What belongs to an offer may be indented deeply, the offer may not.
    return kind === "code" && line.includes(SAVES_SIGN) ? "" : line;
  });
  return withoutHidden(withoutHidden(lines.join("\n"), COMMENT), FOLD).split("\n");
}

/** Without what lies between an opening and its closing, which is the group of the pattern. Lines stay where they are. */
function withoutHidden(text: string, border: RegExp): string {
  const borders = text.replaceAll(INLINE_CODE, (code) => " ".repeat(code.length)).matchAll(border);
  let shown = "";
  let from = 0;
  let depth = 0;
  for (const { 0: mark, 1: closing, index } of borders) {
    if (depth === 0) shown += text.slice(from, index);
    else shown += breaksIn(text.slice(from, index));
    depth = closing === undefined ? depth + 1 : Math.max(0, depth - 1);
    if (border === COMMENT) depth = Math.min(1, depth);
    from = index + mark.length;
  }
  return shown + (depth === 0 ? text.slice(from) : breaksIn(text.slice(from)));
}

function breaksIn(text: string): string {
  return text.replaceAll(/[^\n]+/g, "");
}

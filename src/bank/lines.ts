/** One line of a text: `to` is before its line break, `end` after it. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

const LINE_BREAK = /\r\n|\r|\n/g;
const BYTE_ORDER_MARK = "\uFEFF";

/** Where the text begins behind a byte order mark. */
export function startOfText(text: string): number {
  return text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** The lines of a text, without its byte order mark; a last empty one where it ends with a line break. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = startOfText(text);
  for (const match of text.matchAll(LINE_BREAK)) {
    const end = match.index + match[0].length;
    lines.push({ from, to: match.index, end });
    from = end;
  }
  lines.push({ from, to: text.length, end: text.length });
  return lines;
}

/** The 1-based number of the line that holds an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (const match of text.matchAll(LINE_BREAK)) {
    if (match.index + match[0].length > offset) break;
    line += 1;
  }
  return line;
}

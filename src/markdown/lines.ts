/** A stretch of a text, by offsets: from the first up to, but not including, the second. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One line of a text: `to` is before its line break, `end` after it. */
export interface Line extends Span {
  readonly end: number;
}

/** Where the text begins after a byte order mark. */
export function startOfText(text: string): number {
  return text.startsWith("\uFEFF") ? 1 : 0;
}

/** Whether an offset is in one of the spans. */
export function isWithin(spans: readonly Span[], offset: number): boolean {
  return spans.some(({ from, to }) => from <= offset && offset < to);
}

/** The lines of a text, without its byte order mark; the last one is empty if the text ends with a line break. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = startOfText(text);
  for (const { 0: lineBreak, index: to } of text.matchAll(/\r\n|\r|\n/g)) {
    const end = to + lineBreak.length;
    lines.push({ from, to, end });
    from = end;
  }
  lines.push({ from, to: text.length, end: text.length });
  return lines;
}

/** The 1-based number of the line that holds an offset. */
export function lineAt(text: string, offset: number): number {
  return Math.max(1, splitLines(text).findLastIndex(({ from }) => from <= offset) + 1);
}

/** Lines with their line feeds. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

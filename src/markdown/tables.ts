import type { Line, Span } from "./lines.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";

/** The span ends after the line break of the last row. */
export interface Table extends Span {
  readonly header: Row;
  /** The line of dashes below the header. */
  readonly delimiter: Row;
  readonly rows: readonly Row[];
}

export interface Row extends Line {
  readonly cells: readonly Cell[];
}

/** The span is without the spaces around the text. */
export interface Cell extends Span {
  /** The text with `\|` as `|`. */
  readonly text: string;
}

const DELIMITER = /^:?-+:?$/;
const DELIMITER_LINE = /^[ \t|:-]+$/;

/** Tables that are neither in a list nor in a quote. */
export function findTables(text: string): Table[] {
  const lines = scanLines(text);
  const tables: Table[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || !DELIMITER_LINE.test(text.slice(line.from, line.to))) continue;
    const delimiter = toRow(text, line);
    const header = toRow(text, lines[index - 1]);
    if (header === undefined || delimiter === undefined || !isDelimiter(header, delimiter))
      continue;
    const rows: Row[] = [];
    for (index += 1; index < lines.length; index += 1) {
      const row = toRow(text, lines[index]);
      if (row === undefined) break;
      rows.push(row);
    }
    tables.push({ from: header.from, to: (rows.at(-1) ?? delimiter).end, header, delimiter, rows });
  }
  return tables;
}

function isDelimiter(header: Row, delimiter: Row): boolean {
  return (
    delimiter.cells.length === header.cells.length &&
    delimiter.cells.every((cell) => DELIMITER.test(cell.text))
  );
}

function toRow(text: string, line: ScannedLine | undefined): Row | undefined {
  if (line?.kind !== "text" || line.depth > 0) return undefined;
  const { from, to, end } = line;
  return { from, to, end, cells: splitCells(text, from, to) };
}

function splitCells(text: string, lineFrom: number, lineTo: number): Cell[] {
  const [start, stop] = trim(text, lineFrom, lineTo);
  const cells: Cell[] = [];
  let from = text[start] === "|" ? start + 1 : start;
  for (let at = from; at < stop; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "|") {
      cells.push(toCell(text, from, at));
      from = at + 1;
    }
  }
  // After the last border there is a cell only if the row does not end with a border.
  if (from < stop) cells.push(toCell(text, from, stop));
  return cells;
}

function toCell(text: string, cellFrom: number, cellTo: number): Cell {
  const [from, to] = trim(text, cellFrom, cellTo);
  return { from, to, text: text.slice(from, to).replaceAll("\\|", "|") };
}

/** The span of an empty cell starts after its first space, so that text put into `| |` has a space before it. */
function trim(text: string, from: number, to: number): [from: number, to: number] {
  const written = text.slice(from, to);
  const words = written.trim();
  const lead = words === "" ? 1 : written.length - written.trimStart().length;
  const start = Math.min(from + lead, to);
  return [start, start + words.length];
}

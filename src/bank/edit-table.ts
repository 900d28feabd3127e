import { type Edited, applyEdits, lineBreakOf, removeLines, requireSection } from "./edit.ts";
import type { Row, Table } from "../markdown/tables.ts";

/** Picks rows by the texts of their cells. */
export type RowTest = (cells: readonly string[]) => boolean;

/** Adds a row at the end of a section's first table, unless one with the same cells is there. */
export function addTableRow(text: string, heading: string, cells: readonly string[]): Edited {
  const table = requireTable(text, heading);
  const row = renderRow(cells, table);
  if (table.rows.some((existing) => isSame(existing, cells))) return applyEdits(text, []);
  const { to } = table.rows.at(-1) ?? table.delimiter;
  const edited = applyEdits(text, [{ from: to, to, text: lineBreakOf(text) + row }]);
  return checked(edited, heading, cells);
}

/** Removes the rows of a section's first table that pass the test. */
export function removeTableRows(text: string, heading: string, isRow: RowTest): Edited {
  const { rows } = requireTable(text, heading);
  return removeLines(
    text,
    rows.filter((row) => isRow(textsOf(row))),
  );
}

/** Rewrites the cells that differ in the first row that passes the test; nothing where none does. */
export function replaceTableRow(
  text: string,
  heading: string,
  isRow: RowTest,
  cells: readonly string[],
): Edited {
  const table = requireTable(text, heading);
  const rendered = renderRow(cells, table);
  const row = table.rows.find((existing) => isRow(textsOf(existing)));
  if (row === undefined || isSame(row, cells)) return applyEdits(text, []);
  const isCellByCell =
    row.cells.length === cells.length && row.cells.every(({ from, to }) => from < to);
  const edits = isCellByCell
    ? row.cells.flatMap((cell, index) => {
        const wanted = renderCell(cells[index] ?? "");
        return unescape(wanted) === cell.text
          ? []
          : [{ from: cell.from, to: cell.to, text: wanted }];
      })
    : [{ from: row.from, to: row.to, text: rendered }];
  return checked(applyEdits(text, edits), heading, cells);
}

function requireTable(text: string, heading: string): Table {
  const [table] = requireSection(text, heading).tables;
  if (table === undefined) throw new Error(`The section "${heading}" has no table.`);
  return table;
}

function renderRow(cells: readonly string[], { header }: Table): string {
  const missing = header.cells.length - cells.length;
  if (missing < 0 || cells.length === 0) {
    throw new Error(`The table has ${header.cells.length} columns, the row ${cells.length}.`);
  }
  return renderTableRow([...cells, ...Array.from({ length: missing }, () => "")]);
}

export function renderTableRow(cells: readonly string[]): string {
  return `| ${cells.map(renderCell).join(" | ")} |`;
}

export function renderCell(cell: string): string {
  return (
    cell
      .replaceAll(/\s+/g, " ")
      .trim()
      // Escaping the bar of `\\|` again would give an escaped backslash and a border.
      .replaceAll("\\|", "\\&#124;")
      .replaceAll("|", "\\|")
  );
}

function unescape(rendered: string): string {
  return rendered.replaceAll("\\|", "|");
}

function isSame(row: Row, cells: readonly string[]): boolean {
  return Array.from(
    { length: Math.max(row.cells.length, cells.length) },
    (_, index) => row.cells[index]?.text ?? "",
  ).every((text, index) => text === unescape(renderCell(cells[index] ?? "")));
}

function textsOf(row: Row): string[] {
  return row.cells.map(({ text }) => text);
}

/** Throws where the row is none: without a border on the left, a cell may begin a list, a heading or a fence. */
function checked(edited: Edited, heading: string, cells: readonly string[]): Edited {
  const { rows } = requireTable(edited.contents, heading);
  if (!rows.some((row) => isSame(row, cells)))
    throw new Error(`The text would not be a row of the table: ${cells.join(" | ")}`);
  return edited;
}

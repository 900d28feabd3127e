import { type Row, type Table, findTables } from "../markdown/tables.ts";
import { mergeItems } from "./merge-items.ts";
import { mergeSets } from "./merge-value.ts";
import type { Merging } from "./merging.ts";
import { type Item, toItem } from "./to-item.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

const HEADER = "header";
const ROW_HEADER = "|-|\n|-|\n";
const LINK = /\[[^\]]{0,200}\]\(<?([^)>\s]{1,300})/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const IS_PATH = /^(?:`[^`]+`|\[[^\]]*\]\([^)]*\)|[^\s|]*[./][^\s|]*)$/;
/** In these first columns a link names its row; further right a link is a reference. */
const LINK_COLUMNS = 2;

/** Merges tables by row, and rows that both sides changed by cell. */
export function mergeTable(texts: Versions<string>, merging: Merging): string {
  const tableIn = (text: string) => findTables(text)[0];
  const keyOf = chooseKeys(eachVersion(texts, tableIn));
  const items = eachVersion(texts, (text) => toItems(text, tableIn(text), keyOf));
  return mergeItems(items, merging, {
    gap: "",
    combine: (row) => combineRow(row, keyOf, merging),
  });
}

type KeyOf = (cells: readonly string[]) => string;

function toItems(text: string, table: Table | undefined, keyOf: KeyOf): Item[] {
  if (table === undefined) return text === "" ? [] : [toItem(text, HEADER)];
  const rows = table.rows.map((row) => {
    const cells = textsOf(row);
    return toItem(text.slice(row.from, row.end), `| ${keyOf(cells)}`, cells.join(" | "));
  });
  return [toItem(text.slice(0, table.delimiter.end), HEADER), ...rows];
}

function textsOf(row: Row): string[] {
  return row.cells.map(({ text }) => text);
}

/**
 * Rows are matched by the doc that they link, else by their first cell that is not a date, plus as many further cells as
 * it takes until no two rows of a version are equal.
 */
function chooseKeys(tables: Versions<Table | undefined>): KeyOf {
  const known = [tables.base, tables.ours, tables.theirs].flatMap((table) => table ?? []);
  const versions = known.map(({ rows }) => rows.map(textsOf));
  const rows = versions.flat();
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const isUnique = (keyOf: KeyOf) =>
    versions.every((list) => new Set(list.map(keyOf)).size === list.length);
  const every = (holds: (cell: string) => boolean) => (at: number) =>
    rows.every((cells) => holds(cells[at] ?? ""));
  const all = Array.from({ length: columns }, (_, at) => at);

  const linked = all.slice(0, LINK_COLUMNS).find(every((cell) => LINK.test(cell)));
  const byLink: KeyOf = (cells) => LINK.exec(cells[linked ?? 0] ?? "")?.[1] ?? "";
  if (linked !== undefined && isUnique(byLink)) return byLink;

  const first = all.find((at) => !every((cell) => DATE.test(cell))(at)) ?? 0;
  const order = [first, ...all.filter((at) => at !== first)];
  for (let count = 1; count < columns; count += 1) {
    const keyOf: KeyOf = (cells) => foldCells(cells, order.slice(0, count));
    if (isUnique(keyOf)) return keyOf;
  }
  return (cells) => foldCells(cells, all);
}

function foldCells(cells: readonly string[], columns: readonly number[]): string {
  return columns.map((at) => (cells[at] ?? "").replaceAll(/[\s*`]+/g, " ").trim()).join(" | ");
}

function combineRow(texts: Versions<string>, keyOf: KeyOf, merging: Merging): string {
  // Headers that differ only in column widths are equal.
  const fold = (row: string) => row.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, "");
  if (fold(texts.ours) === fold(texts.theirs)) return texts.ours;
  const rows = eachVersion(texts, readRow);
  return mergeCells(texts, rows, keyOf) ?? merging.byLines(texts);
}

/** Reads one row, which needs a header above it to be a table row. Offsets count from the row. */
function readRow(text: string): Row | undefined {
  const table = ROW_HEADER + text;
  return findTables(table)[0]?.rows[0];
}

/** Our row, with the cells that only theirs changed. Undefined if both changed one cell, or one changed the key. */
function mergeCells(
  texts: Versions<string>,
  rows: Versions<Row | undefined>,
  keyOf: KeyOf,
): string | undefined {
  const { base, ours, theirs } = rows;
  if (ours === undefined || theirs === undefined) return undefined;
  const width = ours.cells.length;
  if (theirs.cells.length !== width || (base !== undefined && base.cells.length !== width))
    return undefined;
  const isSameKey = keyOf(textsOf(ours)) === keyOf(textsOf(theirs));
  const { ours: before, theirs: others } = eachVersion(texts, (row) => ROW_HEADER + row);
  let text = before;
  for (let at = width - 1; at >= 0; at -= 1) {
    const cell = ours.cells[at];
    const other = theirs.cells[at];
    if (cell === undefined || other === undefined) return undefined;
    const written = others.slice(other.from, other.to);
    const cells = { base: base?.cells[at]?.text ?? "", ours: cell.text, theirs: other.text };
    const settled = settle(cells);
    const paths = settled === undefined ? mergePaths(cells) : undefined;
    if (settled === undefined && paths === undefined) return undefined;
    if (cells.ours === (settled ?? paths)) continue;
    text = text.slice(0, cell.from) + (paths ?? written) + text.slice(cell.to);
  }
  if (!isSameKey && text !== before) return undefined;
  return text.slice(ROW_HEADER.length);
}

/** Merges the files of a route, to which both sides may add. */
function mergePaths(cells: Versions<string>): string | undefined {
  const lists = eachVersion(cells, (cell) => cell.split(/\s*[,，、]\s*/).filter(Boolean));
  if (![lists.base, lists.ours, lists.theirs].flat().every((path) => IS_PATH.test(path)))
    return undefined;
  const merged = mergeSets(lists);
  const joint = /、/.test(cells.ours) ? "、" : ", ";
  return merged === undefined || merged.length === 0 ? undefined : merged.join(joint);
}

import { posix } from "node:path";
import { parseBlocks } from "../bank/blocks.ts";
import { type Edit, lineBreakOf } from "../bank/edit.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import { renderDocLink } from "../bank/render-routes.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { type Row, type Table, findTables } from "../markdown/tables.ts";
import { parseDoc } from "../bank/parse.ts";
import { beginsWithFiles } from "../bank/routes.ts";

/** Tables of an index that are not the user's. */
export function findIndexTables(text: string): Table[] {
  const lines = scanLines(text);
  const { user } = parseBlocks(text, lines);
  return findTables(text, lines).filter(({ from }) => !isWithin(user, from));
}

/** What a cell may say of a doc. */
interface Described {
  readonly name: string;
  readonly stem: string;
  /** `REQ-001` of `REQ-001-login.md`. */
  readonly number: string;
  readonly date: string;
  readonly title: string;
}

type Key = keyof Described;
const KEYS: readonly Key[] = ["name", "stem", "number", "date", "title"];

/** An edit that adds rows for docs to a table, each column filled as in the rows that are there. */
export function addIndexRows(
  text: string,
  table: Table,
  docs: readonly string[],
  titleOf: (doc: string) => string,
): Edit {
  const described = table.rows.flatMap((row) => describeRow(text, row, titleOf));
  const column = described[0]?.column ?? linkColumn(table);
  const keyOf = (wordsOf: (row: DescribedRow) => string) =>
    described.length === 0
      ? undefined
      : KEYS.find((key) => described.every((row) => wordsOf(row) === row.doc[key]));
  const label = keyOf((row) => row.label) ?? "name";
  const keys = table.header.cells.map((_, index) => keyOf((row) => row.cells[index] ?? ""));
  // The title stands in the first column that nobody can tell anything else of.
  const free = keys.findIndex((key, index) => key === undefined && index !== column);
  const titled = label === "title" || keys.includes("title") ? -1 : free;
  const rows = docs.map((path) => {
    const doc = describe(path, titleOf);
    const cells = keys.map((key, index) => {
      if (index === column) return renderDocLink(doc[label] || doc.name, path);
      return index === titled ? doc.title : key === undefined ? "" : doc[key];
    });
    return lineBreakOf(text) + renderTableRow(cells);
  });
  const at = (table.rows.at(-1) ?? table.delimiter).to;
  return { from: at, to: at, text: rows.join("") };
}

interface DescribedRow {
  readonly doc: Described;
  readonly column: number;
  readonly label: string;
  readonly cells: readonly string[];
}

/** The first link of a row says which doc it is about. */
function describeRow(
  text: string,
  { cells }: Row,
  titleOf: (doc: string) => string,
): DescribedRow[] {
  const linked = cells.map((cell) => linkIn(text.slice(cell.from, cell.to)));
  const column = linked.findIndex((link) => link !== undefined);
  const link = linked[column];
  if (link === undefined) return [];
  const words = cells.map((cell) => cell.text.replaceAll(/[*`]/g, "").trim());
  return [{ doc: describe(link.path, titleOf), column, label: link.label, cells: words }];
}

function linkIn(cell: string): { path: string; label: string } | undefined {
  const [link] = parseDoc(cell).links;
  if (link === undefined) return undefined;
  const label = /\[([^[\]]{0,200})\]\(<?$/.exec(cell.slice(0, link.from))?.[1] ?? "";
  return { path: posix.normalize(link.path), label: label.replaceAll(/[*`\\]/g, "") };
}

function linkColumn(table: Table): number {
  return beginsWithFiles(table) ? 0 : Math.min(1, table.header.cells.length - 1);
}

function describe(path: string, titleOf: (doc: string) => string): Described {
  const stem = posix.basename(path).replace(/\.md$/, "");
  return {
    name: path,
    stem,
    number: /^[A-Z]{2,5}-\d{1,5}/.exec(stem)?.[0] ?? "",
    date: /^\d{4}-\d{2}-\d{2}/.exec(stem)?.[0] ?? "",
    title: titleOf(path),
  };
}

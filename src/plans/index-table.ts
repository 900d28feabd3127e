import { parseBlocks } from "../bank/blocks.ts";
import { type Edit, lineBreakOf } from "../bank/edit.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import { renderDocLink } from "../bank/render-routes.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { type Table, findTables } from "../markdown/tables.ts";
import { parseDoc } from "../bank/parse.ts";
import { beginsWithFiles } from "../bank/routes.ts";

/** Tables of an index that are not the user's. */
export function findIndexTables(text: string): Table[] {
  const lines = scanLines(text);
  const { user } = parseBlocks(text, lines);
  return findTables(text, lines).filter(({ from }) => !isWithin(user, from));
}

/** An edit that adds rows for docs: the link where other rows have theirs, and the title in the first other column. */
export function addIndexRows(
  text: string,
  table: Table,
  docs: readonly string[],
  titleOf: (doc: string) => string,
): Edit {
  const columns = table.header.cells.length;
  const linked = table.rows.map(({ cells }) =>
    cells.findIndex(({ from, to }) => parseDoc(text.slice(from, to)).links.length > 0),
  );
  const usual = beginsWithFiles(table) ? 0 : Math.min(1, columns - 1);
  const column = linked.find((index) => index >= 0) ?? usual;
  const titled = column === 0 ? 1 : 0;
  const rows = docs.map((path) => {
    const cells = table.header.cells.map((_, index) => {
      if (index === column) return renderDocLink(path, path);
      return index === titled ? titleOf(path) : "";
    });
    return lineBreakOf(text) + renderTableRow(cells);
  });
  const at = (table.rows.at(-1) ?? table.delimiter).to;
  return { from: at, to: at, text: rows.join("") };
}

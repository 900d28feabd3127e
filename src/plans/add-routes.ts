import { posix } from "node:path";
import { type Edit, lineBreakOf } from "../bank/edit.ts";
import { renderTableRow } from "../bank/edit-table.ts";
import { groupBy } from "../bank/group-by.ts";
import type { GenericRoute } from "../bank/render-routes.ts";
import { roleOf } from "../bank/roles.ts";
import { type Route, beginsWithFiles, readRoutes } from "../bank/routes.ts";
import type { Table } from "../markdown/tables.ts";

/** A table that rows can be added to, and those that it has. */
export interface RouteTable {
  readonly table: Table;
  readonly routes: readonly Route[];
}

export function findRouteTables(text: string, tables: readonly Table[]): RouteTable[] {
  return tables
    .filter(({ header }) => header.cells.length > 1)
    .map((table) => ({ table, routes: readRoutes(text, { tables: [table] }) }));
}

/** Edits that add rows where they belong: behind the last row that is most like them, in the order that is there. */
export function addRoutes(
  text: string,
  tables: readonly RouteTable[],
  added: readonly GenericRoute[],
  /** A path inside the bank; undefined for one that leads elsewhere. */
  toDoc: (path: string) => string | undefined,
): Edit[] {
  const docsOf = (paths: readonly string[]) => paths.flatMap((path) => toDoc(path) ?? []);
  const places = tables.flatMap(({ table, routes }, index) => [
    // Behind the header of the first table, for what is like no row.
    ...(index === 0 ? [{ at: table.delimiter.to, table, docs: undefined }] : []),
    ...routes.map(({ to, paths }) => ({
      at: to,
      table,
      docs: docsOf(paths.map(({ path }) => path)),
    })),
  ]);
  const placed = added.flatMap(({ intent, paths }) => {
    const docs = docsOf(paths.map((path) => path.replaceAll("`", "")));
    const best = Math.max(...places.map((place) => likeness(docs, place.docs)));
    const place = places.findLast((each) => likeness(docs, each.docs) === best);
    return place === undefined ? [] : [{ ...place, best, cells: [intent, paths.join(", ")] }];
  });
  const rows = placed
    .toSorted((a, b) => b.best - a.best)
    .map(({ at, table, cells }) => {
      const blanks = table.header.cells.slice(cells.length).map(() => "");
      const turned = beginsWithFiles(table) ? cells.toReversed() : cells;
      return { at, row: lineBreakOf(text) + renderTableRow([...turned, ...blanks]) };
    });
  return [...groupBy(rows, ({ at }) => at)].map(([at, group]) => ({
    from: at,
    to: at,
    text: group.map(({ row }) => row).join(""),
  }));
}

/** How much a row has in common with the docs of a new one: the same role or folder, the same kind, the same bank. */
function likeness(docs: readonly string[], row: readonly string[] | undefined): number {
  if (row === undefined) return 0;
  return Math.max(-1, ...row.flatMap((doc) => docs.map((other) => likenessOf(doc, other))));
}

function likenessOf(doc: string, other: string): number {
  const [role, otherRole] = [roleOf(doc), roleOf(other)];
  if (role !== undefined && role === otherRole) return 3;
  if (role !== undefined || otherRole !== undefined) return role && otherRole ? 2 : 1;
  const folder = posix.dirname(doc);
  return folder === posix.dirname(other) && folder !== "." && folder !== "details" ? 3 : 2;
}

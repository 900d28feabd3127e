import { applyEdits, lineBreakOf, removeLines } from "../bank/edit.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import { splitLines } from "../markdown/lines.ts";
import { findRoutes, findRouting, parseDoc } from "../bank/parse.ts";
import { readRoutes } from "../bank/routes.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";
import { isCertain, linkedPlaces, makeRouteLookup, routedDocs } from "./route-lookup.ts";

/**
 * Removes routes whose files are all gone, and adds routes for docs that none leads to. `paths`: the files that will
 * exist; `docs`: those that a route must lead to.
 */
export function updateRoutes(
  before: string,
  paths: readonly string[],
  input: Pick<PlanInput, "bank" | "language" | "isInProject">,
  docs: readonly string[] = paths,
): string {
  const { name } = input.bank;
  const text = dropDeadRoutes(before, makeRouteLookup({ name, paths }, input.isInProject));
  const doc = parseDoc(text);
  const tables = findRouting(doc)
    .flatMap((section) => section.tables)
    .filter(({ header }) => header.cells.length > 1);
  const [table] = tables;
  // The routing is a list, or tables with other columns: rows cannot be added to it.
  if (table === undefined) return text;
  const rows = readRoutes(text, { tables });
  const routed = rows.flatMap((route) => routedDocs(route, name));
  const known = { routed: [...routed, ...linkedPlaces(doc, name)], rows: rows.length };
  const routes = findMissingRoutes(docs, known, input.bank, input.language);
  const blanks = table.header.cells.slice(2).map(() => "");
  const added = routes.map(
    ({ intent, paths: read }) =>
      lineBreakOf(text) + renderTableRow([intent, read.join(", "), ...blanks]),
  );
  const at = (table.rows.at(-1) ?? table.delimiter).to;
  return applyEdits(text, [{ from: at, to: at, text: added.join("") }]);
}

/** A row of which some targets are gone is left to a person; check reports it. */
function dropDeadRoutes(before: string, isThere: (path: string) => boolean): string {
  const dead = findRoutes(before)
    .filter(({ paths }) => paths.length > 0)
    .filter(({ paths }) => paths.every(({ path }) => isCertain(path) && !isThere(path)));
  const starts = new Set(dead.map(({ from }) => from));
  return removeLines(
    before,
    splitLines(before).filter(({ from }) => starts.has(from)),
  );
}

import { applyEdits, lineBreakOf, removeLines } from "../bank/edit.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import { parseDoc } from "../bank/parse.ts";
import { type Route, type RoutePath, beginsWithFiles, readRoutes } from "../bank/routes.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";
import {
  findRouting,
  isCertain,
  linkedPlaces,
  makeRouteLookup,
  routedDocs,
} from "./route-lookup.ts";

export interface UpdatedRoutes {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * Routes that lead nowhere go, docs that none leads to get one. `paths` are the files there will be; `docs`
 * are those that a route must lead to.
 */
export function updateRoutes(
  before: string,
  paths: readonly string[],
  input: Pick<PlanInput, "bank" | "language" | "isInProject">,
  docs: readonly string[] = paths,
): UpdatedRoutes {
  const { name } = input.bank;
  const isThere = makeRouteLookup({ name, paths }, input.isInProject);
  const { text, dead } = dropDeadRoutes(before, isThere);
  const doc = parseDoc(text);
  const tables = findRouting(doc)
    .flatMap((section) => section.tables)
    .filter(({ header }) => header.cells.length > 1);
  const [table] = tables;
  const notes = deadNote(dead, input);
  // The routing is a list, or tables of another shape: rows cannot be added to it.
  if (table === undefined) return { text, notes };
  const rows = readRoutes(text, { tables });
  const routed = rows.flatMap((route) => routedDocs(route, name));
  const { routes, left } = findMissingRoutes(
    docs,
    { routed: [...routed, ...linkedPlaces(doc, name)], rows: rows.length },
    input.bank,
    input.language,
  );
  const blanks = table.header.cells.slice(2).map(() => "");
  const added = routes.map(({ intent, paths: read }) => {
    const cells = [intent, read.join(", ")];
    const turned = beginsWithFiles(table) ? cells.toReversed() : cells;
    return lineBreakOf(text) + renderTableRow([...turned, ...blanks]);
  });
  const at = (table.rows.at(-1) ?? table.delimiter).to;
  const edited = applyEdits(text, [{ from: at, to: at, text: added.join("") }]);
  return { text: edited, notes: [...notes, ...unroutedNote(left.length, input)] };
}

/** Without the rows whose files are all gone; other rows are left to a person. */
function dropDeadRoutes(before: string, isThere: (path: string) => boolean) {
  const doc = parseDoc(before);
  const routes = findRouting(doc).flatMap((section) => readRoutes(before, section));
  const isGone = ({ path }: RoutePath) => isCertain(path) && !isThere(path);
  const isDead = ({ paths }: Route) => paths.length > 0 && paths.every(isGone);
  const starts = new Set(routes.filter(isDead).map(({ from }) => from));
  return {
    text: removeLines(
      before,
      doc.lines.filter(({ from }) => starts.has(from)),
    ),
    dead: routes
      .filter((route) => !isDead(route))
      .flatMap(({ paths }) => paths.filter(isGone).map(({ path }) => path)),
  };
}

function deadNote(dead: readonly string[], { language }: Pick<PlanInput, "language">): string[] {
  if (dead.length === 0) return [];
  return [
    {
      en: `Routes lead to files that are gone: ${dead.join(", ")}. Their rows name other files too and were left alone; fix them by hand.`,
      zh: `路由指向不存在的文件：${dead.join("、")}。所在行还有其他文件，未改动；请手动修正。`,
    }[language],
  ];
}

function unroutedNote(count: number, { language }: Pick<PlanInput, "language">): string[] {
  if (count === 0) return [];
  return [
    {
      en: `${count} more docs have no route; put them into folders of details/, or add rows to the routing table.`,
      zh: `还有 ${count} 篇文档没有路由；请归入 details/ 的目录，或在路由表中添加。`,
    }[language],
  ];
}

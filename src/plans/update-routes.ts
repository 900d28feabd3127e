import { applyEdits } from "../bank/edit.ts";
import { parseDoc } from "../bank/parse.ts";
import { readRoutes } from "../bank/routes.ts";
import { dropDeadRoutes } from "./dead-routes.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";
import { findRouting, makeRouteLookup, routedDocs } from "./route-lookup.ts";
import { changeTable } from "./table-changes.ts";

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
  const sections = findRouting(parseDoc(before));
  const { text, dead } = dropDeadRoutes(
    before,
    sections.flatMap((section) => readRoutes(before, section)),
    makeRouteLookup({ name, paths }, input.isInProject),
  );
  const current = text === before ? sections : findRouting(parseDoc(text));
  const notes = deadNote(dead, input);
  const table = current[0]?.tables[0];
  // The routing is a list, or a table of another shape: rows cannot be added to it.
  if (table === undefined || table.header.cells.length < 2) return { text, notes };
  const known = current.flatMap((each) => readRoutes(text, each));
  const { routes, left } = findMissingRoutes(
    docs,
    { routed: known.flatMap((route) => routedDocs(route, name)), rows: known.length },
    input.bank,
    input.language,
  );
  const changes = changeTable(text, table);
  for (const { intent, paths: files } of routes) changes.addRow([intent, files.join(", ")]);
  const edited = applyEdits(text, changes.edits()).contents;
  return { text: edited, notes: [...notes, ...unroutedNote(left.length, input)] };
}

function deadNote(dead: readonly string[], { language }: Pick<PlanInput, "language">): string[] {
  if (dead.length === 0) return [];
  return [
    {
      en: `Routes lead to files that are gone: ${dead.join(", ")}. Their cells say more than paths and were left alone; mend them by hand.`,
      zh: `路由指向不存在的文件：${dead.join("、")}。所在单元格还有其他文字，未改动；请手动修正。`,
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

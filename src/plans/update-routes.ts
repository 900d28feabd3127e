import { applyEdits } from "../bank/edit.ts";
import { insideBank } from "../bank/doc-paths.ts";
import { parseDoc } from "../bank/parse.ts";
import { readRoutes } from "../bank/routes.ts";
import { dropDeadRoutes } from "./dead-routes.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";
import { addRoutes, findRouteTables } from "./add-routes.ts";
import { findRouting, linkedPlaces, makeRouteLookup, routedDocs } from "./route-lookup.ts";

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
  const doc = parseDoc(text);
  const known = findRouteTables(
    text,
    findRouting(doc).flatMap(({ tables }) => tables),
  );
  const notes = deadNote(dead, input);
  // The routing is a list, or tables of another shape: rows cannot be added to it.
  if (known.length === 0) return { text, notes };
  const rows = known.flatMap(({ routes }) => routes);
  const routed = rows.flatMap((route) => routedDocs(route, name));
  const { routes, left } = findMissingRoutes(
    docs,
    { routed: [...routed, ...linkedPlaces(doc, name)], rows: rows.length },
    input.bank,
    input.language,
  );
  const isHere = makeRouteLookup({ name, paths }, () => false);
  const toDoc = (path: string) => (isHere(path) ? insideBank(path, name) : undefined);
  const edits = addRoutes(text, known, routes, toDoc);
  const edited = applyEdits(text, edits).contents;
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

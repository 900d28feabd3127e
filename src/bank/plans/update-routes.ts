import { applyEdits } from "../edit.ts";
import { BANK_FOLDER, OLD_ROUTING, SECTION } from "../layout.ts";
import { type Doc, type DocSection, parseDoc } from "../parse.ts";
import { type Route, readRoutes } from "../routes.ts";
import { dropDeadRoutes } from "./dead-routes.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import type { PlanInput } from "./plan-input.ts";
import { changeTable } from "./table-changes.ts";

export interface UpdatedRoutes {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Routes that lead nowhere go, docs that nothing leads to get one. `paths` are the files there will be. */
export function updateRoutes(
  before: string,
  paths: readonly string[],
  input: PlanInput,
): UpdatedRoutes {
  const sections = findRouting(parseDoc(before));
  const { text, dead } = dropDeadRoutes(
    before,
    sections.flatMap((section) => readRoutes(before, section)),
    makeLookup(paths, input),
  );
  const current = text === before ? sections : findRouting(parseDoc(text));
  const notes = deadNote(dead, input);
  const table = current[0]?.tables[0];
  // A list, or a table of another shape: how it leads to docs is its author's affair.
  if (table === undefined || table.header.cells.length < 2) return { text, notes };
  const known = current.flatMap((each) => readRoutes(text, each));
  const { routes, left } = findMissingRoutes(
    paths,
    { routed: known.flatMap(pathsOf), rows: known.length },
    input.language,
    input.bank.title,
  );
  const changes = changeTable(text, table);
  for (const { intent, paths: files } of routes) changes.addRow([intent, files.join(", ")]);
  const edited = applyEdits(text, changes.edits()).contents;
  return { text: edited, notes: [...notes, ...unroutedNote(left.length, input)] };
}

/** An old routing by topic counts only where there is no newer one, which supersedes it. */
function findRouting(doc: Doc): DocSection[] {
  const named = (name: string) =>
    doc.sections.filter(({ heading, owner }) => heading === name && owner !== "user");
  const current = named(SECTION.routing);
  return current.length > 0 ? current : named(OLD_ROUTING);
}

function pathsOf({ paths }: Route): string[] {
  return paths.map(({ path }) => toDoc(decode(path)));
}

/** Routes name docs from the bank, or with the bank's folder before them. */
function toDoc(path: string): string {
  const plain = path.replace(/^\.\//, "");
  return plain.startsWith(`${BANK_FOLDER}/`) ? plain.slice(BANK_FOLDER.length + 1) : plain;
}

/** From the bank, from its folder as links are, or from the project's root. */
function makeLookup(paths: readonly string[], { isInProject }: PlanInput) {
  const known = new Set(paths);
  for (const path of paths) {
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
      known.add(path.slice(0, at));
    }
  }
  return (written: string): boolean =>
    [written, decode(written)].some((path) => {
      if (known.has(toDoc(path).replace(/\/+$/, ""))) return true;
      if (path.startsWith(`${BANK_FOLDER}/`)) return false;
      return isInProject(path.replace(/^\.\.\//, ""));
    });
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function deadNote(dead: readonly string[], { language }: PlanInput): string[] {
  if (dead.length === 0) return [];
  return [
    language === "zh"
      ? `路由指向不存在的文件：${dead.join("、")}。所在单元格还有其他文字，未改动；请手动修正。`
      : `Routes lead to files that are gone: ${dead.join(", ")}. Their cells say more than paths and were left alone; mend them by hand.`,
  ];
}

function unroutedNote(count: number, { language }: PlanInput): string[] {
  if (count === 0) return [];
  return [
    language === "zh"
      ? `还有 ${count} 篇文档没有路由；请归入 details/ 的目录，或在路由表中添加。`
      : `${count} more docs have no route; put them into folders of details/, or add rows to the routing table.`,
  ];
}

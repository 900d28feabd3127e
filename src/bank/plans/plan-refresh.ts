import type { Operation } from "../../types.ts";
import { removeLines } from "../edit.ts";
import { addTableRow, replaceTableRow } from "../edit-table.ts";
import { DETAILS, ENTRY, SECTION } from "../layout.ts";
import { findSection, parseDoc } from "../parse.ts";
import type { Route } from "../routes.ts";
import { type StackRow, projectRoutes, toCommandRows, toStackRows } from "./describe-facts.ts";
import { findMissingRoutes } from "./doc-routes.ts";
import { planMissingDocs, unroutedNote } from "./plan-docs.ts";
import { planIndexes } from "./plan-indexes.ts";
import type { PlanInput, Planned } from "./plan-input.ts";

/** Brings what is generated up to date: rows that are matched exactly. Prose is never rewritten. */
export function planRefresh(input: PlanInput): Planned {
  const { bank } = input;
  const docs = planMissingDocs(input, bank.paths);
  const indexes = planIndexes(input, bank.paths);
  const paths = [...bank.paths, ...[...docs, ...indexes].map(({ path }) => path)];
  const { operations, left } = planRoutes(input, [...new Set(paths)].toSorted());
  return {
    kind: "plan",
    flow: "refresh",
    operations: [...operations, ...docs, ...planTech(input), ...indexes],
    notes: unroutedNote(left, input),
  };
}

function planRoutes(
  input: PlanInput,
  paths: readonly string[],
): { operations: Operation[]; left: readonly string[] } {
  const { bank, language, facts } = input;
  const before = bank.read(ENTRY);
  if (before === undefined) return { operations: [], left: [] };
  let text = dropDeadRoutes(before, (path) => leadsSomewhere(path, paths, input));
  const section = findSection(parseDoc(text), SECTION.routing);
  if (section?.tables[0] === undefined)
    return { operations: edit(input, ENTRY, before, text), left: [] };
  const routed = parseDoc(text).routes.flatMap((route) =>
    route.paths.map(({ path }) => toDoc(path)),
  );
  const { routes, left } = findMissingRoutes(paths, routed, language, bank.title);
  const own = projectRoutes(facts, language).filter(
    ({ intent, paths: files }) =>
      files.every((file) => !routed.includes(file)) && !before.includes(intent),
  );
  for (const { intent, paths: files } of [...routes, ...own]) {
    text = addTableRow(text, SECTION.routing, [intent, files.join(", ")]).contents;
  }
  return { operations: edit(input, ENTRY, before, text), left };
}

/** A row all of whose files are gone goes; one of several files loses those that are gone. */
function dropDeadRoutes(text: string, isThere: (path: string) => boolean): string {
  let current = text;
  // One row at a time: offsets move with each.
  for (;;) {
    const route = parseDoc(current).routes.find(({ paths }) =>
      paths.some(({ path }) => !isThere(path)),
    );
    if (route === undefined) return current;
    current = withoutDead(current, route, isThere);
  }
}

function withoutDead(text: string, route: Route, isThere: (path: string) => boolean): string {
  const alive = route.paths.filter(({ path }) => isThere(path));
  if (alive.length === 0) return removeLines(text, [lineOf(text, route)]).contents;
  const dead = route.paths.find(({ path }) => !isThere(path));
  if (dead === undefined) return text;
  // With its backticks or link around it, and the comma that joins it to its neighbour.
  const row = text.slice(route.from, route.to);
  const at = dead.from - route.from;
  const head = row.slice(0, at).replace(/(?:\[[^\]|]*\]\(<?|`)$/, "");
  const tail = row.slice(at + dead.path.length).replace(/^(?:#[^`)\s|]*)?(?:>?\)|`)/, "");
  const joined = /[,，、;；]\s*$/.test(head)
    ? head.replace(/\s*[,，、;；]\s*$/, "") + tail
    : head + tail.replace(/^\s*[,，、;；]\s*/, "");
  return text.slice(0, route.from) + joined + text.slice(route.to);
}

function lineOf(text: string, { from, to }: Route) {
  const start = Math.max(text.lastIndexOf("\n", from - 1), text.lastIndexOf("\r", from - 1)) + 1;
  const rest = /\r\n|\r|\n/g;
  rest.lastIndex = to;
  const match = rest.exec(text);
  return {
    from: start,
    to: match?.index ?? text.length,
    end: match === null ? text.length : rest.lastIndex,
  };
}

/** Routes name docs from the bank, or with the bank's folder before them. */
function toDoc(path: string): string {
  return path.replace(/^(?:\.\/)?(?:memory-bank\/)?/, "");
}

function leadsSomewhere(
  path: string,
  docs: readonly string[],
  { isInProject }: PlanInput,
): boolean {
  const doc = toDoc(path);
  if (/[*{}<>]/.test(doc)) return true;
  if (docs.includes(doc)) return true;
  const folder = doc.endsWith("/") ? doc : `${doc}/`;
  return docs.some((each) => each.startsWith(folder)) || isInProject(path);
}

/** Rows of the stack and of commands: another version or command of the same thing, and what is new. */
function planTech(input: PlanInput): Operation[] {
  const { bank, facts, language } = input;
  const before = bank.read(DETAILS.tech);
  if (before === undefined) return [];
  let text = before;
  const doc = parseDoc(before);
  if (findSection(doc, "Stack")?.tables[0] !== undefined) {
    for (const row of toStackRows(facts, language)) text = putStackRow(text, row);
  }
  if (findSection(doc, "Commands")?.tables[0] !== undefined) {
    for (const row of toCommandRows(facts)) text = putCommandRow(text, row);
  }
  return edit(input, DETAILS.tech, before, text);
}

function putStackRow(text: string, row: StackRow): string {
  const [, what, source] = row;
  const name = withoutVersion(what);
  const isIt = (cells: readonly string[]) =>
    withoutVersion(cells[1] ?? "") === name && (cells[2] ?? "").includes(source);
  const replaced = replaceTableRow(text, "Stack", isIt, cellsLike(text, "Stack", isIt, row));
  if (
    replaced.hasChanged ||
    rowsOf(text, "Stack").some((cells) => withoutVersion(cells[1] ?? "") === name)
  ) {
    return replaced.contents;
  }
  return addTableRow(text, "Stack", [...row]).contents;
}

function putCommandRow(text: string, row: readonly [string, string]): string {
  const rows = rowsOf(text, "Commands");
  const [purpose, command] = row;
  if (rows.some((cells) => cells.some((cell) => cell.includes(command.replaceAll("`", "")))))
    return text;
  const isGenerated = (cells: readonly string[]) =>
    cells[0] === purpose && /^`[^`]+`$/.test(cells[1] ?? "");
  const replaced = replaceTableRow(text, "Commands", isGenerated, [...row]);
  return replaced.hasChanged ? replaced.contents : addTableRow(text, "Commands", [...row]).contents;
}

/** The words of other columns stay as they are: somebody may have said more there. */
function cellsLike(
  text: string,
  heading: string,
  isIt: (cells: readonly string[]) => boolean,
  row: StackRow,
): string[] {
  const found = rowsOf(text, heading).find(isIt);
  return found === undefined ? [...row] : found.map((cell, index) => (index === 1 ? row[1] : cell));
}

function rowsOf(text: string, heading: string): string[][] {
  const table = findSection(parseDoc(text), heading)?.tables[0];
  return table?.rows.map(({ cells }) => cells.map((cell) => cell.text)) ?? [];
}

function withoutVersion(name: string): string {
  return name.replace(/\s+[\d.x*>=<~^|\s-]+$/, "").trim();
}

function edit(
  { bank, language }: PlanInput,
  path: string,
  before: string,
  text: string,
): Operation[] {
  if (text === before) return [];
  const zh = language === "zh";
  const reason =
    path === ENTRY
      ? zh
        ? "路由与现有文档一致"
        : "routes in step with the docs"
      : zh
        ? "技术栈与命令的行"
        : "rows of stack and commands";
  return [{ kind: "edit", path, before: bank.hash(path), text, reason }];
}

import { type Edit, applyEdits, lineBreakOf } from "../bank/edit.ts";
import { type Doc, findSection, parseDoc } from "../bank/parse.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import { TEMPLATES } from "../bank/templates/texts.ts";
import { isKnownName } from "../scan/known.ts";
import { toRunTask } from "../scan/task-files.ts";
import { codeSpan, isPartLabel, isSameThing, toStackRows, whatOf } from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";

type Project = Pick<PlanInput, "facts" | "language" | "isInProject">;
/** The texts of a row's cells. */
type Cells = readonly string[];

/** A path in the form in which a scan cites it. */
const PATH = /^[\w@./-]+$/;
const MANAGER = /^(?:npm|pnpm|yarn|bun) /;

/** Updates the tables of stack and commands: changed versions, new rows, and rows for things that are gone. */
export function updateTech(text: string, project: Project): string {
  const doc = parseDoc(text);
  const edits = [
    ...updateTable(doc, "Stack", (rows) => updateStack(rows, project)),
    ...updateTable(doc, "Commands", (rows) => updateCommands(rows, project)),
  ];
  return applyEdits(text, edits);
}

/** Updates the section's table if its header is ours; the columns of another table may mean anything. */
function updateTable(
  doc: Doc,
  heading: string,
  update: (rows: readonly Cells[]) => readonly Cells[],
): Edit[] {
  const table = findSection(doc, heading)?.tables[0];
  const isOurs = Object.values(TEMPLATES).some(
    ({ tech }) => headerOf(parseDoc(tech), heading) === headerOf(doc, heading),
  );
  if (table === undefined || !isOurs) return [];
  const { text } = doc;
  const written = new Map<Cells, string>(
    table.rows.map(({ cells, from, to }) => [cells.map((cell) => cell.text), text.slice(from, to)]),
  );
  const rows = update([...written.keys()]).map((cells) => {
    const blanks = Array.from({ length: Math.max(0, table.header.cells.length - cells.length) });
    return written.get(cells) ?? renderTableRow([...cells, ...blanks.map(() => "")]);
  });
  const { to } = table.rows.at(-1) ?? table.delimiter;
  const lineBreak = lineBreakOf(text);
  return [{ from: table.delimiter.to, to, text: rows.map((row) => lineBreak + row).join("") }];
}

function headerOf(doc: Doc, heading: string): string {
  const cells = findSection(doc, heading)?.tables[0]?.header.cells ?? [];
  return cells.map((cell) => cell.text).join(" | ");
}

function updateStack(before: readonly Cells[], project: Project): Cells[] {
  const wanted = toStackRows(project.facts, project.language);
  const current = new Set(wanted.map(whatOf));
  const rows = before.filter((cells) => !isStackRowGone(cells, project));
  for (const fact of wanted) {
    const what = whatOf(fact);
    if (rows.some((cells) => cells[1] === what)) continue;
    const old = rows.findIndex(([, said = "", source = ""]) => {
      const isFrom = source.replaceAll("`", "") === fact.source;
      return isFrom && isSameThing(said, fact.name) && !current.has(said);
    });
    if (old >= 0) rows.splice(old, 1, rows[old]?.with(1, what) ?? []);
    else if (!rows.some(([, said = ""]) => `${said} `.startsWith(`${fact.name} `)))
      rows.push([fact.part, what, fact.source]);
  }
  return rows;
}

/** Whether a scan wrote the row and would not write it now: its file is gone, or was read and no longer says so. */
function isStackRowGone(cells: Cells, { facts, isInProject }: Project): boolean {
  const [part = "", what = "", source = ""] = cells;
  if (cells.length !== 3 || !isPartLabel(part) || !PATH.test(source)) return false;
  const { languages, runtimes, frameworks, tools, packageManagers } = facts;
  const listed = [languages, runtimes, frameworks, tools, packageManagers].flat();
  if (listed.some(({ name }) => isSameThing(what, name))) return false;
  if (!isInProject(source)) return true;
  return facts.sources.includes(source) && isKnownName((name) => isSameThing(what, name));
}

function updateCommands(before: readonly Cells[], project: Project): Cells[] {
  const rows = [...before];
  for (const { purpose, command } of project.facts.commands) {
    if (rows.some((cells) => cells.some((cell) => mentions(cell, command)))) continue;
    const rivals = rows.filter((cells) => cells[0] === purpose);
    const old = rivals.find((cells) => isCommandStale(cells, project));
    if (old !== undefined) rows.splice(rows.indexOf(old), 1, old.with(1, codeSpan(command)));
    else if (rivals.length === 0) rows.push([purpose, codeSpan(command)]);
  }
  return rows.filter((cells) => !isCommandGone(cells, project));
}

/** Whether a cell has the command, with or without further arguments. */
function mentions(cell: string, command: string): boolean {
  if (cell.includes(codeSpan(command))) return true;
  return [...cell.matchAll(/`([^`]+)`/g)].some(([, code = ""]) => code.startsWith(`${command} `));
}

/** Whether a command runs a task that is gone, or uses a package manager that the project no longer has. */
function isCommandStale(cells: Cells, project: Project): boolean {
  const manager = MANAGER.exec(commandIn(cells) ?? "")?.[0].trim();
  const managers = project.facts.packageManagers.map(({ name }) => name);
  const isOther =
    manager !== undefined &&
    !managers.includes(manager) &&
    managers.some((name) => MANAGER.test(`${name} `));
  return isOther || isCommandGone(cells, project);
}

/** Whether a row runs a task, written as a scan writes it, that no file has any more. */
function isCommandGone(cells: Cells, { facts, isInProject }: Project): boolean {
  const command = commandIn(cells);
  const ran = command === undefined ? undefined : toRunTask(command);
  if (ran === undefined || facts.commands.some((listed) => listed.command === command)) {
    return false;
  }
  return ran.files.every((file) => {
    const known = facts.taskFiles.find(({ path }) => path === file);
    return known === undefined ? !isInProject(file) : !known.tasks.includes(ran.task);
  });
}

/** The command of a row that has a command and nothing else. */
function commandIn([, run = "", ...more]: Cells): string | undefined {
  return more.some((cell) => cell !== "") ? undefined : /^`([^`]+)`$/.exec(run)?.[1];
}

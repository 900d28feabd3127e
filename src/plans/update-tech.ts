import { applyEdits } from "../bank/edit.ts";
import { type Doc, findSection, parseDoc } from "../bank/parse.ts";
import { TEMPLATES } from "../bank/templates/texts.ts";
import { isKnownName } from "../scan/known.ts";
import { toRunTask } from "../scan/task-files.ts";
import { codeSpan, isPartLabel, isSameThing, toStackRows, whatOf } from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";
import { type TableChanges, changeTable } from "./table-changes.ts";

type Project = Pick<PlanInput, "facts" | "language" | "isInProject">;
/** Texts of a row's cells. */
type Cells = readonly string[];

/** As a scan cites it. */
const PATH = /^[\w@./-]+$/;
const MANAGER = /^(?:npm|pnpm|yarn|bun) /;

/** The tables of stack and commands: other versions of the same thing, what is new, and what is gone. */
export function updateTech(text: string, project: Project): string {
  if (text === "") return text;
  const doc = parseDoc(text);
  const stack = changeOurTable(doc, "Stack");
  const commands = changeOurTable(doc, "Commands");
  if (stack !== undefined) updateStack(stack, project);
  if (commands !== undefined) updateCommands(commands, project);
  const edits = [stack, commands].flatMap((table) => table?.edits() ?? []);
  return applyEdits(text, edits);
}

/** Known by its header: the columns of other tables mean what their author wants. */
function changeOurTable(doc: Doc, heading: string): TableChanges | undefined {
  const table = findSection(doc, heading)?.tables[0];
  const header = headerOf(doc, heading);
  const isOurs = Object.values(TEMPLATES).some(
    ({ tech }) => headerOf(parseDoc(tech), heading) === header,
  );
  return table !== undefined && isOurs ? changeTable(doc.text, table) : undefined;
}

function headerOf(doc: Doc, heading: string): string {
  const cells = findSection(doc, heading)?.tables[0]?.header.cells ?? [];
  return cells.map((cell) => cell.text).join(" | ");
}

function updateStack(table: TableChanges, project: Project): void {
  const wanted = toStackRows(project.facts, project.language);
  const current = new Set(wanted.map(whatOf));
  for (const [index, row] of table.rows.entries()) {
    if (isStackRowGone(table.texts()[index] ?? [], project)) table.removeRow(row);
  }
  for (const fact of wanted) {
    const said = table.texts().map(([, what = ""]) => what);
    if (said.includes(whatOf(fact))) continue;
    const old = table.rows.find((_, index) => {
      const [, what = "", source = ""] = table.texts()[index] ?? [];
      const isFrom = source.replaceAll("`", "") === fact.source;
      return isFrom && isSameThing(what, fact.name) && !current.has(what);
    });
    if (old !== undefined) table.setCell(old, 1, whatOf(fact));
    else if (!said.some((what) => `${what} `.startsWith(`${fact.name} `))) {
      table.addRow([fact.part, whatOf(fact), fact.source]);
    }
  }
}

/** One that a scan wrote and would not write any more: its file is gone, or was read and says nothing of it. */
function isStackRowGone(cells: Cells, { facts, isInProject }: Project): boolean {
  const [part = "", what = "", source = ""] = cells;
  if (cells.length !== 3 || !isPartLabel(part) || !PATH.test(source)) return false;
  const { languages, runtimes, frameworks, tools, packageManagers } = facts;
  const listed = [languages, runtimes, frameworks, tools, packageManagers].flat();
  const names = [...listed.map(({ name }) => name), ...facts.mentioned];
  if (names.some((name) => isSameThing(what, name))) return false;
  if (!isInProject(source)) return true;
  const isRead = facts.sources.some(({ path, isCut }) => path === source && !isCut);
  return isRead && isKnownName((name) => isSameThing(what, name));
}

function updateCommands(table: TableChanges, project: Project): void {
  const { commands } = project.facts;
  for (const { purpose, command } of commands) {
    const texts = table.texts();
    if (texts.some((cells) => cells.some((cell) => mentions(cell, command)))) continue;
    const isRival = (cells: Cells) => cells[0] === purpose;
    const old = table.rows.find((_, index) => {
      const cells = texts[index] ?? [];
      return isRival(cells) && isCommandStale(cells, project);
    });
    if (old !== undefined) table.setCell(old, 1, codeSpan(command));
    else if (!texts.some(isRival)) table.addRow([purpose, codeSpan(command)]);
  }
  for (const [index, row] of table.rows.entries()) {
    if (isCommandGone(table.texts()[index] ?? [], project)) table.removeRow(row);
  }
}

/** As it is, or with arguments that somebody added. */
function mentions(cell: string, command: string): boolean {
  if (cell.includes(codeSpan(command))) return true;
  return [...cell.matchAll(/`([^`]+)`/g)].some(([, code = ""]) => code.startsWith(`${command} `));
}

/** It runs a task that is gone, or another package manager than the project has now. */
function isCommandStale(cells: Cells, project: Project): boolean {
  const manager = MANAGER.exec(commandIn(cells) ?? "")?.[0].trim();
  const managers = project.facts.packageManagers.map(({ name }) => name);
  const isOther =
    manager !== undefined &&
    !managers.includes(manager) &&
    managers.some((name) => MANAGER.test(`${name} `));
  return isOther || isCommandGone(cells, project);
}

/** Whether a row runs a task, as a scan would write it, that no file has any more. */
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

/** Of a row that has a command and nothing else. */
function commandIn([, run = "", ...more]: Cells): string | undefined {
  return more.some((cell) => cell !== "") ? undefined : /^`([^`]+)`$/.exec(run)?.[1];
}

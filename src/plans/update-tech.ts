import { applyEdits } from "../bank/edit.ts";
import { type Doc, findSection, parseDoc } from "../bank/parse.ts";
import { TEMPLATES } from "../bank/templates/texts.ts";
import {
  type CommandRow,
  type StackRow,
  codeSpan,
  isSameThing,
  toCommandRows,
  toPlaceRows,
  toStackRows,
  whatOf,
} from "./describe-facts.ts";
import { FOLDERS, isCommandRowGone, isPlaceRowGone, isStackRowGone } from "./gone-rows.ts";
import type { PlanInput } from "./plan-input.ts";
import { type TableChanges, changeTable } from "./table-changes.ts";

export interface UpdatedTech {
  readonly text: string;
  /** Old → new, of what rows said; "" of a row that is gone. */
  readonly replaced: ReadonlyMap<string, string>;
}

const HEADINGS = ["Stack", "Commands", "Structure"] as const;
type Heading = (typeof HEADINGS)[number];

/** Rows of the stack, of commands and of folders: another version of the same thing, what is new and what is gone. */
export function updateTech(
  text: string,
  project: Pick<PlanInput, "facts" | "language" | "isInProject">,
): UpdatedTech {
  const { facts, language } = project;
  const replaced = new Map<string, string>();
  if (text === "") return { text, replaced };
  const doc = parseDoc(text);
  const stack = changeOurTable(doc, "Stack");
  const commands = changeOurTable(doc, "Commands");
  if (stack !== undefined) putStack(stack, toStackRows(facts, language), replaced);
  if (commands !== undefined) putCommands(commands, toCommandRows(facts), replaced);
  const structure = changeOurTable(doc, "Structure");
  if (structure !== undefined) putStructure(structure, toPlaceRows(facts, language));
  const drop = (table: TableChanges | undefined, isGone: typeof isStackRowGone, column: number) => {
    for (const [index, row] of table?.rows.entries() ?? []) {
      const cells = table?.texts()[index] ?? [];
      if (!isGone(cells, project)) continue;
      replaced.set(cells[column] ?? "", "");
      table?.removeRow(row);
    }
  };
  drop(stack, isStackRowGone, 1);
  drop(commands, isCommandRowGone, 1);
  drop(structure, isPlaceRowGone, 0);
  const edits = [stack, commands, structure].flatMap((table) => table?.edits() ?? []);
  return { text: applyEdits(text, edits).contents, replaced };
}

/** Headers of our tables in every language, once somebody asks. */
let headers: ReadonlyMap<Heading, readonly string[]> | undefined;

/** Known by its header: the columns of other tables mean what their author wants. */
function changeOurTable(doc: Doc, heading: Heading): TableChanges | undefined {
  headers ??= new Map(
    HEADINGS.map((name) => [
      name,
      Object.values(TEMPLATES).map(({ tech }) => headerOf(parseDoc(tech), name)),
    ]),
  );
  const table = tableOf(doc, heading);
  const header = headerOf(doc, heading);
  const isOurs = headers.get(heading)?.some((ours) => `${header} | `.startsWith(`${ours} | `));
  return table !== undefined && isOurs ? changeTable(doc.text, table) : undefined;
}

function tableOf(doc: Doc, heading: Heading) {
  return findSection(doc, heading)?.tables[0];
}

function headerOf(doc: Doc, heading: Heading): string {
  const cells = tableOf(doc, heading)?.header.cells ?? [];
  return cells.map((cell) => cell.text).join(" | ");
}

function putStack(
  table: TableChanges,
  facts: readonly StackRow[],
  replaced: Map<string, string>,
): void {
  const current = new Set(facts.map(whatOf));
  for (const fact of facts) {
    const wanted = whatOf(fact);
    const said = table.texts().map(([, what = ""]) => what);
    if (said.includes(wanted)) continue;
    const old = table.rows.find((_, index) => {
      const [, what = "", source = ""] = table.texts()[index] ?? [];
      const isIt = isSameThing(what, fact.name) && source.replaceAll("`", "") === fact.source;
      return isIt && !current.has(what);
    });
    if (old !== undefined) {
      replaced.set(old.cells[1]?.text ?? "", wanted);
      table.setCell(old, 1, wanted);
    } else if (!said.some((what) => `${what} `.startsWith(`${fact.name} `))) {
      table.addRow([fact.part, wanted, fact.source]);
    }
  }
}

function putCommands(
  table: TableChanges,
  commands: readonly CommandRow[],
  replaced: Map<string, string>,
): void {
  const current = new Set(commands.map(([, command]) => codeSpan(command)));
  for (const [purpose, command] of commands) {
    const wanted = codeSpan(command);
    const texts = table.texts();
    if (texts.some((cells) => cells.some((cell) => mentions(cell, command)))) continue;
    const isRival = ([to, run = ""]: readonly string[]) => to === purpose && !current.has(run);
    // A cell with more than one command was written by a person, and is left alone.
    const old = table.rows.find((_, index) => {
      const cells = texts[index] ?? [];
      return isRival(cells) && /^`[^`]+`$/.test(cells[1] ?? "");
    });
    if (old !== undefined) {
      replaced.set(old.cells[1]?.text ?? "", wanted);
      table.setCell(old, 1, wanted);
    } else if (!texts.some(isRival)) {
      table.addRow([purpose, wanted]);
    }
  }
}

/** A folder that somebody has described is left alone; of what is listed together, the list is ours. */
function putStructure(
  table: TableChanges,
  places: readonly (readonly [folders: string, what: string, source: string])[],
): void {
  const current = new Set(places.map(([folders]) => folders));
  for (const [folders, what, source] of places) {
    const texts = table.texts();
    const isTold = texts.some(
      ([before = ""]) => before === folders || (!FOLDERS.test(before) && before.includes(folders)),
    );
    if (isTold) continue;
    const old = table.rows.find((_, index) => {
      const [before = "", held, from] = texts[index] ?? [];
      return held === what && from === source && FOLDERS.test(before) && !current.has(before);
    });
    if (old === undefined) table.addRow([folders, what, source]);
    else table.setCell(old, 0, folders);
  }
}

/** As it is, or with arguments that somebody added. */
function mentions(cell: string, command: string): boolean {
  if (cell.includes(codeSpan(command))) return true;
  return [...cell.matchAll(/`([^`]+)`/g)].some(([, code = ""]) => code.startsWith(`${command} `));
}

import { applyEdits } from "../edit.ts";
import { addTableRow, renderCell } from "../edit-table.ts";
import type { Row } from "../markdown/tables.ts";
import { findSection, parseDoc } from "../parse.ts";
import { TEMPLATES } from "../templates/texts.ts";
import {
  type CommandRow,
  type StackRow,
  codeSpan,
  isSameThing,
  toCommandRows,
  toStackRows,
  whatOf,
} from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";

export interface UpdatedTech {
  readonly text: string;
  /** Old → new, of what rows said. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Rows of the stack and of commands: another version or command of the same thing, and what is new. */
export function updateTech(before: string, { facts, language }: PlanInput): UpdatedTech {
  const replaced = new Map<string, string>();
  let text = before;
  if (isOurTable(text, "Stack")) {
    const rows = toStackRows(facts, language);
    const current = new Set(rows.map(whatOf));
    for (const row of rows) text = putStackRow(text, row, current, replaced);
  }
  if (isOurTable(text, "Commands")) {
    const rows = toCommandRows(facts);
    const current = new Set(rows.map(([, command]) => codeSpan(command)));
    for (const row of rows) text = putCommandRow(text, row, current, replaced);
  }
  return { text, replaced };
}

/** By its header: the columns of other tables mean what their author wants. */
function isOurTable(text: string, heading: string): boolean {
  const header = headerOf(text, heading);
  return Object.values(TEMPLATES).some(({ tech }) => {
    const ours = headerOf(tech, heading);
    return ours !== undefined && ours.every((cell, index) => header?.[index] === cell);
  });
}

function headerOf(text: string, heading: string): readonly string[] | undefined {
  return tableOf(text, heading)?.header.cells.map((cell) => cell.text);
}

function rowsOf(text: string, heading: string): readonly Row[] {
  return tableOf(text, heading)?.rows ?? [];
}

function tableOf(text: string, heading: string) {
  return findSection(parseDoc(text), heading)?.tables[0];
}

function cellAt({ cells }: Row, column: number): string {
  return cells[column]?.text ?? "";
}

function putStackRow(
  text: string,
  row: StackRow,
  current: ReadonlySet<string>,
  replaced: Map<string, string>,
): string {
  const rows = rowsOf(text, "Stack");
  const wanted = whatOf(row);
  if (rows.some((old) => cellAt(old, 1) === wanted)) return text;
  const old = rows.find(
    (each) =>
      !current.has(cellAt(each, 1)) &&
      isSameThing(cellAt(each, 1), row.name) &&
      cellAt(each, 2).replaceAll("`", "") === row.source,
  );
  if (old !== undefined) return setSecondCell(text, old, wanted, replaced);
  const isNamed = rows.some((each) => `${cellAt(each, 1)} `.startsWith(`${row.name} `));
  return isNamed ? text : addTableRow(text, "Stack", [row.part, wanted, row.source]).contents;
}

function putCommandRow(
  text: string,
  [purpose, command]: CommandRow,
  current: ReadonlySet<string>,
  replaced: Map<string, string>,
): string {
  const rows = rowsOf(text, "Commands");
  if (rows.some(({ cells }) => cells.some((cell) => mentions(cell.text, command)))) return text;
  const rivals = rows.filter((row) => cellAt(row, 0) === purpose && !current.has(cellAt(row, 1)));
  const wanted = codeSpan(command);
  if (rivals.length === 0) return addTableRow(text, "Commands", [purpose, wanted]).contents;
  // What is more than one command was written by somebody who knew better.
  const old = rivals.find((row) => /^`[^`]+`$/.test(cellAt(row, 1)));
  return old === undefined ? text : setSecondCell(text, old, wanted, replaced);
}

/** The words of other columns stay: somebody may have said more there. */
function setSecondCell(
  text: string,
  { cells: [, cell] }: Row,
  wanted: string,
  replaced: Map<string, string>,
): string {
  if (cell === undefined) return text;
  replaced.set(cell.text, wanted);
  return applyEdits(text, [{ from: cell.from, to: cell.to, text: renderCell(wanted) }]).contents;
}

/** As it is, or with arguments that somebody added. */
function mentions(cell: string, command: string): boolean {
  if (cell.includes(codeSpan(command))) return true;
  return [...cell.matchAll(/`([^`]+)`/g)].some(([, code = ""]) => code.startsWith(`${command} `));
}

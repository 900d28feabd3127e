import type { Text } from "../types.ts";
import { colors } from "./colors.ts";
import { columnsOf, wrap } from "./format.ts";
import { say } from "./say.ts";

/** A column is at least this wide. */
const NARROWEST = 24;

/** Prints text for people; lines that are too long for the terminal are wrapped. */
export function print(text = ""): void {
  console.log(fold(text));
}

/** Prints a text in the language that messages are in. */
export function tell(text: Text): void {
  print(say(text));
}

export function printError(text: string): void {
  console.error(fold(text, process.stderr));
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Prints text for other programs, whose lines must not be wrapped. */
export function printWhole(text: string): void {
  console.log(text);
}

/** A pipe has no `columns`, so lines for it are not wrapped. */
interface Output {
  readonly columns?: number;
}

/** Wraps lines that are too long. The continuation has the same indent as the line. */
export function fold(text: string, output: Output = process.stdout): string {
  const lines = text.split("\n").map((line) => {
    const words = line.trimStart();
    return hang(line.slice(0, line.length - words.length), words, output);
  });
  return lines.join("\n");
}

/** Puts `text` after `start`. Its further lines are indented by the width of `start`. */
function hang(start: string, text: string, { columns }: Output): string {
  const indent = columnsOf(start);
  const room = Math.max((columns || Infinity) - indent, NARROWEST);
  const lines = text.split("\n").flatMap((line) => wrap(line, room));
  return start + lines.join(`\n${" ".repeat(indent)}`);
}

/** Prints cells in aligned columns. The last cell of a row may be long, or have several lines. */
export function printTable(rows: readonly (readonly string[])[], gap = 2): void {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => columnsOf(row[at] ?? ""))),
  );
  for (const row of rows) {
    const start = row
      .slice(0, -1)
      .map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - columnsOf(cell) + gap));
    console.log(hang(start.join(""), row.at(-1) ?? "", process.stdout));
  }
}

/** Colours added lines green and removed ones red, as in a diff, and other changes and warnings yellow. */
export function paintChanges(text: string): string {
  return text
    .replaceAll(/^ +\+ .*$/gm, colors.green)
    .replaceAll(/^ +- .*$/gm, colors.red)
    .replaceAll(/^(?: +~|!) .*$/gm, colors.yellow);
}

/** Prints names in one column and their values, of one or more lines, in the next. Undefined values are left out. */
export function printFacts(facts: readonly (readonly [name: Text, value: string | undefined])[]) {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[colors.bold(say(name)), value]],
  );
  printTable(rows, 1);
}

import type { Text } from "../types.ts";
import { colors } from "./colors.ts";
import { columnsOf, wrap } from "./format.ts";
import { say } from "./say.ts";

/** Less is no column to read. */
const NARROWEST = 24;

/** The only way to a terminal. */
export function print(text = ""): void {
  console.log(fold(text));
}

/** The same, in the language of the rest. */
export function tell(text: Text): void {
  print(say(text));
}

export function printError(text: string): void {
  console.error(fold(text, process.stderr));
}

/** For scripts. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** For other programs, as it is: a line of theirs must not be folded. */
export function printWhole(text: string): void {
  console.log(text);
}

/** A pipe has no width: there a line stays one line. */
interface Output {
  readonly columns?: number;
}

/** Lines that are too long go on below their own words. */
export function fold(text: string, output: Output = process.stdout): string {
  const lines = text.split("\n").map((line) => {
    const words = line.trimStart();
    return hang(line.slice(0, line.length - words.length), words, output);
  });
  return lines.join("\n");
}

/** A text behind its start, below which nothing of the text stands. */
function hang(start: string, text: string, { columns }: Output): string {
  const indent = columnsOf(start);
  const room = Math.max((columns || Infinity) - indent, NARROWEST);
  const lines = text.split("\n").flatMap((line) => wrap(line, room));
  return start + lines.join(`\n${" ".repeat(indent)}`);
}

/** Cells below each other; the last one of a row may be long, or of several lines. */
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

/** Added lines green, removed ones red, as in a diff; yellow what else there is to see. */
export function paintChanges(text: string): string {
  return text
    .replaceAll(/^ +\+ .*$/gm, colors.green)
    .replaceAll(/^ +- .*$/gm, colors.red)
    .replaceAll(/^(?: +~|!) .*$/gm, colors.yellow);
}

/** Names in one column, what belongs to them in the next, of several lines where it has them. What is undefined is left out. */
export function printFacts(facts: readonly (readonly [name: Text, value: string | undefined])[]) {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[colors.bold(say(name)), value]],
  );
  printTable(rows, 1);
}

import type { Text } from "../types.ts";
import { colors } from "./colors.ts";
import { COLOR, columnsOf, outputWidth, wrap } from "./format.ts";
import { say } from "./say.ts";

/** What a line begins with before its words: colour, indentation, the mark of a list, a diff or a command. */
const LEAD = new RegExp(`^(?:${COLOR}|[-+!→$] {1,4}| ){0,40}`, "u");
/** Less is no column to read. */
const NARROWEST = 24;
const BELOW = 2;

/** The only way to a terminal: no line is wider than it is, and no word is broken for that. */
export function print(text = ""): void {
  console.log(fold(text, outputWidth()));
}

/** The same, on a line of its own, in the language of the rest. */
export function tell(text: Text): void {
  print(say(text));
}

export function printError(text: string): void {
  console.error(fold(text, outputWidth(process.stderr)));
}

/** For scripts. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** For other programs, as it is: a line of theirs must not be folded. */
export function printWhole(text: string): void {
  console.log(text);
}

/** Lines that are too long go on below their own words. */
export function fold(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => {
      if (columnsOf(line) <= width) return line;
      const lead = LEAD.exec(line)?.[0] ?? "";
      return behind(lead, line.slice(lead.length), width);
    })
    .join("\n");
}

/** A text behind its start, which goes on below itself; or all of it below, where it does not fit beside. */
function behind(start: string, text: string, width: number): string {
  const indent = columnsOf(start);
  const lines = text.split("\n");
  const beside = lines.flatMap((line) => wrap(line, width - indent));
  const isRoomy = width - indent >= NARROWEST && isWithin(beside, width - indent);
  const below = lines.flatMap((line) => wrap(line, width - BELOW));
  // A word that fits nowhere stays where it can be seen whose it is.
  if (isRoomy || start.trim() === "" || !isWithin(below, width - BELOW))
    return start + beside.join(`\n${" ".repeat(indent)}`);
  return [start.trimEnd(), ...below].join(`\n${" ".repeat(BELOW)}`);
}

function isWithin(lines: readonly string[], width: number): boolean {
  return lines.every((line) => columnsOf(line) <= width);
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
    console.log(behind(start.join(""), row.at(-1) ?? "", outputWidth()));
  }
}

const SIGNS: Readonly<Record<string, (line: string) => string>> = {
  "+": colors.green,
  "-": colors.red,
  "~": colors.yellow,
  "!": colors.yellow,
};

/** Added lines green, removed ones red, as in a diff. */
export function paintChanges(text: string): string {
  return text.replaceAll(/^(?: +([-+~])|(!)) .*$/gm, (line: string, sign?: string, mark = "!") =>
    (SIGNS[sign ?? mark] ?? String)(line),
  );
}

/** Names in one column, what belongs to them in the next, of several lines where it has them. What is undefined is left out. */
export function printFacts(facts: readonly (readonly [name: Text, value: string | undefined])[]) {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[colors.bold(say(name)), value]],
  );
  printTable(rows, 1);
}

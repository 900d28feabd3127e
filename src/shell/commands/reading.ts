import { splitArguments } from "../arguments.ts";
import { touchName } from "../arithmetic.ts";
import { setElement } from "../assign.ts";
import { textOfOutput } from "../output.ts";
import { NO_OUTPUT, type Output, type Position, type Scope, UNTOLD, toPart } from "../scope.ts";
import { UNKNOWN, type Value, isKnown, oneOf } from "../value.ts";
import type { Evaluate } from "./invocation.ts";

/** What comes in by the descriptor that `-u` names, or by the usual one. */
function inputOf(number: string | undefined, scope: Scope, position: Position): Output {
  const opened = scope.descriptors.get(number ?? "0")?.input;
  return (number === undefined ? (position.input ?? opened) : opened) ?? UNTOLD;
}

/** A loop reads line after line: then the variables may stand for any of them. */
export const readLine: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "adinNptu" });
  const input = inputOf(args.values.get("u"), scope, position);
  const { lines, isComplete } = input;
  const isFirst = position.isFresh === true && isComplete;
  const records = isFirst
    ? [firstRecord(input, args.values)]
    : [...lines, ...(isComplete ? [] : [UNKNOWN])];
  // A null byte ends a record like a newline: see `unescape`.
  const isCounted =
    ["n", "N"].some((name) => args.values.has(name)) || (args.values.get("d") ?? "") !== "";
  const isRaw = args.flags.has("r");
  const values = records.map((line) =>
    (isCounted && !isFirst) || (!isRaw && line.includes("\\")) ? UNKNOWN : line,
  );
  const separators = scope.variables.get("IFS")?.[0] ?? " \t\n";
  const array = args.values.get("a");
  const names = args.operands.length === 0 ? ["REPLY"] : args.operands;
  const count = array === undefined ? names.length : Infinity;
  scope.spend(values.reduce((sum, line) => sum + line.length, 0) / 50);
  const splitFields = makeFieldSplitter(separators, count);
  const fields = values.map(splitFields);
  if (array !== undefined) {
    set(array, fields, scope);
    return NO_OUTPUT;
  }
  scope.spend(names.length * (5 + values.length));
  for (const [index, name] of names.entries()) {
    touchName(name, scope);
    const isWhole = args.operands.length === 0 || args.values.has("N");
    set(
      name,
      values.map((line, at) => [isWhole ? line : (fields[at]?.[index] ?? "")]),
      scope,
    );
  }
  return NO_OUTPUT;
};

/** Up to the delimiter, or as many characters as were asked for. */
function firstRecord(input: Output, options: ReadonlyMap<string, string>): string {
  const text = textOfOutput(input);
  const exactly = options.get("N");
  if (exactly !== undefined) return text.slice(0, Number(exactly));
  const delimiter = options.get("d") ?? "\n";
  const end = delimiter === "" ? -1 : text.indexOf(delimiter.slice(0, 1));
  const record = end === -1 ? text : text.slice(0, end);
  const most = options.get("n");
  return most === undefined ? record : record.slice(0, Number(most));
}

function set(name: string, values: readonly Value[], scope: Scope): void {
  const value = oneOf(values.length === 0 ? [[UNKNOWN]] : values, scope.world.bank);
  if (value.alternatives !== undefined) scope.effects.isForked = true;
  const [, array, key] = /^(\w+)\[([^]*)\]$/.exec(name) ?? [];
  if (array === undefined || key === undefined) scope.variables.set(name, value);
  else setElement(array, key, value, scope);
}

/** The last name takes the rest of the line. */
function makeFieldSplitter(separators: string, count: number): (line: string) => string[] {
  const marks = new Set(separators);
  const blanks = new Set([...marks].filter((character) => /\s/.test(character)));
  return (line) => {
    if (line === UNKNOWN || !isKnown(separators))
      return Array.from({ length: Math.min(count, 9) }, () => UNKNOWN);
    let end = line.length;
    const pass = (from: number, set: ReadonlySet<string>, isIn: boolean) => {
      let at = from;
      while (at < end && set.has(line[at] ?? "") === isIn) at++;
      return at;
    };
    let at = pass(0, blanks, true);
    while (end > at && blanks.has(line[end - 1] ?? "")) end--;
    const fields: string[] = [];
    while (fields.length < count - 1 && at < end) {
      const mark = pass(at, marks, false);
      if (mark === end) break;
      fields.push(line.slice(at, mark));
      at = pass(mark + 1, blanks, true);
    }
    if (at < end || fields.length === 0) fields.push(line.slice(at, end));
    return fields;
  };
}

/** `mapfile -t lines`: one element for each line. */
export const readLines: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "dnOsuCc" });
  const callback = args.values.get("C");
  if (callback !== undefined) {
    scope.run(callback, scope, { ...position, isProven: false });
    scope.effects.inline.push(toPart(scope, call.words, position));
  }
  const [name = "MAPFILE"] = args.operands;
  touchName(name, scope);
  const { lines, isComplete } = inputOf(args.values.get("u"), scope, position);
  const [skipped, most] = [Number(args.values.get("s") ?? 0), Number(args.values.get("n") ?? 0)];
  const isTold =
    !args.values.has("O") && (args.values.get("d") ?? "") === "" && skipped >= 0 && most >= 0;
  const kept = lines.slice(skipped, most > 0 ? skipped + most : undefined);
  const elements = args.flags.has("t") ? kept : kept.map((line) => `${line}\n`);
  const others = isComplete ? [] : [UNKNOWN];
  scope.variables.set(name, isTold ? [...elements, ...others] : [UNKNOWN]);
  return NO_OUTPUT;
};

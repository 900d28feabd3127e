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
  if (array !== undefined) {
    set(
      array,
      values.map((line) => splitFields(line, separators, Infinity)),
      scope,
    );
    return NO_OUTPUT;
  }
  const names = args.operands.length === 0 ? ["REPLY"] : args.operands;
  scope.spend(names.length * (5 + values.length));
  for (const [index, name] of names.entries()) {
    touchName(name, scope);
    const isWhole = args.operands.length === 0 || args.values.has("N");
    set(
      name,
      values.map((line) => [
        isWhole ? line : (splitFields(line, separators, names.length)[index] ?? ""),
      ]),
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
function splitFields(line: string, separators: string, count: number): string[] {
  if (line === UNKNOWN || !isKnown(separators))
    return Array.from({ length: Math.min(count, 9) }, () => UNKNOWN);
  const isBlank = (character: string) => /\s/.test(character) && separators.includes(character);
  const trimmed = (text: string) => {
    let [start, end] = [0, text.length];
    while (start < end && isBlank(text[start] ?? "")) start++;
    while (end > start && isBlank(text[end - 1] ?? "")) end--;
    return text.slice(start, end);
  };
  const fields: string[] = [];
  let rest = trimmed(line);
  while (fields.length < count - 1 && rest !== "") {
    const at = [...rest].findIndex((character) => separators.includes(character));
    if (at === -1) break;
    fields.push(rest.slice(0, at));
    const behind = trimmed(rest.slice(at));
    rest =
      behind.startsWith(rest[at] ?? "") && !isBlank(rest[at] ?? "")
        ? trimmed(behind.slice(1))
        : behind;
  }
  if (rest !== "" || fields.length === 0) fields.push(rest);
  return fields;
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

import { type ParameterExpansionPart, type Word, parse } from "unbash";
import { toMatcher } from "../patterns/automaton.ts";
import { parseGlob, reversed } from "../patterns/glob.ts";
import { evaluateArithmeticText, touchName } from "./arithmetic.ts";
import { unescape } from "./escapes.ts";
import { type Scope, isTicking, resolveName } from "./scope.ts";
import { UNKNOWN, UNKNOWN_NUMBER, isKnown, joinValues } from "./value.ts";

/** What a variable stands for; of an array, its first element. */
export function lookUp(name: string, scope: Scope): readonly string[] {
  if (name === "@" || name === "*") return scope.variables.get("@") ?? [];
  const [first = ""] = lookUpAll(name, scope);
  return [first];
}

function lookUpAll(given: string, scope: Scope): readonly string[] {
  const name = resolveName(given, scope);
  const known = scope.variables.get(name);
  if (known !== undefined) return known;
  if (name === "@" || name === "*") return scope.variables.get("@") ?? [];
  if (/^[1-9]\d*$/.test(name)) {
    // Without a list of parameters there may be one that the shell was started with.
    const parameters = scope.variables.get("@");
    return [parameters === undefined ? UNKNOWN : (parameters[Number(name) - 1] ?? "")];
  }
  if (name === "_") return [UNKNOWN];
  if (name === "$" || name === "?" || isTicking(name, scope)) return [UNKNOWN_NUMBER];
  if (name === "PWD") return [scope.cwd];
  if (name === "#") return [String(scope.variables.get("@")?.length ?? UNKNOWN_NUMBER)];
  if (name === "IFS") return [" \t\n"];
  if (name === "HOME" && scope.world.home !== undefined) return [scope.world.home];
  return [scope.world.variable(name) ?? UNKNOWN];
}

/** `${!x}`: the name, or the element of an array, that the value of `x` names. */
function lookUpNamed(name: string, scope: Scope): readonly string[] {
  const [, array, subscript] = /^(\w+)\[([^]*)\]$/.exec(name) ?? [];
  if (array === undefined || subscript === undefined) return lookUp(name, scope);
  if (subscript === "@" || subscript === "*") return lookUpAll(array, scope);
  touchName(name, scope);
  return elementOf(array, subscript, scope);
}

function elementOf(array: string, index: string, scope: Scope): readonly string[] {
  const keyed = scope.variables.get(`${array}[${index}]`);
  if (keyed !== undefined) return keyed;
  const values = lookUpAll(array, scope);
  if (index === "@" || index === "*") return values;
  const number = evaluateArithmeticText(index, scope);
  if (number !== undefined && /^[\w\s+*/%()$-]*$/.test(index)) {
    const value = values.at(number);
    if (value !== undefined || !/^[a-zA-Z_]/.test(index)) return [value ?? UNKNOWN];
  }
  // A key of an associative array that was not seen: it may stand for any of the values.
  return values;
}

/** The subscripts that were set by name; those of a list are its numbers. */
function keysOf(array: string, { variables, spend }: Scope): readonly string[] {
  spend(variables.size / 10);
  const start = `${array}[`;
  const named = [...variables.keys()].flatMap((name) =>
    name.startsWith(start) ? [name.slice(start.length, -1)] : [],
  );
  if (named.length > 0) return named;
  const values = variables.get(array);
  const isList = values !== undefined && values.alternatives === undefined && values.every(isKnown);
  return isList ? values.map((_, index) => String(index)) : [UNKNOWN];
}

export function expandParameter(
  part: ParameterExpansionPart,
  scope: Scope,
  expandText: (word: Word, scope: Scope) => string,
): readonly string[] {
  const { operation, parameter } = part;
  // Expanded even where the value is not used: a substitution in it runs in any case.
  const index = part.index === undefined ? undefined : expandText(part.index, scope);
  if (operation?.type === "Names") {
    scope.spend(scope.variables.size / 10);
    return [...scope.variables.keys()].filter((name) => name.startsWith(parameter));
  }
  if (part.prefix === "!" && (index === "@" || index === "*")) return keysOf(parameter, scope);
  const values =
    index === undefined ? lookUp(parameter, scope) : elementOf(parameter, index, scope);
  if (part.prefix === "#") {
    const isCount = index === "@" || index === "*" || parameter === "@" || parameter === "*";
    if (isCount) return [values.every(isKnown) ? String(values.length) : UNKNOWN_NUMBER];
    return [values.every(isKnown) ? String([...(values[0] ?? "")].length) : UNKNOWN_NUMBER];
  }
  const named = part.prefix === "!" ? values.flatMap((name) => lookUpNamed(name, scope)) : values;
  if (operation === undefined) return named;
  const isSet = named.some((value) => value !== UNKNOWN && value !== "");
  switch (operation.type) {
    case "Default": {
      const isAlternative = operation.operator.endsWith("+");
      if (operation.operator.endsWith("?")) {
        expandText(operation.operand, scope);
        return named;
      }
      const value = expandText(operation.operand, scope);
      if (isAlternative) return [isSet ? value : UNKNOWN];
      if (isSet) return named;
      if (operation.operator.endsWith("=")) scope.variables.set(parameter, [value]);
      return [value];
    }
    case "Remove": {
      const pattern = expandText(operation.operand, scope);
      return named.map((value) =>
        whenKnown(value, () => remove(value, operation.operator, pattern)),
      );
    }
    case "Replace": {
      const from = expandText(operation.pattern, scope);
      const to = expandText(operation.replacement, scope);
      if (/[*?[\\]/.test(from)) return [UNKNOWN];
      return named.map((value) =>
        whenKnown(value, () => replace(value, operation.operator, from, to)),
      );
    }
    case "Slice": {
      const numberOf = (word: Word) => evaluateArithmeticText(expandText(word, scope), scope);
      const offset = operation.offset.text === "" ? 0 : numberOf(operation.offset);
      const length = operation.length === undefined ? undefined : numberOf(operation.length);
      if (offset === undefined || (operation.length !== undefined && length === undefined))
        return [UNKNOWN];
      if (parameter === "@" || parameter === "*" || index === "@" || index === "*") {
        // `${@:1}` begins with `$1`, `${a[@]:0}` with the first element.
        const start = index === undefined ? Math.max(offset - 1, 0) : offset;
        if (offset < 0 && named.every(isKnown) && length === undefined) return named.slice(offset);
        return offset < 0
          ? [UNKNOWN]
          : named.slice(start, length === undefined ? undefined : start + length);
      }
      return named.map((value) => whenKnown(value, () => slice(value, offset, length)));
    }
    case "CaseModification":
      return named.map((value) => whenKnown(value, () => changeCase(value, operation.operator)));
    case "Transform":
      return named.map((value) => transform(value, operation.operand.value, scope));
    case "Unknown":
      return [UNKNOWN];
  }
}

/** `${x@P}`: the text is expanded once more, as in a prompt. */
function expandPrompt(text: string, scope: Scope): string {
  if (!/[$`\\]/.test(text)) return text;
  const [statement] = parse(`: "${text.replaceAll('"', '\\"')}"`).commands;
  if (statement?.command.type !== "Command") return UNKNOWN;
  const [word] = statement.command.args;
  const expanded = word?.type === "Word" ? scope.expand(word.parts ?? [], scope) : UNKNOWN;
  // Backslashes stand for the user, the host, the folder and so on.
  return text.includes("\\") ? UNKNOWN : expanded;
}

function transform(value: string, operator: string, scope: Scope): string {
  if (operator === "P") return expandPrompt(value, scope);
  if (!isKnown(value)) return UNKNOWN;
  if (operator === "E") return unescape(value);
  if (operator === "Q") return `'${value.replaceAll("'", String.raw`'\''`)}'`;
  if (operator === "U") return value.toUpperCase();
  if (operator === "L") return value.toLowerCase();
  return operator === "u" ? value.slice(0, 1).toUpperCase() + value.slice(1) : UNKNOWN;
}

function whenKnown(value: string, change: () => string): string {
  return isKnown(value) ? change() : UNKNOWN;
}

/** The time of a match grows with both lengths. */
const MOST_TRIED = 200_000;

function remove(value: string, operator: "#" | "##" | "%" | "%%", pattern: string): string {
  if (value.length * pattern.length > MOST_TRIED) return UNKNOWN;
  const isPrefix = operator.startsWith("#");
  const glob = parseGlob(pattern);
  const matcher = toMatcher(isPrefix ? glob : reversed(glob));
  const lengths = matcher?.beginnings(isPrefix ? value : backwards(value));
  if (lengths === undefined) return UNKNOWN;
  const length = operator.length === 2 ? lengths.at(-1) : lengths[0];
  if (length === undefined) return value;
  return isPrefix ? value.slice(length) : value.slice(0, value.length - length);
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join("");
}

function replace(value: string, operator: string, from: string, to: string): string {
  if (from === "") return value;
  if (operator === "//") return joinValues(value.split(from), to);
  if (operator === "/#") return value.startsWith(from) ? to + value.slice(from.length) : value;
  if (operator === "/%") return value.endsWith(from) ? value.slice(0, -from.length) + to : value;
  return value.replace(from, () => to);
}

function slice(value: string, offset: number, length: number | undefined): string {
  const start = offset < 0 ? Math.max(0, value.length + offset) : offset;
  if (length === undefined) return value.slice(start);
  return length < 0 ? value.slice(start, length) : value.slice(start, start + length);
}

function changeCase(value: string, operator: string): string {
  const isUpper = operator.startsWith("^");
  const change = (text: string) => (isUpper ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}

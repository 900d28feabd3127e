import type { ParameterExpansionPart, Word } from "unbash";
import { toMatcher } from "../patterns/automaton.ts";
import { parseGlob, reversed } from "../patterns/glob.ts";
import type { Scope } from "./scope.ts";
import { UNKNOWN, isKnown } from "./value.ts";

/** All that a variable may stand for: one value, or the elements of an array. */
export function lookUp(name: string, scope: Scope): readonly string[] {
  const known = scope.variables.get(name);
  if (known !== undefined) return known;
  if (name === "@" || name === "*") return scope.variables.get("@") ?? [];
  if (/^[1-9]$/.test(name)) return [scope.variables.get("@")?.[Number(name) - 1] ?? ""];
  if (name === "_") return [UNKNOWN];
  if (name === "PWD") return [scope.cwd];
  if (name === "HOME" && scope.world.home !== undefined) return [scope.world.home];
  return [scope.world.variable(name) ?? UNKNOWN];
}

export function expandParameter(
  part: ParameterExpansionPart,
  scope: Scope,
  expandText: (word: Word, scope: Scope) => string,
): readonly string[] {
  const { operation, parameter } = part;
  if (part.prefix === "#") return [UNKNOWN];
  // Expanded even where the value is not used: a substitution in it runs in any case.
  const index = part.index === undefined ? undefined : expandText(part.index, scope);
  const keyed = index === undefined ? undefined : scope.variables.get(`${parameter}[${index}]`);
  const values = keyed ?? indexed(lookUp(parameter, scope), index);
  const named = part.prefix === "!" ? values.flatMap((name) => lookUp(name, scope)) : values;
  if (operation === undefined) return named;
  const isSet = named.some((value) => value !== UNKNOWN && value !== "");
  switch (operation.type) {
    case "Default": {
      const isAlternative = operation.operator.endsWith("+");
      if (operation.operator.endsWith("?")) {
        expandText(operation.operand, scope);
        return named;
      }
      if (isAlternative) return [isSet ? expandText(operation.operand, scope) : UNKNOWN];
      if (isSet) return named;
      const value = expandText(operation.operand, scope);
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
      if (/[*?[]/.test(from)) return [UNKNOWN];
      return named.map((value) =>
        whenKnown(value, () => replace(value, operation.operator, from, to)),
      );
    }
    case "Slice": {
      const offset = Number(expandText(operation.offset, scope));
      const length =
        operation.length === undefined ? undefined : Number(expandText(operation.length, scope));
      if (!Number.isInteger(offset) || (length !== undefined && !Number.isInteger(length)))
        return [UNKNOWN];
      if (index === "@" || index === "*") {
        return named.slice(offset, length === undefined ? undefined : offset + length);
      }
      return named.map((value) => whenKnown(value, () => slice(value, offset, length)));
    }
    case "CaseModification":
      return named.map((value) => whenKnown(value, () => changeCase(value, operation.operator)));
    case "Transform":
    case "Names":
    case "Unknown":
      return [UNKNOWN];
  }
}

function indexed(values: readonly string[], index: string | undefined): readonly string[] {
  if (index === undefined || index === "@" || index === "*") return values;
  // A key of an associative array that was not seen: it may stand for any of the values.
  if (!/^-?\d+$/.test(index)) return values;
  return [values.at(Number(index)) ?? UNKNOWN];
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
  if (operator === "//") return value.replaceAll(from, () => to);
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

import type { Assignment, Word } from "unbash";
import { evaluateArithmeticText, touchName } from "./arithmetic.ts";
import { valueOfOutput } from "./branches.ts";
import { expandText, expandWord } from "./expand.ts";
import { type Attribute, INSIDE, type Scope, attributeMark, fork, resolveName } from "./scope.ts";
import { UNKNOWN, type Value, isKnown, joinValues, oneOf, withoutEnd } from "./value.ts";

/** Elements between the last one and a new one far behind it are not made up. */
const LARGEST_INDEX = 200;

/** Of more lines, which of them a variable holds is not tried out. */
const FEW_LINES = 3;

export function assign(assignment: Assignment, scope: Scope): void {
  const { append } = assignment;
  const name = resolveName(assignment.name, scope);
  touchName(scope.variables.get(attributeMark("n", assignment.name))?.[0] ?? "", scope);
  const key = assignment.index === undefined ? undefined : subscriptOf(assignment.index, scope);
  const value = valueOf(assignment, scope);
  scope.spend(1 + (value.length + (scope.variables.get(name)?.length ?? 0)) / 10);
  if (value.alternatives !== undefined) scope.effects.isForked = true;
  if (key !== undefined) {
    setElement(name, key, append === true ? [UNKNOWN] : value, scope);
  } else if (append !== true) {
    scope.variables.set(name, withAttribute(name, value, scope));
  } else {
    const before = scope.variables.get(name) ?? [scope.world.variable(name) ?? UNKNOWN];
    const isArray = assignment.value.type === "ArrayValue";
    scope.variables.set(
      name,
      isArray
        ? [...before, ...value]
        : [joinValues([before[0] ?? "", value[0] ?? ""], ""), ...before.slice(1)],
    );
  }
}

/** `a[$(…)]=1` runs what stands in the brackets, and evaluates what that comes to. */
function subscriptOf(index: Word, scope: Scope): string {
  const text = expandText(index, scope);
  const number = evaluateArithmeticText(text, scope);
  return number === undefined || /^[a-zA-Z_]\w*$/.test(text) ? text : String(number);
}

/** By its number, or by its key in an associative array. */
export function setElement(name: string, key: string, value: Value, scope: Scope): void {
  const before = scope.variables.get(name) ?? [];
  const at = /^\d+$/.test(key) ? Number(key) : undefined;
  const number = at ?? evaluateArithmeticText(key, scope);
  scope.variables.set(`${name}[${key}]`, value);
  if (before.alternatives !== undefined || !isKnown(key)) {
    scope.variables.set(name, [UNKNOWN]);
  } else if (at === undefined || number === undefined || number > LARGEST_INDEX) {
    scope.variables.set(name, [...before, value[0] ?? ""]);
  } else {
    const elements = [...before];
    while (elements.length < number) elements.push("");
    elements[number] = value[0] ?? "";
    scope.variables.set(name, elements);
  }
}

function valueOf({ name, value }: Assignment, scope: Scope): Value {
  if (value.type === "Word") return substituted(value, scope) ?? [expandText(value, scope)];
  return value.elements.flatMap((word) =>
    expandWord(word, scope).map((text) => {
      const [, key, element] = /^\[([^\]]*)\]=([^]*)$/.exec(text) ?? [];
      if (key === undefined || element === undefined) return text;
      scope.variables.set(`${name}[${key}]`, [element]);
      // In a list without names the key is a number, whatever it is written as.
      const number = evaluateArithmeticText(key, scope);
      if (number !== undefined) scope.variables.set(`${name}[${number}]`, [element]);
      return element;
    }),
  );
}

/** `x=$(…)`: what it prints may depend on a branch, and then the variable does. */
function substituted({ parts = [] }: Word, scope: Scope): Value | undefined {
  const [only, second] = parts;
  if (only === undefined || second !== undefined) return undefined;
  const [part, another] = only.type === "DoubleQuoted" ? only.parts : [only];
  if (part?.type !== "CommandExpansion" || another !== undefined || part.script === undefined)
    return undefined;
  const output = scope.run(part.script, fork(scope), INSIDE);
  const value = valueOfOutput(output, scope.world.bank);
  if (value !== undefined) return value;
  if (output.isComplete) return [withoutEnd(joinValues(output.lines, "\n"))];
  const whole = [joinValues([...output.lines, UNKNOWN], "\n")];
  if (output.lines.length === 0 || output.lines.length > FEW_LINES) return whole;
  // What else there is may be nothing at all.
  return oneOf([...output.lines.map((line) => [line]), whole], scope.world.bank);
}

/** A value as the variable takes it: a number, or in other letters. */
export function withAttribute(name: string, value: Value, scope: Scope): Value {
  const is = (letter: Attribute) => scope.variables.has(attributeMark(letter, name));
  if (is("i")) return [String(evaluateArithmeticText(value[0] ?? "", scope) ?? UNKNOWN)];
  if (is("l")) return value.map((text) => text.toLowerCase());
  return is("u") ? value.map((text) => text.toUpperCase()) : value;
}

import { type ArithmeticExpression, type ArithmeticWord, parse } from "unbash";
import { INSIDE, type Scope, fork, isTicking } from "./scope.ts";
import { UNKNOWN_NUMBER, isKnown } from "./value.ts";

const LARGEST = 1e9;
/** `x=y; y=x`: a name stands for an expression, which may hold names again. */
const DEEPEST = 8;

/**
 * What an arithmetic expression comes to; undefined where that cannot be told. Subscripts and values of
 * variables are expressions themselves, and the shell runs the substitutions in them.
 */
export function evaluateArithmetic(
  node: ArithmeticExpression,
  scope: Scope,
  depth = 0,
): number | undefined {
  scope.spend(1);
  switch (node.type) {
    case "ArithmeticWord":
      return evaluateWord(node, scope, depth);
    case "ArithmeticGroup":
      return evaluateArithmetic(node.expression, scope, depth);
    case "ArithmeticCommandExpansion": {
      if (node.script === undefined) return undefined;
      const { lines, isComplete } = scope.run(node.script, fork(scope), INSIDE);
      return isComplete ? evaluateArithmeticText(lines.join("\n"), scope, depth) : undefined;
    }
    case "ArithmeticTernary": {
      const test = evaluateArithmetic(node.test, scope, depth);
      const [then, other] = [
        evaluateArithmetic(node.consequent, scope, depth),
        evaluateArithmetic(node.alternate, scope, depth),
      ];
      return test === undefined ? undefined : test === 0 ? other : then;
    }
    case "ArithmeticUnary": {
      const value = evaluateArithmetic(node.operand, scope, depth);
      if (node.operator === "++" || node.operator === "--") {
        const next = value === undefined ? undefined : value + (node.operator === "++" ? 1 : -1);
        set(node.operand, next, scope);
        return node.prefix ? next : value;
      }
      return value === undefined ? undefined : UNARY[node.operator]?.(value);
    }
    case "ArithmeticBinary": {
      const right = evaluateArithmetic(node.right, scope, depth);
      if (node.operator === "=") return set(node.left, right, scope);
      const left = evaluateArithmetic(node.left, scope, depth);
      const isSet = /^[^=!<>]+=$|^(?:<<|>>)=$/.test(node.operator);
      const operation = BINARY[isSet ? node.operator.slice(0, -1) : node.operator];
      const value =
        left === undefined || right === undefined ? undefined : bounded(operation?.(left, right));
      return isSet ? set(node.left, value, scope) : value;
    }
  }
}

const UNARY: Readonly<Record<string, (value: number) => number>> = {
  "-": (value) => -value,
  "+": (value) => value,
  "!": (value) => Number(value === 0),
};

const BINARY: Readonly<Record<string, (left: number, right: number) => number | undefined>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => (right === 0 ? undefined : Math.trunc(left / right)),
  "%": (left, right) => (right === 0 ? undefined : left % right),
  "==": (left, right) => Number(left === right),
  "!=": (left, right) => Number(left !== right),
  "<": (left, right) => Number(left < right),
  "<=": (left, right) => Number(left <= right),
  ">": (left, right) => Number(left > right),
  ">=": (left, right) => Number(left >= right),
  "&&": (left, right) => Number(left !== 0 && right !== 0),
  "||": (left, right) => Number(left !== 0 || right !== 0),
  ",": (_, right) => right,
};

function bounded(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) > LARGEST ? undefined : value;
}

function set(
  node: ArithmeticExpression,
  value: number | undefined,
  scope: Scope,
): number | undefined {
  if (node.type !== "ArithmeticWord" || !/^\w+$/.test(node.value)) {
    evaluateArithmetic(node, scope);
    return undefined;
  }
  scope.variables.set(node.value, [value === undefined ? UNKNOWN_NUMBER : String(value)]);
  return value;
}

function evaluateWord({ value, parts }: ArithmeticWord, scope: Scope, depth: number) {
  const text = parts === undefined ? value : scope.expand(parts, scope);
  return evaluateTerm(text.trim(), scope, depth);
}

function evaluateTerm(text: string, scope: Scope, depth: number): number | undefined {
  if (/^-?(?:0|[1-9]\d{0,9})$/.test(text)) return Number(text);
  if (depth > DEEPEST || !isKnown(text)) return undefined;
  const name = /^\$?\{?(\w+)\}?$/.exec(text)?.[1];
  if (name !== undefined && !/^\d/.test(text)) {
    if (isTicking(name, scope)) return undefined;
    const [held = ""] = scope.variables.get(name) ?? [scope.world.variable(name) ?? ""];
    return held === "" ? 0 : evaluateArithmeticText(held, scope, depth + 1);
  }
  const element = SUBSCRIPT.exec(text);
  if (element === null) return undefined;
  const [, array = "", subscript = ""] = element;
  const index = evaluateArithmeticText(subscript, scope, depth + 1);
  const held = index === undefined ? undefined : scope.variables.get(array)?.at(index);
  return held === undefined ? undefined : evaluateArithmeticText(held, scope, depth + 1);
}

const SUBSCRIPT = /^(\w+)\[([^]*)\]$/;

/** A text where the shell takes a number: it may be a whole expression, with substitutions of its own. */
export function evaluateArithmeticText(text: string, scope: Scope, depth = 0): number | undefined {
  if (/^\s*-?(?:0|[1-9]\d{0,9})\s*$/.test(text)) return Number(text);
  if (depth > DEEPEST || !isKnown(text)) return undefined;
  scope.spend(5 + text.length / 20);
  const [statement] = parse(`: $((${text}))`).commands;
  if (statement?.command.type !== "Command") return undefined;
  const [word] = statement.command.args;
  const part = word?.type === "Word" ? word.parts?.[0] : undefined;
  if (part?.type !== "ArithmeticExpansion" || part.expression === undefined) return undefined;
  return evaluateArithmetic(part.expression, scope, depth + 1);
}

/** `name[subscript]` where the shell takes the name of a variable: it evaluates the subscript. */
export function touchName(name: string, scope: Scope): void {
  const subscript = SUBSCRIPT.exec(name.replace(/=[^]*$/, ""))?.[2];
  if (subscript !== undefined && subscript !== "@" && subscript !== "*")
    evaluateArithmeticText(subscript, scope);
}

import { posix } from "node:path";
import type { TestExpression, Word } from "unbash";
import { evaluateArithmeticText, touchName } from "./arithmetic.ts";
import { expandText } from "./expand.ts";
import { compileGlob } from "../patterns/glob.ts";
import { toSearch } from "../patterns/search.ts";
import type { Scope } from "./scope.ts";
import { UNKNOWN, isKnown, joinPath } from "./value.ts";

type Answer = boolean | undefined;

/** `[[ … ]]`: undefined where its answer cannot be told. All of its words are expanded, whatever the answer. */
export function decideTest(expression: TestExpression, scope: Scope): Answer {
  const answer = decide(expression, scope);
  return scope.isBash && !scope.effects.isMeaningOpen ? answer : undefined;
}

function decide(expression: TestExpression, scope: Scope): Answer {
  switch (expression.type) {
    case "TestUnary":
      return decideUnary(expression.operator, expandText(expression.operand, scope), scope);
    case "TestBinary": {
      const left = expandText(expression.left, scope);
      const { operator } = expression;
      if (operator === "==" || operator === "=" || operator === "!=") {
        const isMatch = matchesPattern(left, expression.right, scope);
        return isMatch === undefined ? undefined : isMatch === (operator !== "!=");
      }
      const right = expandText(expression.right, scope);
      if (operator === "=~") noteMatch(left, right, scope);
      return COMPARES.has(operator) ? compare(left, operator, right, scope) : undefined;
    }
    case "TestLogical": {
      const answers = new Set(expression.operands.map((operand) => decide(operand, scope)));
      const isAnd = expression.operator === "&&";
      if (answers.has(!isAnd)) return !isAnd;
      return answers.has(undefined) ? undefined : isAnd;
    }
    case "TestNot": {
      const answer = decide(expression.operand, scope);
      return answer === undefined ? undefined : answer !== (expression.negations.length % 2 === 1);
    }
    case "TestGroup":
      return decide(expression.expression, scope);
  }
}

/** What the groups of `=~` stand for, where it matches; whether it does is not decided: quotes change what it means. */
function noteMatch(text: string, expression: string, scope: Scope): void {
  const isTold = isKnown(text) && isKnown(expression);
  const search = isTold
    ? toSearch(expression, { isExtended: true, ignoresCase: false })
    : undefined;
  const groups = search?.(text, 0, scope.spend)?.groups ?? [UNKNOWN];
  scope.variables.set(
    "BASH_REMATCH",
    Array.from(groups, (group) => group ?? UNKNOWN),
  );
}

const COMPARES = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** `[ … ]` and `test …` with one, two or three words; more of them are not decided. */
export function decideWords(words: readonly string[], scope: Scope): Answer {
  const [first = "", second = "", third = ""] = words;
  // Each word may be an operator, a name that is looked up, or a number that is an expression.
  if (first === "-v" || first === "-R") touchName(second, scope);
  if (scope.effects.isMeaningOpen || !words.every(isKnown)) return undefined;
  if (first === "!" && words.length > 1) {
    const answer = decideWords(words.slice(1), scope);
    return answer === undefined ? undefined : !answer;
  }
  switch (words.length) {
    case 0:
      return false;
    case 1:
      return first !== "";
    case 2:
      return decideUnary(first, second, scope);
    case 3:
      if (second === "=" || second === "==") return first === third;
      if (second === "!=") return first !== third;
      return COMPARES.has(second) ? compareNumbers(first, second, third) : undefined;
    default:
      return undefined;
  }
}

function decideUnary(operator: string, operand: string, scope: Scope): Answer {
  if (operator === "-v" || operator === "-R") {
    touchName(operand, scope);
    return undefined;
  }
  if (operator === "-z" || operator === "-n") {
    return isKnown(operand) ? (operand === "") === (operator === "-z") : undefined;
  }
  return decideFile(operator, operand, scope);
}

/** As the disk is now, where nothing earlier in the command line can have changed it. */
function decideFile(operator: string, operand: string, scope: Scope): Answer {
  const { world } = scope;
  const path = joinPath(scope.cwd, operand);
  const isPlain = operand !== "" && !/(?:^|\/)\.\.(?:\/|$)/.test(path);
  if (!isPlain || !isKnown(path) || mayHaveChanged(path, scope)) return undefined;
  if (operator === "-L" || operator === "-h") return world.isLink(path);
  if (operator === "-d") return world.isFolder(path);
  if (world.isLink(path)) return undefined;
  const isThere = world.isThere(path);
  if (!isThere) return /^-[abcefgkprsuwxGNOS]$/.test(operator) ? false : undefined;
  if (operator === "-e" || operator === "-a") return true;
  if (operator !== "-f" && operator !== "-s") return undefined;
  if (world.isFolder(path)) return operator === "-f" ? false : undefined;
  const text = world.read(path);
  return text === undefined ? undefined : operator === "-f" || text !== "";
}

/** Whether something earlier in the command line may have made, changed or removed what is at a path. */
export function mayHaveChanged(path: string, { effects, spend }: Scope): boolean {
  const { writes, programs, computed, inline, links } = effects;
  if (programs.length + computed.length + inline.length > 0) return true;
  spend((writes.length + links.size) / 2);
  const below = `${path}/`;
  const name = posix.basename(path);
  // The same last name may be the same file, by another way.
  const concerns = (other: string) =>
    !isKnown(other) ||
    posix.basename(other) === name ||
    /\/\.\.(?:\/|$)/.test(other) ||
    below.startsWith(`${other}/`) ||
    `${other}/`.startsWith(below);
  return writes.some((write) => concerns(write.path)) || [...links.keys()].some(concerns);
}

function compare(left: string, operator: string, right: string, scope: Scope): Answer {
  const [a, b] = [evaluateArithmeticText(left, scope), evaluateArithmeticText(right, scope)];
  return a === undefined || b === undefined
    ? undefined
    : compareNumbers(String(a), operator, String(b));
}

function compareNumbers(left: string, operator: string, right: string): Answer {
  if (!/^-?\d{1,9}$/.test(left) || !/^-?\d{1,9}$/.test(right)) return undefined;
  const difference = Number(left) - Number(right);
  switch (operator) {
    case "-eq":
      return difference === 0;
    case "-ne":
      return difference !== 0;
    case "-lt":
      return difference < 0;
    case "-le":
      return difference <= 0;
    case "-gt":
      return difference > 0;
    default:
      return difference >= 0;
  }
}

/** Patterns of `case` and `==`. Only stars and question marks are decided, and only where no quote hides one. */
export function matchesPattern(value: string, pattern: Word, scope: Scope): Answer {
  const isLiteral = pattern.parts === undefined;
  const glob = isLiteral ? pattern.value : expandText(pattern, scope);
  if (scope.effects.isMeaningOpen || !isKnown(value) || !isKnown(glob)) return undefined;
  if (!/[*?[\]\\()|+@!]/.test(glob)) return glob === value;
  const isDecided = pattern.parts?.every(({ type }) => type === "Literal" || type === "Glob");
  if (isDecided !== true || /[[\]\\()|+@!]/.test(glob)) return undefined;
  scope.spend(glob.length / 2);
  return compileGlob(glob)?.matches(value, scope.spend);
}

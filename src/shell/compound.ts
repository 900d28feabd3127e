import type {
  AndOr,
  ArithmeticCommand,
  ArithmeticFor,
  Case,
  CaseItem,
  CompoundList,
  Coproc,
  Elif,
  For,
  Function as FunctionNode,
  If,
  PipelineNode,
  Select,
  TestCommand,
  While,
} from "unbash";
import { evaluateArithmetic } from "./arithmetic.ts";
import { arrive, explore } from "./branches.ts";
import { decideTest, matchesPattern } from "./conditions.ts";
import { expandText, expandWord } from "./expand.ts";
import { OTHER, append } from "./output.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  SUCCEEDED,
  type Scope,
  UNTOLD,
  fork,
} from "./scope.ts";
import { type Value, commonBeginning, isKnown, mostTelling } from "./value.ts";

type Compound =
  | ArithmeticCommand
  | ArithmeticFor
  | Case
  | Coproc
  | For
  | FunctionNode
  | If
  | Select
  | TestCommand
  | While;

type Evaluate = (
  node: PipelineNode | AndOr | CompoundList,
  scope: Scope,
  position: Position,
) => Output;

const MOST_ROUNDS = 16;
const ROUNDS_OF_MANY = 4;
/** Of a loop whose end cannot be told: what one round leaves for the next shows in the second. */
const ROUNDS_OF_UNTOLD = 3;

/** Commands of which a part may run, or none, or several times: none of it is proven. */
export function evaluateCompound(
  node: Compound,
  scope: Scope,
  position: Position,
  evaluate: Evaluate,
): Output {
  const unproven = { ...position, isProven: false };
  const run = (part: CompoundList, inner: Scope) => evaluate(part, inner, unproven);
  switch (node.type) {
    case "If":
      return evaluateIf([node, ...node.elif], node.else, scope, run);
    case "While":
      return evaluateWhile(node, scope, run);
    case "For":
    case "Select":
      return evaluateFor(node, scope, run);
    case "ArithmeticFor": {
      if (node.initialize !== undefined) evaluateArithmetic(node.initialize, scope);
      return evaluateRounds(
        scope,
        () => failedIfZero(node.test === undefined ? 1 : evaluateArithmetic(node.test, scope)),
        () => {
          const output = run(node.body, scope);
          arrive(scope, "continue");
          if (node.update !== undefined) evaluateArithmetic(node.update, scope);
          return output;
        },
      );
    }
    case "Case": {
      const value = expandText(node.word, scope);
      return evaluateCase(node.items, 0, value, scope, run);
    }
    case "Function":
      scope.functions.set(node.name.value, [{ node, source: scope.source }]);
      return SUCCEEDED;
    case "Coproc":
      scope.effects.isOrderOpen = true;
      openCoproc(node, scope);
      return evaluate(node.body, fork(scope), {
        ...unproven,
        isShown: false,
        isBackground: true,
        input: UNTOLD,
      });
    case "TestCommand": {
      const holds = decideTest(node.expression, scope);
      return holds === undefined ? NO_OUTPUT : { ...NO_OUTPUT, hasFailed: !holds };
    }
    case "ArithmeticCommand":
      return failedIfZero(
        node.expression === undefined ? undefined : evaluateArithmetic(node.expression, scope),
      );
  }
}

/** A number that no descriptor of a command's own has. */
const COPROC_DESCRIPTOR = "60";

/** What is written to its second descriptor is what comes in to its commands. */
function openCoproc({ name, body }: Coproc, scope: Scope): void {
  const sink = `/dev/fd/${COPROC_DESCRIPTOR}`;
  const source = scope.source.slice(body.pos, body.end);
  scope.effects.sinks.set(sink, source);
  scope.descriptors.set(COPROC_DESCRIPTOR, { input: undefined, target: sink });
  scope.variables.set(name?.value ?? "COPROC", ["59", COPROC_DESCRIPTOR]);
}

function failedIfZero(value: number | undefined): Output {
  return value === undefined ? NO_OUTPUT : { ...NO_OUTPUT, hasFailed: value === 0 };
}

type Run = (part: CompoundList, scope: Scope) => Output;

/** Where the condition is decided, the other branch does not run. */
function evaluateIf(
  [arm, ...others]: readonly (If | Elif)[],
  otherwise: CompoundList | undefined,
  scope: Scope,
  run: Run,
): Output {
  if (arm === undefined) return otherwise === undefined ? SUCCEEDED : run(otherwise, scope);
  const { cwd } = scope;
  const first = run(arm.clause, scope);
  if (scope.end !== undefined) return first;
  const then = (inner: Scope) => run(arm.then, inner);
  const other = (inner: Scope) => {
    // A `cd` that has failed has not moved the shell.
    if (first.hasFailed === undefined) inner.cwd = cwd;
    return evaluateIf(others, otherwise, inner, run);
  };
  if (first.hasFailed === undefined) return append(first, explore(scope, [then, other]));
  return append(first, first.hasFailed ? other(scope) : then(scope));
}

function evaluateCase(
  items: readonly CaseItem[],
  index: number,
  value: string,
  scope: Scope,
  run: Run,
): Output {
  const item = items[index];
  if (item === undefined || scope.end !== undefined) return NO_OUTPUT;
  const answers = new Set(item.pattern.map((pattern) => matchesPattern(value, pattern, scope)));
  const isMatch = answers.has(true) || (answers.has(undefined) ? undefined : false);
  const rest = (inner: Scope) => evaluateCase(items, index + 1, value, inner, run);
  const body = (inner: Scope) => runItem(items, index, inner, run, rest);
  if (isMatch === undefined) return explore(scope, [body, rest]);
  return isMatch ? body(scope) : rest(scope);
}

/** `;&` runs the next body, too, and `;;&` looks for another pattern that matches. */
function runItem(
  items: readonly CaseItem[],
  index: number,
  scope: Scope,
  run: Run,
  rest: (scope: Scope) => Output,
): Output {
  const item = items[index];
  if (item === undefined) return NO_OUTPUT;
  const output = run(item.body, scope);
  if (scope.end !== undefined || item.terminator === ";;") return output;
  if (item.terminator === ";;&") return append(output, rest(scope));
  return item.terminator === ";&"
    ? append(output, runItem(items, index + 1, scope, run, rest))
    : output;
}

function evaluateWhile(node: While, scope: Scope, run: Run): Output {
  return evaluateRounds(
    scope,
    () => {
      const { hasFailed, ...output } = run(node.clause, scope);
      return hasFailed === undefined || node.kind === "while"
        ? { ...output, hasFailed }
        : { ...output, hasFailed: !hasFailed };
    },
    () => {
      const output = run(node.body, scope);
      arrive(scope, "continue");
      return output;
    },
  );
}

/** A loop goes on while its condition holds. Where that is not told, some rounds stand for all of them. */
function evaluateRounds(scope: Scope, test: () => Output, round: () => Output): Output {
  let output = NO_OUTPUT;
  let isTold = true;
  let before: ReadonlyMap<string, Value> | undefined;
  let left = "";
  for (let count = 0; scope.end === undefined; count++) {
    const { hasFailed, ...printed } = test();
    output = append(output, printed);
    if (scope.end !== undefined || hasFailed === true) break;
    // The round before has left nothing behind: this one would do the same once more.
    if (before !== undefined && left === tracesOf(scope) && isUnchanged(before, scope)) {
      isTold = false;
      break;
    }
    if (hasFailed === undefined) {
      isTold = false;
      leaveFrom(scope);
    }
    if (count >= (isTold ? MOST_ROUNDS : ROUNDS_OF_UNTOLD)) {
      scope.end = "break";
      isTold = false;
      break;
    }
    scope.spend((scope.variables.size + output.lines.length) / 10);
    before = new Map(scope.variables);
    left = tracesOf(scope);
    output = append(output, round());
    // It goes on for ever, or until something ends it that is not seen here.
    if (count > 0 && isUnchanged(before, scope)) {
      isTold = false;
      scope.end ??= "break";
    }
  }
  arrive(scope, "break");
  const { hasFailed: _, ...printed } = output;
  return isTold ? printed : { ...printed, isComplete: false, prints: OTHER };
}

function isUnchanged(before: ReadonlyMap<string, Value>, { variables }: Scope): boolean {
  if (variables.size !== before.size) return false;
  for (const [name, value] of variables) {
    const known = before.get(name);
    if (known === undefined || (known !== value && textsOf(known) !== textsOf(value))) return false;
  }
  return true;
}

function textsOf(value: Value): string {
  return (value.alternatives ?? [value]).map((each) => each.join("\n")).join("\n\n");
}

/** Grows with whatever a round does besides setting variables. */
function tracesOf({
  effects,
  functions,
  aliases,
  descriptors,
  traps,
  cwd,
  folders,
}: Scope): string {
  const { writes, computed, inline, programs } = effects;
  const lists = [writes, computed, inline, programs, traps, folders];
  const sizes = [...lists.map(({ length }) => length), functions.size, aliases.size];
  return [...sizes, descriptors.size, cwd].join();
}

/** The loop may end here. */
function leaveFrom(scope: Scope): void {
  explore(scope, [
    () => NO_OUTPUT,
    (inner) => {
      inner.end = "break";
      return NO_OUTPUT;
    },
  ]);
}

function evaluateFor(node: For | Select, scope: Scope, run: Run): Output {
  const values =
    node.wordlist?.flatMap((word) => expandWord(word, scope)) ?? scope.variables.get("@") ?? [];
  const rounds = roundsOf(values, scope.world.bank);
  let output = NO_OUTPUT;
  // What cannot be told may be no word at all.
  if (!values.every(isKnown) || node.type === "Select") leaveFrom(scope);
  for (const value of rounds) {
    if (scope.end !== undefined) break;
    scope.variables.set(node.name.value, [value]);
    scope.spend(1 + output.lines.length / 20);
    output = append(output, run(node.body, scope));
    arrive(scope, "continue");
  }
  arrive(scope, "break");
  const isTold = rounds === values && values.every(isKnown) && node.type === "For";
  return isTold ? output : { ...output, prints: OTHER };
}

/** Of a long list a few stand for all: those that tell most, and then what all of them have in common. */
function roundsOf(values: readonly string[], bank: string): readonly string[] {
  if (values.length <= MOST_ROUNDS) return values;
  const all = values.map((value) => [value]);
  return [...mostTelling(values, ROUNDS_OF_MANY, bank), commonBeginning(all)];
}

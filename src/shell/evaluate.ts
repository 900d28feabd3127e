import {
  type AndOr,
  type BraceGroup,
  type Command,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type Redirected,
  type Statement,
  type Subshell,
  parse,
} from "unbash";
import { expandText, expandWord, runSubstitutions } from "./expand.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  fork,
  toPart,
} from "./scope.ts";
import { evaluateRedirects, evaluateSimple } from "./simple-command.ts";
import { UNKNOWN, mostTelling } from "./value.ts";

type Node = PipelineNode | AndOr | CompoundList;

const MOST_STEPS = 1500;
const MOST_ROUNDS = 60;
/** A limit for substitutions within substitutions and for functions that call themselves. */
const DEEPEST = 30;

/** Walks a script in the order in which a shell would, and notes what it does. */
export function evaluate(script: ParsedScript | string, scope: Scope, position: Position): Output {
  if (typeof script === "string") {
    return inSource(script, scope, () => evaluate(parse(script), scope, position));
  }
  const { effects } = scope;
  if (effects.depth >= DEEPEST) {
    effects.computed.push(toPart(scope, scope.source.slice(script.pos, script.pos + 80), position));
    return UNTOLD;
  }
  effects.depth += 1;
  const output = evaluateParsed(script, scope, position);
  effects.depth -= 1;
  return output;
}

function evaluateParsed(script: ParsedScript, scope: Scope, position: Position): Output {
  if (script.source !== undefined && script.source !== scope.source) {
    return inSource(script.source, scope, () => evaluateParsed(script, scope, position));
  }
  if (script.errors !== undefined && script.errors.length > 0) {
    const words = scope.source.slice(script.pos, script.end).trim();
    scope.effects.computed.push(toPart(scope, words, position));
  }
  return evaluateStatements(script.commands, scope, position);
}

/** Positions in the parse of a nested script are offsets in its own text, not in that of the command line. */
export function inSource<Result>(source: string, scope: Scope, run: () => Result): Result {
  const before = scope.source;
  scope.source = source;
  const result = run();
  scope.source = before;
  return result;
}

function evaluateStatements(
  statements: readonly Statement[],
  scope: Scope,
  position: Position,
): Output {
  const outputs: Output[] = [];
  for (const [index, statement] of statements.entries()) {
    const isLast = index === statements.length - 1;
    const isBackground = position.isBackground || statement.background === true;
    const before = scope.cwd;
    outputs.push(
      evaluateNode(statement.command, scope, {
        isProven: position.isProven && isLast && !isBackground,
        isShown: position.isShown && !isBackground,
        isBackground,
        input: position.input,
      }),
    );
    if (before === scope.cwd || isLast || isCertainMove(statement.command)) continue;
    // Whether this `cd` ran depends on what stands before it: what follows is evaluated from both folders.
    const stayed = fork(scope, { cwd: before });
    const unproven = { ...position, isProven: false, isShown: false };
    evaluateStatements(statements.slice(index + 1), stayed, unproven);
  }
  return concatenate(outputs);
}

/** Whether a `cd` in this statement is certain to run: nothing stands before it. */
function isCertainMove(node: Node): boolean {
  if (node.type !== "AndOr") return node.type === "Command" || node.type === "BraceGroup";
  const [first] = node.commands;
  return first?.type === "Command" && /^(?:cd|pushd|popd)$/.test(first.name?.value ?? "");
}

function concatenate(outputs: readonly Output[]): Output {
  const [only] = outputs;
  if (outputs.length === 1 && only !== undefined) return only;
  return {
    lines: outputs.flatMap((output) => output.lines),
    isComplete: outputs.every((output) => output.isComplete),
  };
}

function evaluateNode(node: Node, scope: Scope, position: Position): Output {
  const { effects } = scope;
  if (++effects.steps > MOST_STEPS) {
    if (effects.steps === MOST_STEPS + 1) {
      effects.computed.push(toPart(scope, scope.source.slice(node.pos, node.end), position));
    }
    return UNTOLD;
  }
  switch (node.type) {
    case "CompoundList":
      return evaluateStatements(node.commands, scope, position);
    case "AndOr":
      return evaluateAndOr(node, scope, position);
    case "Pipeline":
      return evaluatePipeline(node, scope, position);
    case "Command":
      return evaluateSimple(node, scope, position);
    case "Redirected":
      return evaluateRedirected(node, scope, position);
    case "Subshell":
      return evaluateNode(node.body, fork(scope), position);
    case "BraceGroup":
      return evaluateNode(node.body, scope, position);
    default:
      return evaluateCompound(node, scope, position);
  }
}

type Compound = Exclude<
  Node,
  AndOr | CompoundList | Pipeline | Redirected | Command | Subshell | BraceGroup
>;

/** Commands of which a part may run, or none, or several times: none of it is proven. */
function evaluateCompound(node: Compound, scope: Scope, position: Position): Output {
  const unproven = { ...position, isProven: false };
  const run = (part: Node) => evaluateNode(part, scope, unproven);
  switch (node.type) {
    case "If": {
      const start = scope.cwd;
      const first = run(node.clause);
      const failed = fork(scope, { cwd: start });
      const branches = [
        { parts: [node.then], from: scope },
        ...node.elif.map(({ clause, then }) => ({ parts: [clause, then], from: failed })),
        ...(node.else === undefined ? [] : [{ parts: [node.else], from: failed }]),
      ];
      const isTotal = node.else !== undefined;
      return concatenate([first, evaluateBranches(branches, scope, unproven, isTotal)]);
    }
    case "While":
      run(node.clause);
      return run(node.body);
    case "For":
    case "Select": {
      const values =
        node.wordlist?.flatMap((word) => expandWord(word, scope)) ?? scope.variables.get("@") ?? [];
      const rounds = mostTelling(values, MOST_ROUNDS, scope.world.bank);
      if (rounds.length < values.length) {
        const words = scope.source.slice(node.pos, node.end);
        scope.effects.computed.push(toPart(scope, words, position));
      }
      return concatenate(
        rounds.map((value) => {
          scope.variables.set(node.name.value, [value]);
          return run(node.body);
        }),
      );
    }
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) {
        if (part !== undefined) runSubstitutions(part, scope);
      }
      return run(node.body);
    case "Case":
      expandText(node.word, scope);
      for (const { pattern } of node.items) for (const word of pattern) expandText(word, scope);
      return evaluateBranches(
        node.items.map((item) => ({ parts: [item.body], from: scope })),
        scope,
        unproven,
        true,
      );
    case "Function":
      scope.functions.set(node.name.value, { node, source: scope.source });
      return NO_OUTPUT;
    case "Coproc":
      return evaluateNode(node.body, fork(scope), {
        ...unproven,
        isShown: false,
        isBackground: true,
      });
    case "TestCommand":
    case "ArithmeticCommand":
      runSubstitutions(node, scope);
      return NO_OUTPUT;
  }
}

interface Branch {
  readonly parts: readonly Node[];
  readonly from: Scope;
}

/** Only one of the branches runs: of a variable that they set differently, the beginning that all values share is known. */
function evaluateBranches(
  branches: readonly Branch[],
  scope: Scope,
  position: Position,
  isTotal: boolean,
): Output {
  const runs = branches.map(({ parts, from }) => {
    const inner = fork(from);
    return { inner, output: concatenate(parts.map((part) => evaluateNode(part, inner, position))) };
  });
  const ends = runs.map(({ inner }) => inner);
  for (const name of new Set(ends.flatMap((end) => [...end.variables.keys()]))) {
    const left = ends.map((end) => end.variables.get(name));
    const all = isTotal ? left : [...left, scope.variables.get(name)];
    const [first, ...others] = all.filter((values) => values !== undefined);
    if (first !== undefined) scope.variables.set(name, others.reduce(agree, first));
  }
  for (const end of ends) {
    for (const [name, value] of end.functions) scope.functions.set(name, value);
  }
  scope.cwd = ends.find((end) => end.cwd !== scope.cwd)?.cwd ?? scope.cwd;
  return concatenate(runs.map(({ output }) => output));
}

/** What two values have in common at their beginning. */
function agree(left: readonly string[], right: readonly string[]): readonly string[] {
  const isSame =
    left.length === right.length && left.every((value, index) => value === right[index]);
  if (isSame) return left;
  if (left.length !== 1 || right.length !== 1) return [UNKNOWN];
  const [a = "", b = ""] = [left[0], right[0]];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return [a.slice(0, at) + UNKNOWN];
}

/** What `&&` joins to a certain failure does not run. What `||` joins to anything else may not run: its `cd` does not count afterwards. */
function evaluateAndOr(node: AndOr, scope: Scope, position: Position): Output {
  const isChain = node.operators.every((operator) => operator === "&&");
  const inner = isChain ? position : { ...position, isProven: false };
  const outputs: Output[] = [];
  let hasFailed: boolean | undefined;
  let previous = scope.cwd;
  for (const [index, part] of node.commands.entries()) {
    const isFallback = node.operators[index - 1] === "||";
    if (!isFallback && hasFailed === true) continue;
    const reached = scope.cwd;
    // The part before `||` has failed then: a `cd` in it has not moved the shell.
    if (isFallback) scope.cwd = previous;
    previous = scope.cwd;
    const output = evaluateNode(part, scope, inner);
    outputs.push(output);
    if (isFallback && hasFailed !== true) scope.cwd = previous = reached;
    hasFailed = output.hasFailed;
  }
  const output = concatenate(outputs);
  return hasFailed === true ? { ...output, hasFailed } : output;
}

function evaluatePipeline(node: Pipeline, scope: Scope, position: Position): Output {
  const isNegated = node.prefixes.some((prefix) => prefix.type === "Negation");
  let input = position.input;
  for (const [index, part] of node.commands.entries()) {
    const isLast = index === node.commands.length - 1;
    input = evaluateNode(part, node.commands.length > 1 ? fork(scope) : scope, {
      isProven: position.isProven && isLast && !isNegated,
      isShown: position.isShown && isLast,
      isBackground: position.isBackground,
      input,
    });
  }
  const output = input ?? NO_OUTPUT;
  return isNegated ? { lines: output.lines, isComplete: output.isComplete } : output;
}

function evaluateRedirected(node: Redirected, scope: Scope, position: Position): Output {
  const words = scope.source.slice(node.pos, node.end);
  const inner = evaluateRedirects(node.redirects, words, scope, position);
  const output = evaluateNode(node.command, scope, inner);
  return inner.isShown || !position.isShown ? output : NO_OUTPUT;
}

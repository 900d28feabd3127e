import {
  type AndOr,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type Redirected,
  type Statement,
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
import { mostTelling } from "./value.ts";

type Node = PipelineNode | AndOr | CompoundList;

const MOST_STEPS = 4000;
const MOST_ROUNDS = 60;
/** Substitutions within substitutions, functions that call themselves. */
const DEEPEST = 30;

/** Walks a script in the order in which a shell would, and notes what it does. */
export function evaluate(script: ParsedScript | string, scope: Scope, position: Position): Output {
  if (typeof script === "string") {
    return inSource(script, scope, () => evaluate(parse(script), scope, position));
  }
  const { findings } = scope;
  if (findings.depth >= DEEPEST) {
    findings.computed.push(
      toPart(scope, scope.source.slice(script.pos, script.pos + 80), position),
    );
    return UNTOLD;
  }
  findings.depth += 1;
  const output = evaluateParsed(script, scope, position);
  findings.depth -= 1;
  return output;
}

function evaluateParsed(script: ParsedScript, scope: Scope, position: Position): Output {
  if (script.source !== undefined && script.source !== scope.source) {
    return inSource(script.source, scope, () => evaluateParsed(script, scope, position));
  }
  if (script.errors !== undefined && script.errors.length > 0) {
    const words = scope.source.slice(script.pos, script.end).trim();
    scope.findings.computed.push(toPart(scope, words, position));
  }
  return evaluateStatements(script.commands, scope, position);
}

/** Positions in a nested script count in its own text. */
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
    // It may have gone there or not: what follows is looked at from both places.
    const stayed = fork(scope, { cwd: before });
    const unproven = { ...position, isProven: false, isShown: false };
    evaluateStatements(statements.slice(index + 1), stayed, unproven);
  }
  return concatenate(outputs);
}

/** A `cd` that nothing stands before. */
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
  const { findings } = scope;
  if (++findings.steps > MOST_STEPS) {
    if (findings.steps === MOST_STEPS + 1) {
      findings.computed.push(toPart(scope, scope.source.slice(node.pos, node.end), position));
    }
    return UNTOLD;
  }
  const unproven = { ...position, isProven: false };
  const run = (part: Node) => evaluateNode(part, scope, unproven);
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
    case "If": {
      const parts = [
        node.clause,
        node.then,
        ...node.elif.flatMap(({ clause, then }) => [clause, then]),
      ];
      return concatenate([...parts, ...(node.else === undefined ? [] : [node.else])].map(run));
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
        findings.computed.push(toPart(scope, words, position));
      }
      return concatenate(
        rounds.map((value) => {
          scope.variables.set(node.name.value, [value]);
          return run(node.body);
        }),
      );
    }
    case "ArithmeticFor":
      return run(node.body);
    case "Case":
      expandText(node.word, scope);
      return concatenate(node.items.map((item) => run(item.body)));
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

/** Behind a certain failure `&&` runs nothing; behind anything else `||` may run nothing, and so moves nowhere. */
function evaluateAndOr(node: AndOr, scope: Scope, position: Position): Output {
  const isChain = node.operators.every((operator) => operator === "&&");
  const inner = isChain ? position : { ...position, isProven: false };
  const outputs: Output[] = [];
  let hasFailed: boolean | undefined;
  for (const [index, part] of node.commands.entries()) {
    const isFallback = node.operators[index - 1] === "||";
    if (!isFallback && hasFailed === true) continue;
    const before = scope.cwd;
    const output = evaluateNode(part, scope, inner);
    outputs.push(output);
    if (isFallback && hasFailed !== true) scope.cwd = before;
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
  return input ?? NO_OUTPUT;
}

function evaluateRedirected(node: Redirected, scope: Scope, position: Position): Output {
  const words = scope.source.slice(node.pos, node.end);
  const inner = evaluateRedirects(node.redirects, words, scope, position);
  const output = evaluateNode(node.command, scope, inner);
  return inner.isShown || !position.isShown ? output : NO_OUTPUT;
}

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
import { explore, forEachValue } from "./branches.ts";
import { evaluateCompound } from "./compound.ts";
import { OTHER, append, printsOf } from "./output.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  fork,
  optionMark,
  toPart,
} from "./scope.ts";
import { evaluateRedirects, keepText, printsBehind } from "./redirects.ts";
import { evaluateSimple } from "./simple-command.ts";

export type Node = PipelineNode | AndOr | CompoundList;

/** A limit for substitutions within substitutions and for functions that call themselves. */
const DEEPEST = 30;

/** Walks a script in the order in which a shell would, and notes what it does. */
export function evaluate(script: ParsedScript | string, scope: Scope, position: Position): Output {
  if (typeof script === "string") {
    scope.spend(5 + script.length / 20);
    return inSource(script, scope, () => evaluate(parse(script), scope, position));
  }
  const { effects } = scope;
  if (effects.depth >= DEEPEST) {
    effects.computed.push(toPart(scope, scope.source.slice(script.pos, script.pos + 80), position));
    return UNTOLD;
  }
  effects.depth += 1;
  const output = evaluateParsed(script, scope, position);
  runTraps(scope, position);
  effects.depth -= 1;
  return output;
}

function evaluateParsed(script: ParsedScript, scope: Scope, position: Position): Output {
  if (script.source !== undefined && script.source !== scope.source) {
    return inSource(script.source, scope, () => evaluateParsed(script, scope, position));
  }
  if (script.errors !== undefined && script.errors.length > 0) {
    const words = scope.source.slice(script.pos, script.end).trim();
    scope.effects.inline.push(toPart(scope, words, position));
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
  let output = NO_OUTPUT;
  for (const [index, statement] of statements.entries()) {
    if (scope.end !== undefined) break;
    const isLast = index === statements.length - 1;
    const isLate = statement.background === true;
    scope.effects.isOrderOpen ||= isLate;
    const next = evaluateNode(statement.command, isLate ? fork(scope) : scope, {
      ...position,
      isProven: position.isProven && isLast && !isLate,
      isShown: position.isShown && !isLate,
      isBackground: position.isBackground || isLate,
      isFresh: position.isFresh === true && index === 0,
    });
    scope.spend((output.lines.length + next.lines.length) / 50);
    output = append(output, isLate ? { ...next, hasFailed: false } : next);
  }
  return output;
}

/** Nodes that only hold others: what is looked up is looked up within. */
const HOLDERS = new Set(["CompoundList", "BraceGroup", "Subshell", "Function"]);

/** What the variable held before does not matter. */
const SETS_ONLY = /^(?:IFS=[^\s$`]* )?read(?: -[a-z]+| '')*(?: [a-zA-Z_]+)*$/;

export function evaluateNode(node: Node, scope: Scope, position: Position): Output {
  const { effects } = scope;
  scope.spend(2);
  if (effects.isForked && !HOLDERS.has(node.type)) {
    const text = scope.source.slice(node.pos, node.end);
    if (SETS_ONLY.test(text) || effects.onlyShows()) return evaluateOne(node, scope, position);
    scope.spend(scope.variables.size / 5 + text.length / 20);
    const unproven = { ...position, isProven: false };
    const output = forEachValue(text, scope, (inner) => evaluateOne(node, inner, unproven));
    if (output !== undefined) return output;
  }
  return evaluateOne(node, scope, position);
}

function evaluateOne(node: Node, scope: Scope, position: Position): Output {
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
      return evaluateSubshell(node.body, scope, position);
    case "BraceGroup":
      return evaluateNode(node.body, scope, position);
    default:
      return evaluateCompound(node, scope, position, evaluateNode);
  }
}

function evaluateSubshell(body: CompoundList, scope: Scope, position: Position): Output {
  const inner = fork(scope);
  const output = evaluateNode(body, inner, position);
  runTraps(inner, position);
  return output;
}

/** What `trap` was given runs at the end at the latest, with what the variables hold then. */
function runTraps(scope: Scope, position: Position): void {
  for (const script of scope.traps) {
    scope.effects.isOrderOpen = true;
    scope.run(script, fork(scope), { ...position, isProven: false });
  }
}

function evaluateAndOr(node: AndOr, scope: Scope, position: Position): Output {
  const isChain = node.operators.every((operator) => operator === "&&");
  return evaluateFrom(node, 0, scope, isChain ? position : { ...position, isProven: false });
}

/** The parts of `a && b || c` from one on, after one that has ended in one way or the other. */
function evaluateFrom(
  node: AndOr,
  index: number,
  scope: Scope,
  position: Position,
  before: { readonly hasFailed?: boolean | undefined; readonly cwd: string } = scope,
): Output {
  const part = node.commands[index];
  if (part === undefined || scope.end !== undefined)
    return { ...NO_OUTPUT, hasFailed: before.hasFailed };
  const isAnd = node.operators[index - 1] === "&&";
  const { hasFailed } = before;
  let ran: Output | undefined;
  const run = (inner: Scope) => {
    const { cwd } = inner;
    const isFresh = position.isFresh === true && index === 0;
    const output = evaluateNode(part, inner, { ...position, isFresh });
    const rest = { hasFailed: output.hasFailed, cwd };
    return (ran = append(output, evaluateFrom(node, index + 1, inner, position, rest)));
  };
  const skip = (inner: Scope) =>
    evaluateFrom(node, index + 1, inner, position, { hasFailed: isAnd, cwd: inner.cwd });
  if (index === 0) return run(scope);
  if (hasFailed !== undefined) return hasFailed === isAnd ? skip(scope) : run(scope);
  // If the part before has failed, a `cd` in it has not moved the shell.
  const onFailure = (way: (inner: Scope) => Output) => (inner: Scope) => {
    inner.cwd = before.cwd;
    return way(inner);
  };
  const output = explore(scope, isAnd ? [run, onFailure(skip)] : [onFailure(run), skip]);
  // Of a chain that has succeeded, each part has run.
  return position.isProven && ran !== undefined ? { ...output, prints: printsOf(ran) } : output;
}

function evaluatePipeline(node: Pipeline, scope: Scope, position: Position): Output {
  const isNegated = node.prefixes.some((prefix) => prefix.type === "Negation");
  const { length } = node.commands;
  let output: Output | undefined;
  // What a part says beside what it hands on, and the times that `time` measures, reach the caller as well.
  let saysMore = node.prefixes.some((prefix) => prefix.type !== "Negation");
  for (const [index, part] of node.commands.entries()) {
    saysMore ||= output !== undefined && printsOf(output).some(({ kind }) => kind === "other");
    const isLast = index === length - 1;
    const staysHere = length === 1 || (isLast && scope.variables.has(optionMark("lastpipe")));
    const inner = staysHere ? scope : fork(scope);
    const inputs = index === 0 ? [position.input] : (output?.alternatives ?? [output]);
    const run = (each: Scope, input: Output | undefined) =>
      evaluateNode(part, each, {
        ...position,
        isProven: position.isProven && isLast && !isNegated,
        isShown: position.isShown && isLast,
        input,
        isFresh: index > 0 && part.type === "Command",
      });
    output =
      inputs.length === 1
        ? run(inner, inputs[0])
        : explore(
            inner,
            inputs.map((input) => (each) => run(each, input)),
          );
  }
  const { hasFailed, ...last } = output ?? NO_OUTPUT;
  const printed = saysMore ? { ...last, prints: OTHER } : last;
  // With `pipefail` the other parts decide, too.
  if (hasFailed === undefined || (length > 1 && scope.effects.isMeaningOpen)) return printed;
  return { ...printed, hasFailed: hasFailed !== isNegated };
}

function evaluateRedirected(node: Redirected, scope: Scope, position: Position): Output {
  const words = scope.source.slice(node.pos, node.end);
  const redirects = evaluateRedirects(node.redirects, words, scope, position);
  const { cwd } = scope;
  const inner = { ...redirects.position, isFresh: false };
  const { hasFailed: _, ...output } = evaluateNode(node.command, scope, inner);
  const prints = printsBehind(node.redirects, output, redirects.position);
  return { ...keepText(output, redirects, scope, cwd), prints };
}

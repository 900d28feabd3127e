import {
  type AndOr,
  type Assignment,
  type Command,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type Redirected,
  type Redirection,
  type Statement,
  parse,
} from "unbash";
import { evaluateCommand } from "./commands/index.ts";
import { expandQuoted, expandText, expandWord, runSubstitutions } from "./expand.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  textOf,
  toOutput,
  toPart,
} from "./scope.ts";
import { UNKNOWN, joinPath } from "./value.ts";

type Node = PipelineNode | AndOr | CompoundList;
/** A position behind redirections, with the file that the output goes to. */
type Redirects = Position & { readonly target?: string | undefined; readonly before?: string | undefined };

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
  const outputs = statements.map((statement, index) => {
    const isLast = index === statements.length - 1;
    const isBackground = position.isBackground || statement.background === true;
    return evaluateNode(statement.command, scope, {
      isProven: position.isProven && isLast && !isBackground,
      isShown: position.isShown && !isBackground,
      isBackground,
      input: position.input,
    });
  });
  return concatenate(outputs);
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
      const start = scope.cwd;
      const first = run(node.clause);
      const failed = fork(scope, { cwd: start });
      const branches = [
        { parts: [node.then], from: scope },
        ...node.elif.map(({ clause, then }) => ({ parts: [clause, then], from: failed })),
        ...(node.else === undefined ? [] : [{ parts: [node.else], from: failed }]),
      ];
      return concatenate([first, evaluateBranches(branches, scope, unproven, node.else !== undefined)]);
    }
    case "While":
      run(node.clause);
      return run(node.body);
    case "For":
    case "Select": {
      const values =
        node.wordlist?.flatMap((word) => expandWord(word, scope)) ?? scope.variables.get("@") ?? [];
      return concatenate(
        values.slice(0, MOST_ROUNDS).map((value) => {
          scope.variables.set(node.name.value, [value]);
          return run(node.body);
        }),
      );
    }
    case "ArithmeticFor":
      return run(node.body);
    case "Case":
      expandText(node.word, scope);
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

/** Only one of the branches runs: what they leave behind differently is known as far as they agree. */
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
  const names = new Set(ends.flatMap((end) => [...end.variables.keys()]));
  for (const name of names) {
    const before = scope.variables.get(name);
    const all = ends.map((end) => end.variables.get(name));
    if (!isTotal) all.push(before);
    const [first, ...others] = all.filter((values) => values !== undefined);
    if (first === undefined) continue;
    scope.variables.set(name, others.reduce(agree, first));
  }
  for (const end of ends) for (const [name, value] of end.functions) scope.functions.set(name, value);
  scope.cwd = ends.find((end) => end.cwd !== scope.cwd)?.cwd ?? scope.cwd;
  return concatenate(runs.map(({ output }) => output));
}

function agree(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length === right.length && left.every((value, index) => value === right[index])) return left;
  if (left.length !== 1 || right.length !== 1) return [UNKNOWN];
  const [a = "", b = ""] = [left[0], right[0]];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return [a.slice(0, at) + UNKNOWN];
}

/** What stands behind `||` runs only where the part before it failed, and so moved nowhere. */
function evaluateAndOr(node: AndOr, scope: Scope, position: Position): Output {
  const isChain = node.operators.every((operator) => operator === "&&");
  const inner = isChain ? position : { ...position, isProven: false };
  let previous = scope.cwd;
  const outputs = node.commands.map((part, index) => {
    const isFallback = node.operators[index - 1] === "||";
    const reached = scope.cwd;
    const hasFailed = reached !== previous && !scope.world.isFolder(reached);
    // A `cd` that worked leaves nothing to fall back from.
    if (isFallback) scope.cwd = previous;
    previous = scope.cwd;
    const output = evaluateNode(part, scope, inner);
    if (isFallback && !hasFailed) scope.cwd = previous = reached;
    return output;
  });
  return concatenate(outputs);
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

function evaluateSimple(node: Command, scope: Scope, position: Position): Output {
  const words = scope.source.slice(node.pos, node.end);
  const inner: Redirects =
    node.redirects.length === 0
      ? position
      : evaluateRedirects(node.redirects, words, scope, position);
  const assigned = node.prefix.filter((part) => part.type === "Assignment");
  if (node.name === undefined) {
    for (const assignment of assigned) assign(assignment, scope);
    // `$(< file)` stands for the file's text.
    return assigned.length === 0 && inner.input !== undefined ? inner.input : NO_OUTPUT;
  }
  const [name = "", ...rest] = expandWord(node.name, scope);
  const args = node.args.flatMap((arg) => {
    if (arg.type === "Word") return expandWord(arg, scope);
    // `export X=1`, `local X=1`: the assignment counts, and the command sees it as an argument.
    assign(arg, scope);
    return [arg.text];
  });
  // An unset variable in front leaves the next word as the command.
  const given = name === UNKNOWN && rest.length + args.length > 0 ? [...rest, ...args] : undefined;
  if (given !== undefined) scope.findings.computed.push(toPart(scope, words, position));
  const [first = name, ...others] = given ?? [name, ...rest, ...args];
  const call = { name: first, args: others, words };
  const run = () => evaluateCommand(call, scope, inner);
  const output = assigned.length === 0 ? run() : withVariables(assigned, scope, run);
  return keepText(output, inner, scope);
}

/** A script that the command writes for itself is known when it is run. */
function keepText(output: Output, { target, before }: Redirects, scope: Scope): Output {
  if (target === undefined) return output;
  const path = joinPath(scope.cwd, target);
  if (output.isComplete && before !== undefined)
    scope.findings.files.set(path, `${before}${output.lines.join("\n")}\n`);
  else scope.findings.files.delete(path);
  return NO_OUTPUT;
}

/** `X=1 cmd`: the variable is there for this one command. */
function withVariables(assigned: readonly Assignment[], scope: Scope, run: () => Output): Output {
  const before = assigned.map(({ name }) => [name, scope.variables.get(name)] as const);
  for (const assignment of assigned) assign(assignment, scope);
  const output = run();
  for (const [name, values] of before) {
    if (values === undefined) scope.variables.delete(name);
    else scope.variables.set(name, values);
  }
  return output;
}

const LONGEST_VALUE = 100_000;

function assign(assignment: Assignment, scope: Scope): void {
  const values = valuesOf(assignment, scope).map((value) =>
    value.length > LONGEST_VALUE ? UNKNOWN : value,
  );
  const before =
    assignment.append === true ? (scope.variables.get(assignment.name) ?? [UNKNOWN]) : [];
  const isArray = assignment.value.type === "ArrayValue" || assignment.index !== undefined;
  if (assignment.append !== true && assignment.index === undefined) {
    scope.variables.set(assignment.name, values);
  } else if (isArray) {
    const kept = assignment.append === true ? before : (scope.variables.get(assignment.name) ?? []);
    scope.variables.set(assignment.name, [...kept, ...values]);
  } else {
    scope.variables.set(assignment.name, [before.join(" ") + values.join(" ")]);
  }
}

function valuesOf({ name, value }: Assignment, scope: Scope): readonly string[] {
  if (value.type === "Word") return [expandText(value, scope)];
  return value.elements.flatMap((word) =>
    expandWord(word, scope).map((text) => {
      const [, key, element] = /^\[([^\]]*)\]=([^]*)$/.exec(text) ?? [];
      if (key === undefined || element === undefined) return text;
      scope.variables.set(`${name}[${key}]`, [element]);
      return element;
    }),
  );
}

/** Notes what is written, and says what comes in and whether the output still reaches the caller. */
function evaluateRedirects(
  redirects: readonly Redirection[],
  words: string,
  scope: Scope,
  position: Position,
): Redirects {
  let { isShown, input } = position;
  let target: string | undefined;
  let before: string | undefined;
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") {
      const { body } = redirect;
      const text = body.parts === undefined ? body.text : expandQuoted(body.parts, scope);
      input = toOutput(text);
      continue;
    }
    if (redirect.target === undefined) continue;
    if (redirect.type === "HereString") {
      input = { lines: [expandText(redirect.target, scope)], isComplete: true };
      continue;
    }
    const { operator, descriptor } = redirect;
    const [path = ""] = expandWord(redirect.target, scope);
    if (operator === "<" || operator === "<&") {
      const text = textOf(scope, path);
      input = scope.findings.streams.get(path) ?? (text === undefined ? UNTOLD : toOutput(text));
      continue;
    }
    if (operator === ">&" && /^(?:\d+-?|-)$/.test(path)) continue;
    const isOutput =
      descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
    if (isOutput && operator !== "<>") isShown = false;
    if (scope.findings.streams.has(path)) continue;
    if (isOutput) {
      target = path;
      before = operator.endsWith(">>") ? textOf(scope, path) : "";
    }
    addWrite(scope, path, "change", words, position);
  }
  return { ...position, isShown, input, target, before };
}

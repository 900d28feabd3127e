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
  type SyntaxNode,
  forEachChild,
  parse,
} from "unbash";
import { evaluateCommand } from "./commands/index.ts";
import { expandQuoted, expandText, expandWord } from "./expand.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  toPart,
} from "./scope.ts";
import { UNKNOWN } from "./value.ts";

type Node = PipelineNode | AndOr | CompoundList;

const MOST_STEPS = 4000;
const MOST_ROUNDS = 60;
/** Substitutions within substitutions, functions that call themselves. */
const DEEPEST = 30;

/** Walks a script in the order in which a shell would, and notes what it does. */
export function evaluate(script: ParsedScript | string, scope: Scope, position: Position): Output {
  if (typeof script === "string") {
    return evaluate(parse(script), { ...scope, source: script }, position);
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
  const inner = script.source === undefined ? scope : { ...scope, source: script.source };
  const words = inner.source.slice(script.pos, script.end).trim();
  if (script.errors !== undefined && script.errors.length > 0) {
    scope.findings.computed.push(toPart(scope, words, position));
  }
  return evaluateStatements(script.commands, inner, position);
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
    case "AndOr": {
      const isChain = node.operators.every((operator) => operator === "&&");
      const inner = isChain ? position : unproven;
      return concatenate(node.commands.map((part) => evaluateNode(part, scope, inner)));
    }
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
      const values = node.wordlist?.flatMap((word) => expandWord(word, scope)) ?? scope.parameters;
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
  const inner =
    node.redirects.length === 0
      ? position
      : evaluateRedirects(node.redirects, words, scope, position);
  const assigned = node.prefix.filter((part) => part.type === "Assignment");
  if (node.name === undefined) {
    for (const assignment of assigned) assign(assignment, scope);
    return NO_OUTPUT;
  }
  const [name = "", ...rest] = expandWord(node.name, scope);
  const args = node.args.flatMap((arg) => {
    if (arg.type === "Word") return expandWord(arg, scope);
    // `export X=1`, `local X=1`: the assignment counts, and the command sees it as an argument.
    assign(arg, scope);
    return [arg.text];
  });
  const call = { name, args: [...rest, ...args], words };
  return assigned.length === 0
    ? evaluateCommand(call, scope, inner)
    : withVariables(assigned, scope, () => evaluateCommand(call, scope, inner));
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

function assign(assignment: Assignment, scope: Scope): void {
  const values = valuesOf(assignment, scope);
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

function valuesOf({ value }: Assignment, scope: Scope): readonly string[] {
  if (value.type === "Word") return [expandText(value, scope)];
  return value.elements.flatMap((word) => expandWord(word, scope));
}

/** Notes what is written, and says what comes in and whether the output still reaches the caller. */
function evaluateRedirects(
  redirects: readonly Redirection[],
  words: string,
  scope: Scope,
  position: Position,
): Position {
  let { isShown, input } = position;
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") {
      const { body } = redirect;
      const text = body.parts === undefined ? body.text : expandQuoted(body.parts, scope);
      input = { lines: text.replace(/\n$/, "").split("\n"), isComplete: true };
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
      input = scope.findings.streams.get(path) ?? UNTOLD;
      continue;
    }
    if (operator === ">&" && /^(?:\d+-?|-)$/.test(path)) continue;
    const isOutput =
      descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
    if (isOutput && operator !== "<>") isShown = false;
    if (scope.findings.streams.has(path)) continue;
    addWrite(scope, path, "change", words, position);
  }
  return { ...position, isShown, input };
}

/** Commands hidden in a test or an arithmetic expression run all the same. */
function runSubstitutions(node: SyntaxNode, scope: Scope): void {
  forEachChild(node, (child) => {
    if (child.type === "Word") expandWord(child, scope);
    else runSubstitutions(child, scope);
  });
}

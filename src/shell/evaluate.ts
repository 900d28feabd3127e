import type {
  AndOr,
  Command,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Redirection,
  Redirected,
  Statement,
} from "unbash";
import { parse } from "unbash";
import { evaluateCommand } from "./commands.ts";
import { type Position, type Scope, addWrite } from "./scope.ts";
import { expandWord } from "./words.ts";

type Node = PipelineNode | AndOr | CompoundList;

export function evaluateScript(script: ParsedScript, scope: Scope, position: Position): void {
  evaluateStatements(script.commands, scope, position);
}

function evaluateStatements(
  statements: readonly Statement[],
  scope: Scope,
  position: Position,
): void {
  statements.forEach((statement, index) => {
    const isLast = index === statements.length - 1;
    evaluateNode(statement.command, scope, {
      isProven: position.isProven && isLast && !statement.background,
      isShown: position.isShown && !statement.background,
    });
  });
}

function evaluateNode(node: Node, scope: Scope, position: Position): void {
  const unproven = { ...position, isProven: false };
  switch (node.type) {
    case "CompoundList":
      return evaluateStatements(node.commands, scope, position);
    case "AndOr": {
      const isChain = node.operators.every((operator) => operator === "&&");
      for (const part of node.commands) evaluateNode(part, scope, isChain ? position : unproven);
      return;
    }
    case "Pipeline": {
      const isNegated = node.prefixes.some((prefix) => prefix.type === "Negation");
      node.commands.forEach((part, index) => {
        const isLast = index === node.commands.length - 1;
        evaluateNode(part, node.commands.length > 1 ? fork(scope) : scope, {
          isProven: position.isProven && isLast && !isNegated,
          isShown: position.isShown && isLast,
        });
      });
      return;
    }
    case "Command":
      return evaluateSimple(node, scope, position);
    case "Redirected":
      return evaluateRedirected(node, scope, position);
    case "Subshell":
      return evaluateNode(node.body, fork(scope), position);
    case "BraceGroup":
      return evaluateNode(node.body, scope, position);
    case "If":
      evaluateNode(node.clause, scope, unproven);
      evaluateNode(node.then, scope, unproven);
      for (const branch of node.elif) {
        evaluateNode(branch.clause, scope, unproven);
        evaluateNode(branch.then, scope, unproven);
      }
      if (node.else !== undefined) evaluateNode(node.else, scope, unproven);
      return;
    case "While":
      evaluateNode(node.clause, scope, unproven);
      return evaluateNode(node.body, scope, unproven);
    case "For":
    case "Select":
      scope.variables.set(node.name.value, undefined);
      return evaluateNode(node.body, scope, unproven);
    case "ArithmeticFor":
      return evaluateNode(node.body, scope, unproven);
    case "Case":
      for (const item of node.items) evaluateNode(item.body, scope, unproven);
      return;
    case "Function":
    case "Coproc":
      return evaluateNode(node.body, fork(scope), { isProven: false, isShown: false });
    case "TestCommand":
    case "ArithmeticCommand":
      return;
  }
}

/** A subshell's `cd` and assignments end with it; what it writes does not. */
function fork(scope: Scope): Scope {
  return {
    source: scope.source,
    world: scope.world,
    cwd: scope.cwd,
    variables: new Map(scope.variables),
    reads: scope.reads,
    writes: scope.writes,
    get unknownWrite() {
      return scope.unknownWrite;
    },
    set unknownWrite(words) {
      scope.unknownWrite = words;
    },
  };
}

function evaluateRedirected(node: Redirected, scope: Scope, position: Position): void {
  const isShown = evaluateRedirects(node.redirects, scope) && position.isShown;
  evaluateNode(node.command, scope, { ...position, isShown });
}

function evaluateSimple(node: Command, scope: Scope, position: Position): void {
  const isShown = evaluateRedirects(node.redirects, scope) && position.isShown;
  const name = node.name === undefined ? undefined : expandWord(node.name, scope);
  if (node.name === undefined) {
    for (const part of node.prefix) {
      if (part.type !== "Assignment") continue;
      const value = part.value.type === "Word" ? expandWord(part.value, scope) : undefined;
      scope.variables.set(part.name, part.append === true ? undefined : value);
    }
    return;
  }
  const args = node.args.map((arg) => (arg.type === "Word" ? expandWord(arg, scope) : arg.text));
  const words = scope.source.slice(node.pos, node.end);
  const script = evaluateCommand({ name, args, words }, scope, { ...position, isShown });
  if (script !== undefined) evaluateNested(script, scope, { ...position, isShown });
}

/** `bash -c "…"`: a shell of its own, whose positions count in its own text. */
function evaluateNested(script: string, scope: Scope, position: Position): void {
  const inner = { ...fork(scope), source: script, variables: new Map<string, undefined>() };
  evaluateScript(parse(script), inner, position);
  scope.unknownWrite ??= inner.unknownWrite;
}

/** Returns whether standard output still reaches the caller. */
function evaluateRedirects(redirects: readonly Redirection[], scope: Scope): boolean {
  let isShown = true;
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect" || redirect.target === undefined) continue;
    const { operator } = redirect;
    if (operator === "<" || operator === "<&") continue;
    const path = expandWord(redirect.target, scope);
    if (operator === ">&" && path !== undefined && /^(?:\d+|-)$/.test(path)) continue;
    const descriptor = redirect.descriptor;
    if (
      descriptor === undefined ||
      (descriptor.type === "FileDescriptor" && descriptor.value === 1)
    ) {
      isShown = false;
    }
    addWrite(scope, path, "change", scope.source.slice(redirect.pos, redirect.end));
  }
  return isShown;
}

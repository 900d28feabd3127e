import {
  type AndOr,
  type CompoundList,
  type For,
  type If,
  type ParsedScript,
  type Pipeline,
  type Statement,
  parse,
} from "unbash";
import {
  type Output,
  type Place,
  SILENT,
  type Scope,
  UNTOLD,
  addPart,
  append,
  fork,
  grow,
  join,
  maybe,
  oneOf,
  shared,
} from "./scope.ts";
import { redirect, runSimple } from "./simple-command.ts";
import { UNKNOWN, anyOf } from "./values.ts";
import { expandText, expandWord } from "./words.ts";

type Node = Statement["command"] | CompoundList;

/** Functions that call themselves, scripts in scripts. */
const DEEPEST = 8;
/** Of a longer list of words a loop is followed once, for all of them. */
const MOST_ROUNDS = 20;

export function runScript(given: ParsedScript | string, scope: Scope, place: Place): Output {
  const isText = typeof given === "string";
  grow(scope, 10 + (isText ? given.length / 20 : 0));
  if (scope.depth >= DEEPEST) {
    addPart("own", { call: { name: "", args: [scope.source] }, scope, place });
    return UNTOLD;
  }
  const script = isText ? parse(given) : given;
  const source = isText ? given : (script.source ?? scope.source);
  const inner: Scope = { ...scope, source, depth: scope.depth + 1 };
  const output = runList(script.commands, inner, place);
  scope.cwd = inner.cwd;
  scope.parameters = inner.parameters;
  return output;
}

function runList(statements: readonly Statement[], scope: Scope, place: Place): Output {
  let output = SILENT;
  for (const { command, background } of statements) {
    const isProven = place.isProven && command === statements.at(-1)?.command;
    if (background === true) scope.found.isOrderOpen = true;
    const inner = background === true ? fork(scope) : scope;
    output = append(output, runNode(command, inner, { ...place, isProven }));
  }
  return output;
}

function runNode(node: Node, scope: Scope, place: Place): Output {
  grow(scope, 5);
  switch (node.type) {
    case "Command":
      return runSimple(node, scope, place);
    case "CompoundList":
      return runList(node.commands, scope, place);
    case "BraceGroup":
      return runNode(node.body, scope, place);
    case "Subshell":
      return runNode(node.body, fork(scope), place);
    case "Redirected": {
      const { inner, pass } = redirect(node.redirects, scope, place);
      return pass(runNode(node.command, scope, shared(inner)));
    }
    case "Pipeline":
      return runPipeline(node, scope, place);
    case "AndOr":
      return runAndOr(node, scope, place);
    case "If":
      return runIf(node, scope, place);
    case "For":
      return runFor(node, scope, place);
    case "Case": {
      expandText(node.word, scope);
      return runBranches([undefined, ...node.items.map(({ body }) => body)], scope, place);
    }
    case "Function":
      scope.functions.set(node.name.value, scope.source.slice(node.body.pos, node.body.end));
      return SILENT;
    case "While":
      return runBranches([undefined, [node.clause, node.body]], scope, place);
    case "Coproc":
    case "Select":
    case "ArithmeticFor":
      scope.found.isOrderOpen = true;
      return runBranches([undefined, node.body], scope, place);
    case "TestCommand":
    case "ArithmeticCommand":
      return SILENT;
  }
}

/** Any of these may run, or none where one of them is undefined. All of their writes count. */
function runBranches(
  bodies: readonly (Node | readonly Node[] | undefined)[],
  scope: Scope,
  place: Place,
): Output {
  const unproven = { ...place, isProven: false };
  const branches = bodies.map((body) => {
    const inner = fork(scope);
    const nodes = body === undefined ? [] : [body].flat();
    return {
      inner,
      output: nodes.map((node) => runNode(node, inner, unproven)).reduce(append, SILENT),
    };
  });
  join(
    scope,
    branches.map(({ inner }) => inner),
  );
  const outputs = branches.map(({ output }) => output);
  const isMaybe = bodies.length === 2 && bodies[0] === undefined;
  return isMaybe ? maybe(outputs[1] ?? SILENT) : oneOf(outputs);
}

/** Each command runs in a shell of its own, and what one prints the next one reads. */
function runPipeline({ commands, prefixes }: Pipeline, scope: Scope, place: Place): Output {
  if (prefixes.some(({ type }) => type === "Time")) scope.found.isOrderOpen = true;
  const isNegated = prefixes.some(({ type }) => type === "Negation");
  let output = SILENT;
  let { input } = place;
  for (const command of commands) {
    const isProven = place.isProven && command === commands.at(-1) && !isNegated;
    const given = { ...place, isProven, input };
    const inner = commands.length === 1 ? scope : fork(scope);
    output = runNode(command, inner, command.type === "Command" ? given : shared(given));
    input = output;
  }
  return output;
}

/** What follows `&&` is taken to run after a success; what follows `||` may run, and its `cd` counts for nothing. */
function runAndOr({ commands, operators }: AndOr, scope: Scope, place: Place): Output {
  const isProven = place.isProven && !operators.includes("||");
  let output = SILENT;
  for (const [index, command] of commands.entries()) {
    const isElse = operators[index - 1] === "||";
    const more = runNode(command, isElse ? fork(scope) : scope, { ...place, isProven });
    const isCertain = index === 0 || isProven;
    output = append(output, isCertain ? more : isElse ? oneOf([more]) : maybe(more));
  }
  return output;
}

function runIf(node: If, scope: Scope, place: Place): Output {
  let output = SILENT;
  for (const { clause } of [node, ...node.elif])
    output = append(output, runNode(clause, scope, { ...place, isProven: false }));
  const bodies = [node.else, node.then, ...node.elif.map(({ then }) => then)];
  return append(output, runBranches(bodies, scope, place));
}

function runFor({ name, wordlist, body }: For, scope: Scope, place: Place): Output {
  const values = wordlist?.flatMap((word) => expandWord(word, scope)) ?? scope.parameters;
  if (values.length > MOST_ROUNDS || values.includes(UNKNOWN)) {
    scope.variables.set(name.value, [anyOf(values)]);
    return runBranches([undefined, body], scope, place);
  }
  let output = SILENT;
  for (const value of values) {
    scope.variables.set(name.value, [value]);
    output = append(output, runNode(body, scope, { ...place, isProven: false }));
  }
  return output;
}

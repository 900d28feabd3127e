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
  type Input,
  SILENT,
  type Scope,
  UNTOLD,
  addPart,
  fork,
  grow,
  join,
  oneOf,
} from "./scope.ts";
import { redirect, runSimple } from "./simple-command.ts";
import { UNKNOWN, anyOf } from "./values.ts";
import { expandText, expandWord } from "./words.ts";

type Node = Statement["command"] | CompoundList;

/** The deepest nesting of functions that call themselves, and of scripts in scripts. */
const DEEPEST = 8;
/** A loop over a longer list of words is followed once, for all of them. */
const MOST_ROUNDS = 20;
const LONGEST_TEXT = 50_000;

export function runScript(given: ParsedScript | string, scope: Scope, input: Input): string {
  const isText = typeof given === "string";
  grow(scope, 10 + (isText ? given.length / 20 : 0));
  if (scope.depth >= DEEPEST) {
    addPart("own", { call: { name: "", args: [scope.source] }, scope, input });
    return UNTOLD;
  }
  const script = isText ? parse(given) : given;
  const source = isText ? given : (script.source ?? scope.source);
  const inner: Scope = { ...scope, source, depth: scope.depth + 1 };
  const output = runList(script.commands, inner, input);
  scope.cwd = inner.cwd;
  scope.parameters = inner.parameters;
  return output;
}

function runList(statements: readonly Statement[], scope: Scope, input: Input): string {
  return inTurn(statements, ({ command, background }) =>
    runNode(command, background === true ? fork(scope) : scope, input),
  );
}

/** The joined output of parts that run one after the other. */
function inTurn<Part>(parts: readonly Part[], run: (part: Part, index: number) => string): string {
  const output = parts.map(run).join("");
  return output.length > LONGEST_TEXT ? UNTOLD : output;
}

function runNode(node: Node, scope: Scope, input: Input): string {
  grow(scope, 5);
  switch (node.type) {
    case "Command":
      return runSimple(node, scope, input);
    case "CompoundList":
      return runList(node.commands, scope, input);
    case "BraceGroup":
      return runNode(node.body, scope, input);
    case "Subshell":
      return runNode(node.body, fork(scope), input);
    case "Redirected": {
      const { inner, pass } = redirect(node.redirects, scope, input);
      return pass(runNode(node.command, scope, inner));
    }
    case "Pipeline":
      return runPipeline(node, scope, input);
    case "AndOr":
      return runAndOr(node, scope, input);
    case "If":
      return runIf(node, scope, input);
    case "For":
      return runFor(node, scope, input);
    case "Case": {
      expandText(node.word, scope);
      return runBranches([undefined, ...node.items.map(({ body }) => body)], scope, input);
    }
    case "Function":
      scope.functions.set(node.name.value, scope.source.slice(node.body.pos, node.body.end));
      return SILENT;
    case "While":
      return runBranches([undefined, [node.clause, node.body]], scope, input);
    case "Coproc":
    case "Select":
    case "ArithmeticFor":
      return runBranches([undefined, node.body], scope, input);
    case "TestCommand":
    case "ArithmeticCommand":
      return SILENT;
  }
}

/** Any one of the branches may run, or none if one is undefined. The writes of all of them count. */
function runBranches(
  bodies: readonly (Node | readonly Node[] | undefined)[],
  scope: Scope,
  input: Input,
): string {
  const branches = bodies.map((body) => {
    const inner = fork(scope);
    const nodes = body === undefined ? [] : [body].flat();
    return { inner, output: inTurn(nodes, (node) => runNode(node, inner, input)) };
  });
  join(
    scope,
    branches.map(({ inner }) => inner),
  );
  return oneOf(branches.map(({ output }) => output));
}

/** Each command runs in its own shell and reads the output of the one before it. */
function runPipeline({ commands }: Pipeline, scope: Scope, input: Input): string {
  return (
    commands.reduce<Input>(
      (given, command) => runNode(command, commands.length === 1 ? scope : fork(scope), given),
      input,
    ) ?? SILENT
  );
}

/** The command after `&&` is assumed to run after a success; the one after `||` may run, and its `cd` does not count. */
function runAndOr({ commands, operators }: AndOr, scope: Scope, input: Input): string {
  return inTurn(commands, (command, index) => {
    const isElse = operators[index - 1] === "||";
    const output = runNode(command, isElse ? fork(scope) : scope, input);
    return isElse ? oneOf([output]) : output;
  });
}

function runIf(node: If, scope: Scope, input: Input): string {
  const clauses = [node, ...node.elif].map(({ clause }) => clause);
  const asked = inTurn(clauses, (clause) => runNode(clause, scope, input));
  const bodies = [node.else, node.then, ...node.elif.map(({ then }) => then)];
  return asked + runBranches(bodies, scope, input);
}

function runFor({ name, wordlist, body }: For, scope: Scope, input: Input): string {
  const values = wordlist?.flatMap((word) => expandWord(word, scope)) ?? scope.parameters;
  if (values.length > MOST_ROUNDS || values.includes(UNKNOWN)) {
    scope.variables.set(name.value, [anyOf(values)]);
    return runBranches([undefined, body], scope, input);
  }
  return inTurn(values, (value) => {
    scope.variables.set(name.value, [value]);
    return runNode(body, scope, input);
  });
}

import type { Assignment, Command, Redirection } from "unbash";
import { mayMatter, noteEnvironment } from "./commands/environment.ts";
import { evaluateCommand } from "./commands/index.ts";
import { expandQuoted, expandText, expandWord } from "./expand.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  textOf,
  toOutput,
  toPart,
} from "./scope.ts";
import { UNKNOWN, isUntold, joinPath } from "./value.ts";

/** A position behind redirections, with the file that the output goes to. */
type Redirects = Position & {
  readonly target?: string | undefined;
  /** What stood in the file before; undefined when that cannot be told. */
  readonly before?: string | undefined;
};

const NONE: readonly Assignment[] = [];

/** One command with its assignments and redirections. */
export function evaluateSimple(node: Command, scope: Scope, position: Position): Output {
  const words = scope.source.slice(node.pos, node.end);
  const inner: Redirects =
    node.redirects.length === 0
      ? position
      : evaluateRedirects(node.redirects, words, scope, position);
  const assigned =
    node.prefix.length === 0 ? NONE : node.prefix.filter((part) => part.type === "Assignment");
  if (node.name === undefined) {
    for (const assignment of assigned) assign(assignment, scope);
    for (const assignment of assigned) noteAssigned(assignment, words, scope, position);
    // `$(< file)` stands for the file's text.
    return assigned.length === 0 && inner.input !== undefined ? inner.input : NO_OUTPUT;
  }
  const fields = expandWord(node.name, scope);
  for (const arg of node.args) {
    if (arg.type === "Word") {
      for (const value of expandWord(arg, scope)) fields.push(value);
    } else {
      // `export X=1`, `local X=1`: the assignment counts, and the command sees it as an argument.
      assign(arg, scope);
      noteAssigned(arg, words, scope, position);
      fields.push(arg.text);
    }
  }
  // An unset variable in front vanishes, and the next word is the command.
  if (fields.length > 1 && isUntold(fields[0] ?? "")) {
    scope.effects.computed.push(toPart(scope, words, position));
    fields.shift();
  }
  const call = { name: fields[0] ?? "", args: fields.slice(1), words };
  if (assigned.length > 0) scope.effects.isReading = false;
  for (const assignment of assigned) noteAssigned(assignment, words, scope, position);
  const run = () => evaluateCommand(call, scope, inner);
  const output = assigned.length === 0 ? run() : withVariables(assigned, scope, run);
  return keepText(output, inner, scope);
}

/** Some variables make the commands behind them run other programs, or something else than their names say. */
function noteAssigned(
  assignment: Assignment,
  words: string,
  scope: Scope,
  position: Position,
): void {
  const { name } = assignment;
  if (!mayMatter(name)) return;
  const text = valuesOf(assignment, scope).join(" ");
  noteEnvironment(name, text, { name, args: [], words }, scope, position);
}

/** Keeps the text that is redirected into a file: a later part of the command line may run that file. */
function keepText(output: Output, { target, before }: Redirects, scope: Scope): Output {
  if (target === undefined) return output;
  const path = joinPath(scope.cwd, target);
  const isTold = output.isComplete && before !== undefined;
  if (isTold) scope.effects.files.set(path, `${before}${output.lines.join("\n")}\n`);
  else scope.effects.files.delete(path);
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

/** `x=$x$x` in a loop doubles the value each time. */
const LONGEST_VALUE = 100_000;

function assign(assignment: Assignment, scope: Scope): void {
  // `a[$(…)]=1` runs what stands in the brackets.
  if (assignment.index !== undefined) expandText(assignment.index, scope);
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
export function evaluateRedirects(
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
    const path = expandWord(redirect.target, scope)[0] ?? "";
    if (operator === "<" || operator === "<&") {
      const text = textOf(scope, path);
      input = scope.effects.streams.get(path) ?? (text === undefined ? UNTOLD : toOutput(text));
      continue;
    }
    if (operator === ">&" && /^(?:\d+-?|-)$/.test(path)) {
      // Where a descriptor from 3 on leads was said by an earlier command, which is not followed.
      if (/^(?:[3-9]|\d\d)/.test(path)) isShown = false;
      continue;
    }
    const isOutput =
      descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
    if (isOutput && operator !== "<>") isShown = false;
    if (scope.effects.streams.has(path)) continue;
    if (isOutput) {
      target = path;
      before = operator.endsWith(">>") ? textOf(scope, path) : "";
    }
    addWrite(scope, path, "change", words, position);
  }
  const { isProven, isBackground } = position;
  return { isProven, isShown, isBackground, input, target, before };
}

import type { Assignment, Command, Redirection } from "unbash";
import { mayMatter, noteEnvironment } from "./commands/environment.ts";
import { assign } from "./assign.ts";
import { evaluateCommand } from "./commands/index.ts";
import { noteOwnCli } from "./commands/own-cli.ts";
import { expandText, expandWord } from "./expand.ts";
import { wordsOf } from "./joined-words.ts";
import { type Redirects, evaluateRedirects, keepText, printsBehind } from "./redirects.ts";
import { NO_OUTPUT, type Output, type Position, SUCCEEDED, type Scope, toPart } from "./scope.ts";
import { UNKNOWN, isUntold } from "./value.ts";

/** One command with its assignments and redirections. */
export function evaluateSimple(node: Command, scope: Scope, position: Position): Output {
  const words = scope.source.slice(node.pos, node.end);
  const redirects: Redirects =
    node.redirects.length === 0
      ? { position }
      : evaluateRedirects(node.redirects, words, scope, position);
  const inner = withOpened(redirects.position, scope);
  const { assigned, name, args } = wordsOf(node, scope.source);
  if (name === undefined)
    return { ...evaluateAssignments(assigned, words, scope, position, redirects), prints: [] };
  const { cwd } = scope;
  const fields = expandWord(name, scope);
  for (const arg of args) {
    if (arg.type === "Word") {
      for (const value of expandWord(arg, scope)) fields.push(value);
    } else {
      fields.push(assignedBy(fields[0] ?? "", arg, words, scope, position));
    }
  }
  // An unset variable in front vanishes, and the next word is the command.
  if (fields.length > 1 && isUntold(fields[0] ?? "")) {
    scope.effects.inline.push(toPart(scope, words, position));
    noteOwnCli(UNKNOWN, fields.slice(1), words, scope);
    fields.shift();
  }
  const call = { name: fields[0] ?? "", args: fields.slice(1), words };
  if (assigned.length > 0) scope.effects.isReading = false;
  const run = () => {
    for (const assignment of assigned) noteAssigned(assignment, words, scope, inner);
    return evaluateCommand(call, scope, inner);
  };
  const output = assigned.length === 0 ? run() : withVariables(assigned, scope, run);
  if (scope.effects.namesLastWord) scope.variables.set("_", [fields.at(-1) ?? ""]);
  if (call.name === "exec" && call.args.length === 0) keepDescriptors(inner, position, scope);
  const { hasFailed, ...kept } = keepText(output, redirects, scope, cwd);
  const printed =
    node.redirects.length === 0
      ? kept
      : { ...kept, prints: printsBehind(node.redirects, output, redirects.position) };
  return hasFailed === true || node.redirects.every(cannotFail)
    ? { ...printed, hasFailed }
    : printed;
}

/** `export X=1`, `local X=1`: the assignment counts, and the command sees it as an argument. */
function assignedBy(
  command: string,
  arg: Assignment,
  words: string,
  scope: Scope,
  position: Position,
): string {
  const name = arg.text.slice(0, arg.value.pos - arg.pos);
  if (command === "alias") {
    return name + (arg.value.type === "Word" ? expandText(arg.value, scope) : "");
  }
  if (/^(?:local|declare|typeset)$/.test(command)) hide(arg.name, scope);
  assign(arg, scope);
  noteAssigned(arg, words, scope, position);
  return name + (scope.variables.get(arg.name)?.[0] ?? "");
}

/** A file that cannot be opened makes the command fail, whatever it is. */
function cannotFail(redirect: Redirection): boolean {
  return (
    redirect.type !== "Redirect" || /^(?:\/dev\/null|[12])$/.test(redirect.target?.value ?? "")
  );
}

/** `x=1` alone, `> file` alone, and `$(< file)`, which stands for the file's text. */
function evaluateAssignments(
  assigned: readonly Assignment[],
  words: string,
  scope: Scope,
  position: Position,
  redirects: Redirects,
): Output {
  const { position: inner, target } = redirects;
  for (const assignment of assigned) assign(assignment, scope);
  for (const assignment of assigned) noteAssigned(assignment, words, scope, position);
  if (assigned.length === 0) {
    const output = inner === position ? NO_OUTPUT : (inner.input ?? NO_OUTPUT);
    return target === undefined ? output : keepText(NO_OUTPUT, redirects, scope);
  }
  // A substitution may fail, and the assignment with it.
  const isPlain = assigned.every(({ text }) => !/[$`]/.test(text));
  return isPlain && inner === position ? SUCCEEDED : NO_OUTPUT;
}

/** `exec 3> x`, `exec < x`: what follows reads and writes there. */
function keepDescriptors(inner: Position, position: Position, scope: Scope): void {
  scope.effects.isMeaningOpen = true;
  if (inner.input !== position.input)
    scope.descriptors.set("0", { input: inner.input, target: undefined });
}

function withOpened(position: Position, { descriptors }: Scope): Position {
  const input = position.input === undefined ? descriptors.get("0")?.input : undefined;
  return input === undefined ? position : { ...position, input };
}

/** A variable of the function's own ends with it. */
function hide(name: string, { locals, variables }: Scope): void {
  if (locals !== undefined && !locals.has(name)) locals.set(name, variables.get(name));
}

/** Some variables make the commands behind them run other programs, or something else than their names say. */
function noteAssigned({ name }: Assignment, words: string, scope: Scope, position: Position): void {
  if (!mayMatter(name)) return;
  const text = (scope.variables.get(name) ?? []).join(" ");
  noteEnvironment(name, text, { name, args: [], words }, scope, position);
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

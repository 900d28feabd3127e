import type { Assignment, Command, Redirection } from "unbash";
import { readFile } from "./reads.ts";
import { type Input, SILENT, type Scope, addWrite } from "./scope.ts";
import { UNKNOWN, joinPath } from "./values.ts";
import { expandQuoted, expandText, expandWord } from "./words.ts";

/** Runs a name with its arguments, between assignments and redirections. */
export function runSimple(node: Command, scope: Scope, input: Input): string {
  const assignments = node.prefix.filter((each) => each.type === "Assignment");
  const [name, ...more] = node.name === undefined ? [] : expandWord(node.name, scope);
  const args = node.args.flatMap((arg) => (arg.type === "Word" ? expandWord(arg, scope) : []));
  const { inner, pass } = redirect(node.redirects, scope, input);
  for (const each of [...assignments, ...node.args])
    if (each.type === "Assignment") assign(each, scope);
  if (name === undefined) return pass(SILENT);
  return pass(scope.call({ call: { name, args: [...more, ...args] }, scope, input: inner }));
}

function assign({ name, value, append, index }: Assignment, scope: Scope): void {
  const isList = value.type === "ArrayValue";
  const given = isList
    ? value.elements.flatMap((element) => expandWord(element, scope))
    : [expandText(value, scope)];
  const old = append === true ? (scope.variables.get(name) ?? []) : [];
  const next = isList ? [...old, ...given] : [(old[0] ?? "") + (given[0] ?? "")];
  scope.variables.set(name, index === undefined ? next : [UNKNOWN]);
}

interface Redirected {
  /** The input of the command after redirections. */
  readonly inner: Input;
  /** The part of its output that is not redirected. */
  readonly pass: (output: string) => string;
}

/** Notes what redirections write, and returns what the command reads and where its output goes. */
export function redirect(all: readonly Redirection[], scope: Scope, input: Input): Redirected {
  let inner = input;
  let pass = (output: string) => output;
  for (const each of all) {
    if (each.type === "HereDoc") {
      const { text, parts } = each.body;
      inner = parts === undefined ? text : expandQuoted(parts, scope);
      continue;
    }
    if (each.type === "HereString") {
      inner = `${expandText(each.target, scope)}\n`;
      continue;
    }
    const { descriptor, operator } = each;
    const number = descriptor?.type === "FileDescriptor" ? descriptor.value : undefined;
    const [target = ""] = each.target === undefined ? [] : expandWord(each.target, scope);
    if (operator.startsWith("<") && operator !== "<>") {
      if ((number ?? 0) === 0) inner = readFile(target, scope);
      continue;
    }
    // `2>&1` does not write a file.
    if (operator === ">&" && /^(?:\d+|-|\0)$/.test(target)) continue;
    addWrite({ call: { name: operator, args: [target] }, scope, input }, target, "change");
    if ((number ?? 1) !== 1) continue;
    pass = (output) => {
      const path = joinPath(scope.cwd, target);
      const old = operator.endsWith(">>") ? (scope.found.texts.get(path) ?? "") : "";
      scope.found.texts.set(path, old + output);
      return SILENT;
    };
  }
  return { inner, pass };
}

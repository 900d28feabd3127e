import type { Assignment, Command, Redirection } from "unbash";
import { readFile } from "./reads.ts";
import { type Output, type Place, SILENT, type Scope, addWrite, say } from "./scope.ts";
import { UNKNOWN, isKnown, joinPath } from "./values.ts";
import { expandQuoted, expandText, expandWord } from "./words.ts";

/** A name with its arguments, between assignments and redirections. */
export function runSimple(node: Command, scope: Scope, place: Place): Output {
  const assignments = node.prefix.filter((each) => each.type === "Assignment");
  const [name, ...more] = node.name === undefined ? [] : expandWord(node.name, scope);
  const args = node.args.flatMap((arg) => (arg.type === "Word" ? expandWord(arg, scope) : []));
  const { inner, pass } = redirect(node.redirects, scope, place);
  for (const each of [...assignments, ...node.args])
    if (each.type === "Assignment") assign(each, scope);
  if (name === undefined) return pass(SILENT);
  return pass(scope.call({ call: { name, args: [...more, ...args] }, scope, place: inner }));
}

function assign({ name, value, append, index }: Assignment, scope: Scope): void {
  const isList = value.type === "ArrayValue";
  const given = isList
    ? value.elements.flatMap((element) => expandWord(element, scope))
    : [expandText(value, scope)];
  // Another PATH finds other programs than those that we know by their names.
  if (name === "PATH" || name === "BASH_ENV") scope.found.isOrderOpen = true;
  const old = append === true ? (scope.variables.get(name) ?? []) : [];
  const next = isList ? [...old, ...given] : [(old[0] ?? "") + (given[0] ?? "")];
  scope.variables.set(name, index === undefined ? next : [UNKNOWN]);
}

interface Redirected {
  /** Where the command runs then. */
  readonly inner: Place;
  /** What of its output goes on to whoever reads it. */
  readonly pass: (output: Output) => Output;
}

/** Notes what is written, and tells what the command reads and where its output goes. */
export function redirect(all: readonly Redirection[], scope: Scope, place: Place): Redirected {
  let { input, hidesErrors } = place;
  let pass = (output: Output) => output;
  for (const each of all) {
    if (each.type === "HereDoc") {
      const { text, parts } = each.body;
      input = say(parts === undefined ? text : expandQuoted(parts, scope));
      continue;
    }
    if (each.type === "HereString") {
      input = say(`${expandText(each.target, scope)}\n`);
      continue;
    }
    const { descriptor, operator } = each;
    const number = descriptor?.type === "FileDescriptor" ? descriptor.value : undefined;
    const [target = ""] = each.target === undefined ? [] : expandWord(each.target, scope);
    if (operator.startsWith("<") && operator !== "<>") {
      if ((number ?? 0) === 0) input = readFile(target, scope, place);
      continue;
    }
    const isCopy = operator === ">&" && /^(?:\d+|-|\0)$/.test(target);
    const call = { name: operator, args: [target] };
    if (!isCopy) addWrite({ call, scope, place }, target, "change");
    const isBoth = operator.startsWith("&") || (operator === ">&" && !isCopy);
    if (number === 2 || isBoth) hidesErrors ||= !(isCopy && target === "1");
    if (!isKnown(target) || (number ?? 1) > 2) scope.found.isOrderOpen = true;
    // `>&2` is still seen, unless errors are hidden.
    if ((number ?? 1) !== 1 || (isCopy && target === "2" && !hidesErrors)) continue;
    pass = ({ text }) => {
      const path = joinPath(scope.cwd, target);
      const old = operator.endsWith(">>") ? (scope.found.texts.get(path) ?? "") : "";
      scope.found.texts.set(path, old + text);
      return SILENT;
    };
  }
  return { inner: { ...place, input, hidesErrors }, pass };
}

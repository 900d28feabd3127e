import {
  type Command,
  type ParsedScript,
  type Redirection,
  type SyntaxNode,
  forEachChild,
} from "unbash";
import { mayMatter } from "./commands/environment.ts";

/** Commands that neither write nor run anything, whatever their words are. */
const SHOWING = new Set(
  "cat head tail wc grep egrep fgrep cut tr nl tac rev fold paste comm cmp ls stat du md5sum sha1sum sha256sum cksum realpath readlink pwd expr seq date diff jq column echo printf test [ basename dirname cd pushd popd read getopts true false : set shift break continue return exit sleep type which".split(
    " ",
  ),
);

/** Of these it depends on the words, which must then be plain. */
const SHOWING_UNLESS: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|ok|delete|fprint|fls)/,
  sort: /^(?:-[a-zA-Z]*o|--)/,
  uniq: /^[^-]/,
  sed: /^-(?!n?[Er]?$)|^(?!-)[^]*(?:[weWrR]|\$[\w{(])/,
  awk: /^-(?!F|v)|^(?!-)[^]*(?:[>|@]|system|getline|close)/,
  mapfile: /^-[a-zA-Z]*C/,
  readarray: /^-[a-zA-Z]*C/,
  local: /^-[a-zA-Z]*n/,
  declare: /^-[a-zA-Z]*n/,
  readonly: /^-/,
  command: /^(?!-[vV]$)/,
};

/** What is nested deeper would overflow the stack. */
const DEEPEST = 300;
/** It is asked when the steps of the analysis are spent. */
const MOST_NODES = 1000;

/** Whether all that a script runs are commands which only show what is there: it may be followed less closely. */
export function isOnlyShowing(script: ParsedScript): boolean {
  const functions = new Set<string>();
  const called = new Set<string>();
  let left = MOST_NODES;
  const visit = (node: SyntaxNode, depth: number): boolean => {
    if (depth > DEEPEST || --left < 0) return false;
    if (node.type === "Function") functions.add(node.name.value);
    if (!mayPass(node, called)) return false;
    let passes = true;
    forEachChild(node, (child) => {
      passes &&= visit(child, depth + 1);
    });
    return passes;
  };
  return visit(script, 0) && [...called].every((name) => functions.has(name));
}

function mayPass(node: SyntaxNode, called: Set<string>): boolean {
  switch (node.type) {
    case "Script":
      return (node.errors ?? []).length === 0;
    case "Command":
      return isShowing(node, called);
    case "Redirect":
      return isReading(node);
    case "Assignment":
      return !mayMatter(node.name);
    case "Coproc":
      return false;
    case "ParameterExpansion":
      return node.operation?.type !== "Transform";
    case "CommandExpansion":
    case "ProcessSubstitution":
      return node.script !== undefined;
    default:
      return true;
  }
}

function isShowing({ name, args }: Command, called: Set<string>): boolean {
  if (name === undefined) return true;
  if (name.parts !== undefined) return false;
  if (SHOWING.has(name.value)) return true;
  const refused = Object.hasOwn(SHOWING_UNLESS, name.value)
    ? SHOWING_UNLESS[name.value]
    : undefined;
  if (refused === undefined) {
    called.add(name.value);
    return true;
  }
  const words = args.flatMap((arg) => (arg.type === "Word" ? [arg.value] : []));
  // Behind its script there are files, whatever they are called.
  const end =
    name.value === "sed" ? words.findIndex((word) => !word.startsWith("-")) + 1 : words.length;
  return !words.some((word, at) => refused.test(word) && (at < end || word.startsWith("-")));
}

/** `< file`, `2>&1` and `> /dev/null`. */
function isReading({ operator, target }: Extract<Redirection, { type: "Redirect" }>): boolean {
  if (operator === "<" || operator === "<&") return true;
  const place = target?.value ?? "";
  return operator === ">&" ? /^\d+$/.test(place) : place === "/dev/null";
}

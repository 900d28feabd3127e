import { posix } from "node:path";
import { splitArguments } from "../arguments.ts";
import { NO_GLOB } from "../expand.ts";
import {
  FAILED,
  NO_OUTPUT,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  isMade,
  toOutput,
  toPart,
} from "../scope.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import { type CommandTable, type Evaluate, forAll } from "./invocation.ts";

const changeDirectory: Evaluate = (call, scope) => {
  const [target] = splitArguments(call.args).operands;
  const before = scope.cwd;
  if (target === "-") scope.cwd = scope.variables.get("OLDPWD")?.[0] ?? UNKNOWN;
  else if (!move(target ?? scope.world.home ?? UNKNOWN, scope)) return FAILED;
  scope.variables.set("OLDPWD", [before]);
  return NO_OUTPUT;
};

/** False where `cd` is certain to fail: the folder is not there, and nothing earlier in the command line can have made it. */
function move(target: string, scope: Scope): boolean {
  // `cd` takes `..` off the path as text; other commands follow links first.
  const path = plainPath(joinPath(scope.cwd, target));
  if (isSearched(target, scope)) {
    scope.cwd = UNKNOWN;
    return true;
  }
  const { writes, programs, computed, inline, links } = scope.effects;
  const mayBeMade =
    programs.length + computed.length + inline.length > 0 ||
    [...links.keys()].some((link) => `${path}/`.startsWith(`${plainPath(link)}/`)) ||
    writes.some((write) => `${plainPath(write.path)}/`.startsWith(`${path}/`));
  if (isKnown(path) && !mayBeMade && !scope.world.isFolder(path)) return false;
  scope.cwd = path;
  return true;
}

function plainPath(path: string): string {
  const plain = posix.normalize(path);
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}

/** Where `CDPATH` is set, a plain name may be found in any of its folders. */
function isSearched(target: string, { variables, world }: Scope): boolean {
  const folders = variables.get("CDPATH")?.[0] ?? world.variable("CDPATH") ?? "";
  return folders !== "" && !/^\.{0,2}(?:\/|$)/.test(target);
}

/** `pushd` remembers where it came from, `popd` goes back there. */
const pushDirectory: Evaluate = (call, scope, position) => {
  scope.variables.set("DIRSTACK", [scope.cwd, ...(scope.variables.get("DIRSTACK") ?? [])]);
  // Without a folder or with `+1` it rotates the stack, and `-n` changes nothing but the stack: neither is followed.
  if (call.args.length === 0 || call.args.some((arg) => /^[-+](?:\d+|n)$/.test(arg))) {
    scope.cwd = UNKNOWN;
    scope.variables.set("DIRSTACK", []);
    return NO_OUTPUT;
  }
  return changeDirectory(call, scope, position);
};

const popDirectory: Evaluate = (_, scope) => {
  const [last = UNKNOWN, ...rest] = scope.variables.get("DIRSTACK") ?? [];
  scope.cwd = last;
  scope.variables.set("DIRSTACK", rest);
  return NO_OUTPUT;
};

/** The variable may stand for any line that comes in. */
const readLine: Evaluate = (call, scope, position) => {
  const isArray = call.name !== "read";
  const callback = isArray
    ? splitArguments(call.args, { short: "dnOsuCc" }).values.get("C")
    : undefined;
  if (callback !== undefined) {
    scope.run(callback, scope, { ...position, isProven: false });
    scope.effects.inline.push(toPart(scope, call.words, position));
  }
  const { operands } = splitArguments(call.args, { short: isArray ? "dnOsuCc" : "adinNptu" });
  const { lines, isComplete } = position.input ?? UNTOLD;
  const values = isComplete ? lines : [...lines, UNKNOWN];
  const names = operands.length === 0 ? ["REPLY"] : operands;
  const separator = scope.variables.get("IFS")?.[0] ?? " \t\n";
  for (const [index, name] of names.entries()) {
    const fields =
      names.length === 1 || isArray
        ? values
        : values.map((line) => fieldOf(line, separator, index, names.length));
    scope.variables.set(name, fields.length === 0 ? [UNKNOWN] : fields);
  }
  return NO_OUTPUT;
};

/** The last name takes the rest of the line. */
function fieldOf(line: string, separator: string, index: number, count: number): string {
  if (line === UNKNOWN) return UNKNOWN;
  const isBreak = (character: string) => separator.includes(character);
  const fields: string[] = [];
  let rest = /\s/.test(separator) ? line.trim() : line;
  while (fields.length < count - 1 && rest !== "") {
    const at = [...rest].findIndex(isBreak);
    if (at === -1) break;
    fields.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
    if (/\s/.test(separator)) rest = rest.trimStart();
  }
  fields.push(rest);
  return fields[index] ?? "";
}

const evaluateText: Evaluate = (call, scope, position) =>
  scope.run(call.args.join(" "), scope, position);

const onSignal: Evaluate = (call, scope, position) => {
  const [script] = splitArguments(call.args).operands;
  if (script !== undefined && script !== "-")
    scope.run(script, scope, { ...position, isProven: false });
  return NO_OUTPUT;
};

/** A script file, or the text that `<(…)` or standard input brings. */
const sourceFile: Evaluate = (call, scope, position) => {
  const [file = ""] = call.args;
  const own = scope.effects.files.get(joinPath(scope.cwd, file));
  const isInput = /^\/dev\/(?:stdin|fd\/0)$/.test(file);
  const input = isInput ? position.input : scope.effects.streams.get(file);
  const text = own === undefined ? input : toOutput(own);
  if (text?.isComplete === true) return scope.run(text.lines.join("\n"), scope, position);
  const kind = text === undefined && !isMade(file, scope) ? "programs" : "inline";
  scope.effects[kind].push(toPart(scope, call.words, position));
  return UNTOLD;
};

/** `jobs -x cmd` runs it. */
const listsJobs: Evaluate = (call, scope, position) => {
  const [option, name, ...args] = call.args;
  if (option !== "-x" || name === undefined) return NO_OUTPUT;
  return scope.runCommand({ name, args, words: call.words }, scope, position);
};

/** `history -w file`, `history -p '$(cmd)'`; `fc` edits commands and runs them. */
const recalls: Evaluate = (call, scope, position) => {
  const [option = "", file] = call.args;
  if (/^-[wa]/.test(option) && file !== undefined)
    addWrite(scope, file, "change", call.words, position);
  if (/^-[ps]/.test(option) || (call.name === "fc" && option !== "-l"))
    scope.effects.inline.push(toPart(scope, call.words, position, call.args));
  for (const word of option === "-p" ? call.args.slice(1) : [])
    scope.run(`: "${word.replaceAll('"', '\\"')}"`, fork(scope), { ...position, isProven: false });
  return UNTOLD;
};

/** `compgen -C cmd`, `compgen -W '$(cmd)'`: to complete a word may run something. */
const completes: Evaluate = (call, scope, position) => {
  const { values } = splitArguments(call.args, { short: "ACFGPSWXo" });
  const command = values.get("C") ?? values.get("F");
  const list = values.get("W") ?? "";
  const inner = { ...position, isProven: false };
  if (command !== undefined) scope.run(command, fork(scope), inner);
  if (/[$`]/.test(list)) scope.run(`: "${list.replaceAll('"', '\\"')}"`, fork(scope), inner);
  return UNTOLD;
};

const setParameters: Evaluate = (call, scope) => {
  if (call.args.includes("-f") || call.args.includes("noglob")) scope.variables.set(NO_GLOB, []);
  const at = call.args.indexOf("--");
  if (at !== -1) scope.variables.set("@", call.args.slice(at + 1));
  return NO_OUTPUT;
};

/** Options of the shell that make words mean something else than their letters say. */
const CHANGES_MEANING = /^(?:expand_aliases|nocaseglob|cdable_vars)$/;

/** For `shopt` and `hash`, which can change what the words of later commands do. */
const changesMeaning =
  (isMeant: (args: readonly string[]) => boolean): Evaluate =>
  (call, scope, position) => {
    scope.effects.isProofBroken = true;
    if (isMeant(call.args)) scope.effects.inline.push(toPart(scope, call.words, position));
    return NO_OUTPUT;
  };

/** `declare -n ref=name`: what it refers to may change, so what it stands for is not told. */
const declares: Evaluate = (call, scope) => {
  // `-l` and `-u` change the letters of every value.
  if (!call.args.some((arg) => /^-[a-zA-Z]*[nlu]/.test(arg))) return NO_OUTPUT;
  for (const arg of call.args) {
    const name = /^(\w+)=/.exec(arg)?.[1];
    if (name !== undefined) scope.variables.set(name, [UNKNOWN]);
  }
  return NO_OUTPUT;
};

const shift: Evaluate = (call, scope) => {
  const count = Number(call.args[0] ?? 1);
  scope.variables.set("@", (scope.variables.get("@") ?? []).slice(count));
  return NO_OUTPUT;
};

const unset: Evaluate = (call, scope) => {
  for (const name of call.args) scope.variables.delete(name);
  return NO_OUTPUT;
};

export const BUILTINS: CommandTable = {
  cd: changeDirectory,
  chdir: changeDirectory,
  pushd: pushDirectory,
  popd: popDirectory,
  read: readLine,
  mapfile: readLine,
  readarray: readLine,
  eval: evaluateText,
  trap: onSignal,
  source: sourceFile,
  ".": sourceFile,
  set: setParameters,
  false: () => FAILED,
  shift,
  ...forAll("declare typeset local", declares),
  unset,
  shopt: changesMeaning((args) => args.some((arg) => CHANGES_MEANING.test(arg))),
  hash: changesMeaning((args) => args.includes("-p")),
  ...forAll("exit return break continue alias unalias kill", (_, scope) => {
    scope.effects.isProofBroken = true;
    return NO_OUTPUT;
  }),
  ...forAll(
    "true : export readonly let wait disown umask ulimit getopts bind complete",
    () => NO_OUTPUT,
  ),
  jobs: listsJobs,
  ...forAll("history fc", recalls),
  compgen: completes,
  // `-f` loads code into the shell, `-n` makes a name mean the program of that name.
  enable: changesMeaning((args) => args.some((arg) => /^-[a-z]*[fn]/.test(arg))),
};

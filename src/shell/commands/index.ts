import { posix } from "node:path";
import { arrive, explore } from "../branches.ts";
import {
  type Output,
  type Position,
  type Scope,
  type ShellFunction,
  UNTOLD,
  addWrite,
  fork,
  isMade,
  ownText,
  toPart,
  withParameters,
} from "../scope.ts";
import { findWrittenLiterals, toReadable } from "../inline-code.ts";
import { OTHER } from "../output.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import { ARCHIVES } from "./archives.ts";
import { AWK } from "./awk.ts";
import { BUILTINS } from "./builtins.ts";
import { followStartFiles } from "./config-text.ts";
import { COPIERS } from "./copiers.ts";
import { EDITORS } from "./editors.ts";
import { FIND } from "./find.ts";
import { FORMATTERS } from "./formatters.ts";
import { GIT } from "./git.ts";
import { INTERPRETERS } from "./interpreters.ts";
import type { CommandTable, Invocation } from "./invocation.ts";
import { LAUNCHERS, launcherFor } from "./launchers.ts";
import { noteOptions } from "./options.ts";
import { noteOutputs } from "./outputs.ts";
import { noteOwnCli, noteOwnPackage, placeOf } from "./own-cli.ts";
import { UNTOLD_VARIABLE, runGuessed } from "./own-words.ts";
import { PRINTERS } from "./printers.ts";
import { withPrints } from "./readers.ts";
import { SCHEDULERS } from "./schedulers.ts";
import { SCRIPTED } from "./scripted.ts";
import { WRAPPERS } from "./wrappers.ts";
import { WRITERS } from "./writers.ts";

const COMMANDS: CommandTable = {
  ...BUILTINS,
  ...PRINTERS,
  ...WRITERS,
  ...FORMATTERS,
  ...COPIERS,
  ...EDITORS,
  ...ARCHIVES,
  ...FIND,
  ...GIT,
  ...INTERPRETERS,
  ...AWK,
  ...SCRIPTED,
  ...LAUNCHERS,
  ...SCHEDULERS,
  ...WRAPPERS,
};

/** Commands that only show what is there. */
const READERS = new Set([...Object.keys(PRINTERS), "cd", "true", "false", ":", "find", "sort"]);

/** Whatever a command does with its words and with what comes in, it looks at all of them. */
function sizeOf(texts: readonly string[]): number {
  let size = 0;
  for (const text of texts) size += 10 + text.length;
  return size;
}

/** Commands that leave alone what comes in. */
const DEAF = new Set("echo printf test [ basename dirname cd export local true :".split(" "));

export function evaluateCommand(call: Invocation, scope: Scope, position: Position): Output {
  const input = DEAF.has(call.name) ? undefined : position.input;
  scope.spend(3 + sizeOf(call.args) / 100 + sizeOf(input?.lines ?? []) / 100);
  const called = scope.functions.get(call.name);
  if (called !== undefined) return callAny(called, call, scope, position);
  const alias = scope.aliases.get(call.name);
  if (alias === undefined || !(scope.effects.isMeaningOpen || !scope.isBash)) {
    return evaluateNamed(call, scope, position);
  }
  // Whether an alias is expanded depends on the line that it stands in.
  const unproven = { ...position, isProven: false };
  return explore(scope, [
    (inner) =>
      inner.run([alias, ...call.args.map(quote)].join(" "), without(call, inner), unproven),
    (inner) => evaluateNamed(call, inner, unproven),
  ]);
}

function without({ name }: Invocation, scope: Scope): Scope {
  scope.aliases.delete(name);
  return scope;
}

function quote(word: string): string {
  return isKnown(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : UNTOLD_VARIABLE;
}

function evaluateNamed(given: Invocation, scope: Scope, position: Position): Output {
  const shadow = onOwnPath(given.name, scope);
  if (shadow !== undefined)
    return { ...runProgram({ ...given, name: shadow }, scope, position), prints: OTHER };
  const name = nameOf(given.name, scope);
  const call = withOptions(name, given, scope);
  if (!READERS.has(name)) scope.effects.isReading = false;
  noteOptions(name, call, scope, position);
  followStartFiles(name, call, scope, position);
  const evaluate = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : launcherFor(name);
  const output =
    evaluate === undefined ? runProgram(call, scope, position) : evaluate(call, scope, position);
  return withPrints(name, call, output, scope, position);
}

/** A program of that name which this command has written into a folder of its PATH. */
function onOwnPath(name: string, scope: Scope): string | undefined {
  if (scope.effects.files.size === 0 || name.includes("/")) return undefined;
  const folders = scope.variables.get("PATH")?.[0]?.split(":") ?? [];
  const paths = folders.map((folder) => `${joinPath(scope.cwd, folder)}/${name}`);
  return paths.find((path) => ownText(path, scope) !== undefined);
}

/** Variables with options that a program takes before those of its command line. */
const OPTIONS_FROM: Readonly<Record<string, string>> = {
  tar: "TAR_OPTIONS",
  less: "LESS",
  man: "MANOPT",
  zip: "ZIPOPT",
  node: "NODE_OPTIONS",
  java: "JAVA_TOOL_OPTIONS",
  perl: "PERL5OPT",
  xz: "XZ_OPT",
};

function withOptions(name: string, call: Invocation, { variables }: Scope): Invocation {
  const variable = variables.size > 0 ? OPTIONS_FROM[name] : undefined;
  const options = variable === undefined ? undefined : variables.get(variable)?.[0];
  if (options === undefined) return call;
  const words = (options.match(/(?:\\.|\S)+/g) ?? []).map((word) =>
    word.replaceAll(/\\(.)/g, "$1"),
  );
  // The first word of tar's may be its letters without a dash.
  return { ...call, args: name === "tar" ? [...call.args, ...words] : [...words, ...call.args] };
}

/** What the program is called where it was linked or copied from: `cp /bin/rm x; ./x file`. */
function nameOf(word: string, scope: Scope): string {
  const name = posix.basename(word);
  if (!word.includes("/") || !isKnown(word)) return name;
  const place = placeOf(word, scope);
  const isKnownName = place === joinPath(scope.cwd, word) && Object.hasOwn(COMMANDS, name);
  if (isKnownName) return name;
  const path = scope.world.isLink(place) ? scope.world.realPath(place) : place;
  const found = posix.basename(path);
  // One program under many names: it does what the name says that it is called by.
  return /^(?:busybox|toybox|coreutils)(?:\.\w+)?$/.test(found) ? name : found;
}

/** A shell that a program is to start, and options that take a makefile's text. */
const CARRIES_CODE = /^(?:\S*\/)?(?:ba|da|z|k)?sh -[a-z]*c$|^-f (?:-|\/dev\/.*)$|^--eval\b/;

/** A program that we do not know may write anything; where its options name an output, that is certain. */
function runProgram(call: Invocation, scope: Scope, position: Position): Output {
  if (!isKnown(call.name) && call.args.length === 0) {
    scope.effects.inline.push(toPart(scope, call.words, position));
    return UNTOLD;
  }
  const own = ownText(call.name, scope);
  if (own !== undefined) {
    if (!isKnown(own)) scope.effects.inline.push(toPart(scope, call.words, position));
    // Its first line may name another interpreter, with one word behind it.
    const [, interpreter = "sh", word = ""] = /^#![ \t]*(\S+)[ \t]*(.*)/.exec(own) ?? [];
    const language = interpreter.endsWith("/env") ? word : interpreter;
    if (!language.trimEnd().endsWith("sh")) {
      const args = [...(word === "" ? [] : [word]), call.name, ...call.args];
      scope.effects.inline.push(toPart(scope, call.words, position));
      return scope.runCommand({ name: interpreter, args, words: call.words }, scope, position);
    }
    const inner = fork(scope);
    inner.variables.set("@", call.args);
    return scope.run(own.replaceAll(UNKNOWN, UNTOLD_VARIABLE), inner, {
      ...position,
      isProven: false,
    });
  }
  if (isMade(call.name, scope)) runGuessed(call.name, call, scope, position);
  noteOutputs(call, scope, position);
  const handler = scope.functions.get("command_not_found_handle");
  if (handler !== undefined) {
    const args = [call.name, ...call.args];
    callAny(handler, { ...call, args }, fork(scope), { ...position, isProven: false });
  }
  noteOwnCli(call.name, call.args, call.words, scope);
  noteOwnPackage(call.args, call.words, scope);
  // What it is told in the command's own words: a script that was just made, `sh -c …`, `make -f -`.
  const isOwn =
    isMade(call.name, scope) ||
    call.args.some((arg) => scope.effects.files.has(joinPath(scope.cwd, arg))) ||
    call.args.some((arg, index) => CARRIES_CODE.test(`${arg} ${call.args[index + 1] ?? ""}`));
  // Whatever the language: names that stand as plain strings where it writes.
  for (const arg of isOwn ? call.args : []) {
    const text = ownText(arg, scope);
    for (const { path, effect } of text === undefined ? [] : findWrittenLiterals(toReadable(text)))
      addWrite(scope, path, effect, call.words, position);
  }
  scope.effects[isOwn ? "inline" : "programs"].push(toPart(scope, call.words, position, call.args));
  return UNTOLD;
}

/** Of a function that branches define differently, each body. */
function callAny(
  bodies: readonly (ShellFunction | undefined)[],
  call: Invocation,
  scope: Scope,
  position: Position,
): Output {
  const run = (body: ShellFunction | undefined, inner: Scope) =>
    body === undefined
      ? evaluateNamed(call, inner, position)
      : callFunction(body, call, inner, position);
  const [only] = bodies;
  if (bodies.length === 1) return run(only, scope);
  return explore(
    scope,
    bodies.map((body) => (inner) => run(body, inner)),
  );
}

/** A function runs where it is called: its `cd` and its assignments stay. */
function callFunction(
  { node: { body }, source }: ShellFunction,
  call: Invocation,
  scope: Scope,
  position: Position,
): Output {
  const { pos, end } = body;
  const command =
    body.type === "CompoundList" ? ({ type: "BraceGroup", pos, end, body } as const) : body;
  const statement = { type: "Statement", pos, end, command, background: undefined } as const;
  const script = {
    type: "Script",
    pos,
    end,
    shebang: undefined,
    commands: [statement],
    source,
  } as const;
  const { locals } = scope;
  scope.locals = new Map();
  const output = withParameters(scope, call.args, () => {
    const printed = scope.run(script, scope, position);
    arrive(scope, "return");
    return printed;
  });
  for (const [name, value] of scope.locals) {
    if (value === undefined) scope.variables.delete(name);
    else scope.variables.set(name, value);
  }
  scope.locals = locals;
  return output;
}

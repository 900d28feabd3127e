import { splitArguments } from "../arguments.ts";
import { evaluateArithmeticText, touchName } from "../arithmetic.ts";
import { withAttribute } from "../assign.ts";
import { arrive, explore } from "../branches.ts";
import { decideWords } from "../conditions.ts";
import { NO_GLOB } from "../expand.ts";
import { STAR, activateGlobs, expandGlob } from "../glob.ts";
import {
  ATTRIBUTES,
  type End,
  FAILED,
  NO_OUTPUT,
  SUCCEEDED,
  UNTOLD,
  addWrite,
  attributeMark,
  fork,
  isMade,
  isTicking,
  ownText,
  toOutput,
  optionMark,
  toPart,
  withParameters,
} from "../scope.ts";
import { UNKNOWN, isKnown, isUntold, joinValues } from "../value.ts";
import { FOLDERS } from "./folders.ts";
import { type CommandTable, type Evaluate, forAll } from "./invocation.ts";
import { UNTOLD_VARIABLE, runScript } from "./own-words.ts";
import { readLine, readLines } from "./reading.ts";
import { told } from "./texts.ts";

/** What cannot be told may be nothing at all: `eval "x$unset=1"`. */
const evaluateText: Evaluate = (call, scope, position) => {
  const script = joinValues(call.args);
  if (isKnown(script) || isUntold(script)) return scope.run(script, scope, position);
  const unproven = { ...position, isProven: false };
  return explore(scope, [
    (inner) => runScript(script, call, inner, unproven),
    (inner) => runScript(script.replaceAll(UNKNOWN, ""), call, inner, unproven),
  ]);
};

/** It runs when the signal comes, and at the end at the latest: now and later its variables may hold different values. */
const onSignal: Evaluate = (call, scope, position) => {
  const [script] = splitArguments(call.args).operands;
  if (script === undefined || script === "-" || call.args.length < 2) return NO_OUTPUT;
  scope.run(script, fork(scope), { ...position, isProven: false });
  scope.traps.push(script);
  return NO_OUTPUT;
};

/** A script file, or the text that `<(…)` or standard input brings. */
const sourceFile: Evaluate = (call, scope, position) => {
  const [file = ""] = call.args;
  const own = ownText(file, scope);
  const isInput = /^\/dev\/(?:stdin|fd\/0)$/.test(file);
  const input = isInput ? position.input : scope.effects.streams.get(file);
  const text = own === undefined ? input : toOutput(own);
  if (text?.isComplete === true) {
    const script = joinValues(text.lines, "\n");
    if (!isKnown(script)) scope.effects.inline.push(toPart(scope, call.words, position));
    const run = () => scope.run(script.replaceAll(UNKNOWN, UNTOLD_VARIABLE), scope, position);
    const output = call.args.length > 1 ? withParameters(scope, call.args.slice(1), run) : run();
    arrive(scope, "return");
    return output;
  }
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
  const { values, operands } = splitArguments(call.args, { short: "ACFGPSWXo" });
  const command = values.get("C") ?? values.get("F");
  const list = values.get("W") ?? "";
  const inner = { ...position, isProven: false };
  if (command !== undefined) scope.run(command, fork(scope), inner);
  if (/[$`]/.test(list)) scope.run(`: "${list.replaceAll('"', '\\"')}"`, fork(scope), inner);
  const pattern = values.get("G");
  const isOfFiles = call.args.some((arg) => /^-[a-z]*[df]/.test(arg)) && operands.length === 1;
  const names = pattern === undefined ? `${operands[0] ?? ""}${STAR}` : activateGlobs(pattern);
  return pattern !== undefined || isOfFiles ? told(...expandGlob(names, scope)) : UNTOLD;
};

/** `set -f`, `set +f`, `set -- a b`, `set a b`. */
const setParameters: Evaluate = (call, scope) => {
  const { args } = call;
  const first = args.findIndex((arg, index) => {
    const isOption = /^[-+][a-zA-Z]/.test(arg) || /^[-+][a-zA-Z]*o$/.test(args[index - 1] ?? "");
    return !isOption;
  });
  const options = first === -1 ? args : args.slice(0, first);
  for (const [index, option] of options.entries()) {
    const isNoGlob = /^[-+][a-zA-Z]*f/.test(option) || (option === "noglob" && index > 0);
    const sign = option === "noglob" ? options[index - 1] : option;
    if (isNoGlob && sign?.startsWith("-") === true) scope.variables.set(NO_GLOB, []);
    else if (isNoGlob) scope.variables.delete(NO_GLOB);
    if (/^[-+][a-zA-Z]*o$/.test(option)) scope.effects.isMeaningOpen = true;
  }
  if (first !== -1) scope.variables.set("@", args.slice(args[first] === "--" ? first + 1 : first));
  return NO_OUTPUT;
};

/** Options of the shell that make words mean something else than their letters say. */
const CHANGES_MEANING = /^(?:expand_aliases|cdable_vars)$/;

/** For `shopt`, `enable` and `hash`, which can change what the words of later commands do. */
const changesMeaning =
  (isMeant: (args: readonly string[]) => boolean): Evaluate =>
  (call, scope, position) => {
    scope.effects.isProofBroken = true;
    scope.effects.isMeaningOpen = true;
    if (isMeant(call.args)) scope.effects.inline.push(toPart(scope, call.words, position));
    return NO_OUTPUT;
  };

const setsOption: Evaluate = (call, scope, position) => {
  const { flags, operands } = splitArguments(call.args);
  for (const name of operands) {
    if (flags.has("s")) scope.variables.set(optionMark(name), []);
    if (flags.has("u")) scope.variables.delete(optionMark(name));
  }
  return changesMeaning((args) => args.some((arg) => CHANGES_MEANING.test(arg)))(
    call,
    scope,
    position,
  );
};

/** `hash -p /bin/rm ls`: the name stands for another program from now on. */
const hashes: Evaluate = (call, scope, position) => {
  const [option, path, name] = call.args;
  if (option === "-p" && path !== undefined && name !== undefined) scope.aliases.set(name, path);
  return changesMeaning((args) => args.includes("-p"))(call, scope, position);
};

const defines: Evaluate = (call, scope) => {
  scope.effects.isProofBroken = true;
  for (const arg of call.args) {
    const at = arg.indexOf("=");
    if (at > 0) scope.aliases.set(arg.slice(0, at), arg.slice(at + 1));
  }
  return NO_OUTPUT;
};

/** `declare -n ref=name` is another name, `-i`, `-l` and `-u` change every value. */
const declares: Evaluate = (call, scope) => {
  const options = call.args.filter((arg) => arg.startsWith("-")).join("");
  const attribute = ATTRIBUTES.find((letter) => options.includes(letter));
  for (const arg of call.args) {
    if (/^[-+]/.test(arg)) continue;
    const [, name = arg, value] = /^(\w+)=([^]*)$/.exec(arg) ?? [];
    touchName(arg, scope);
    if (attribute !== undefined) scope.variables.set(attributeMark(attribute, name), [value ?? ""]);
    // A name that is put together is no assignment for the parser.
    const isNew = value !== undefined && !scope.variables.has(name);
    if (value !== undefined && (isNew || (attribute !== undefined && attribute !== "n")))
      scope.variables.set(name, withAttribute(name, [value], scope));
  }
  return NO_OUTPUT;
};

/** Each call takes the next option; the place is kept beside the variables. */
const takesOption: Evaluate = (call, scope) => {
  const [letters = "", name = "", ...own] = call.args;
  const words = own.length > 0 ? own : scope.variables.get("@");
  const isTold = words !== undefined && [letters, ...words].every(isKnown);
  if (!isTold) {
    for (const each of [name, "OPTARG"]) scope.variables.set(each, [UNKNOWN]);
    return NO_OUTPUT;
  }
  const { given } = splitArguments(words, {
    short: [...letters.matchAll(/(\w):/g)].map(([, letter]) => letter).join(""),
    permutes: false,
  });
  const at = Number(scope.variables.get(OPTIONS_TAKEN)?.[0] ?? 0);
  const next = given[at];
  scope.variables.set(OPTIONS_TAKEN, [String(next === undefined ? 0 : at + 1)]);
  scope.variables.set(name, [next === undefined ? "?" : next.name]);
  scope.variables.set("OPTARG", [next?.value ?? ""]);
  if (next === undefined) scope.variables.set("OPTIND", [UNKNOWN]);
  return next === undefined ? FAILED : SUCCEEDED;
};

/** No variable can have this name. */
const OPTIONS_TAKEN = "getopts taken";

const calculates: Evaluate = (call, scope) => {
  for (const arg of call.args) evaluateArithmeticText(arg, scope);
  return NO_OUTPUT;
};

const tests: Evaluate = (call, scope) => {
  const words = call.name === "[" && call.args.at(-1) === "]" ? call.args.slice(0, -1) : call.args;
  const holds = decideWords(words, scope);
  return holds === undefined ? NO_OUTPUT : { ...NO_OUTPUT, hasFailed: !holds };
};

/** Nothing behind it runs, in the part of the script that it ends. */
function leaves(end: End): Evaluate {
  return (call, scope) => {
    if (!scope.effects.isMeaningOpen) scope.end = end;
    scope.effects.isProofBroken = true;
    const [status] = call.args;
    if (status === undefined || !/^\d{1,3}$/.test(status) || /^[bc]/.test(end)) return NO_OUTPUT;
    return { ...NO_OUTPUT, hasFailed: Number(status) % 256 !== 0 };
  };
}

const shift: Evaluate = (call, scope) => {
  const count = Number(call.args[0] ?? 1);
  scope.variables.set("@", (scope.variables.get("@") ?? []).slice(count));
  return NO_OUTPUT;
};

const unset: Evaluate = (call, scope) => {
  for (const name of call.args) {
    // The subscript of something that is not set is left alone.
    if (scope.variables.has(name.replace(/\[[^]*$/, ""))) touchName(name, scope);
    // From then on it stays away.
    if (isTicking(name, scope)) scope.variables.set(name, [""]);
    else scope.variables.delete(name);
    scope.functions.delete(name);
  }
  return NO_OUTPUT;
};

export const BUILTINS: CommandTable = {
  ...FOLDERS,
  read: readLine,
  mapfile: readLines,
  readarray: readLines,
  eval: evaluateText,
  trap: onSignal,
  source: sourceFile,
  ".": sourceFile,
  set: setParameters,
  false: () => FAILED,
  ...forAll("true :", () => SUCCEEDED),
  ...forAll("test [", tests),
  shift,
  let: calculates,
  ...forAll("declare typeset local export readonly", declares),
  unset,
  shopt: setsOption,
  // `-f` loads code into the shell, `-n` makes a name mean the program of that name.
  enable: changesMeaning((args) => args.some((arg) => /^-[a-z]*[fn]/.test(arg))),
  hash: hashes,
  alias: defines,
  exit: leaves("exit"),
  return: leaves("return"),
  break: leaves("break"),
  continue: leaves("continue"),
  ...forAll("unalias kill", (_, scope) => {
    scope.effects.isProofBroken = true;
    return NO_OUTPUT;
  }),
  ...forAll("wait disown umask ulimit bind complete", () => NO_OUTPUT),
  getopts: takesOption,
  jobs: listsJobs,
  ...forAll("history fc", recalls),
  compgen: completes,
};

import { posix } from "node:path";
import { type Output, type Run, SILENT, type Step, addPart, isOwnFile, say } from "./scope.ts";
import { UNKNOWN, VARYING, anyOf, isKnown, joinPath, splitArguments } from "./values.ts";

export function forAll<Item>(names: string, item: Item): Record<string, Item> {
  return Object.fromEntries(names.split(" ").map((name) => [name, item]));
}

/** A folder that is not there may be made by the command before: the shell is taken to go there. */
const goTo: Run = ({ call, scope }) => {
  const [target = scope.world.home ?? UNKNOWN] = splitArguments(call.args).operands;
  const [before = UNKNOWN] = scope.variables.get("OLDPWD") ?? [];
  const path = target === "-" ? before : joinPath(scope.cwd, target);
  scope.variables.set("OLDPWD", [scope.cwd]);
  scope.cwd = path;
  return SILENT;
};

const echo: Run = ({ call: { args } }) => {
  const at = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const flags = (at === -1 ? args : args.slice(0, at)).join("");
  const text = (at === -1 ? [] : args.slice(at)).join(" ");
  if (flags.includes("e") && text.includes("\\")) return say(UNKNOWN);
  return say(text + (flags.includes("n") ? "" : "\n"));
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"' };

const printf: Run = ({ call: { args } }) => {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  const isPlain = !/^-v|%(?![sdi%])|\\(?![nt\\"])/.test(format);
  if (!isPlain || format.length * (1 + values.length) > 10_000) return say(UNKNOWN);
  let [text, next] = ["", 0];
  do {
    text += format.replaceAll(/%(.)|\\(.)/g, (_, mark?: string, escape = "") =>
      mark === undefined ? (ESCAPES[escape] ?? "") : mark === "%" ? mark : (values[next++] ?? ""),
    );
  } while (/%[sdi]/.test(format) && next < values.length);
  return say(text);
};

/** In a loop the variable stands for any of the lines that come in. */
const read: Run = ({ call, scope: { variables }, place: { input } }) => {
  const { operands } = splitArguments(call.args, "d n N p t u a i");
  const lines = input?.text.split("\n").filter((line) => line !== "") ?? [];
  for (const name of operands)
    variables.set(name, [operands.length === 1 ? anyOf(lines) : UNKNOWN]);
  return SILENT;
};

/** A script in a word, or one that comes in. */
export function runText(text: string, step: Step): Output {
  if (!isKnown(text)) addPart("own", step);
  return step.scope.run(text.replaceAll(UNKNOWN, "${__unknown}"), step.scope, step.place);
}

/** From here on something else may print, or words may mean something else. */
const unsettle: Run = (step) => {
  step.scope.found.isOrderOpen = true;
  if (/^(?:alias|trap|shift)$/.test(step.call.name)) addPart("own", step);
  return SILENT;
};

/** After `exit 1` nothing counts as shown anyway; after another exit the rest of the command may not have run. */
const leave: Run = (step) => (/^[1-9]/.test(step.call.args[0] ?? "") ? SILENT : unsettle(step));

/** `. file`: a script that the command wrote itself, or a program. */
const source: Run = (step) => {
  const [file = ""] = step.call.args;
  const { scope } = step;
  const text = scope.found.texts.get(joinPath(scope.cwd, file));
  if (text !== undefined) return runText(text, step);
  addPart(file.startsWith("/dev/") || isOwnFile(file, scope) ? "own" : "programs", step);
  return unsettle(step);
};

const set: Run = (step) => {
  const { args } = step.call;
  const at = args.indexOf("--");
  if (at !== -1) step.scope.parameters = args.slice(at + 1);
  return /^(?:-[eu]+|-[eu]*o pipefail)$/.test(args.join(" ")) ? SILENT : unsettle(step);
};

export const BUILTINS: Readonly<Record<string, Run>> = {
  ...forAll("cd pushd", goTo),
  popd: (step) => goTo({ ...step, call: { ...step.call, args: ["-"] } }),
  ...forAll("exit return break continue", leave),
  ...forAll("alias unalias shopt enable hash trap shift", unsettle),
  ...forAll("read mapfile readarray", read),
  ...forAll("true false : test [ export local declare typeset readonly unset wait", () => SILENT),
  ...forAll("source .", source),
  eval: (step) => runText(step.call.args.join(" "), step),
  pwd: ({ scope }) => say(`${scope.cwd}\n`),
  mktemp: () => say(`/tmp/tmp.${VARYING}\n`),
  dirname: ({ call: { args } }) => say(`${posix.dirname(args.at(-1) ?? "")}\n`),
  basename: ({ call: { args } }) => say(`${posix.basename(args[0] ?? "", args[1])}\n`),
  echo,
  printf,
  set,
};

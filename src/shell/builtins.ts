import { posix } from "node:path";
import { type Run, SILENT, type Step, UNTOLD, addPart, isOwnFile } from "./scope.ts";
import { UNKNOWN, VARYING, anyOf, isKnown, joinPath, splitArguments } from "./values.ts";

export function forAll<Item>(names: string, item: Item): Record<string, Item> {
  return Object.fromEntries(names.split(" ").map((name) => [name, item]));
}

/** A folder that does not exist may have been made earlier in the command: the shell is assumed to enter it. */
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
  if (flags.includes("e") && text.includes("\\")) return UNTOLD;
  return text + (flags.includes("n") ? "" : "\n");
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"' };

const printf: Run = ({ call: { args } }) => {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  const isPlain = !/^-v|%(?![sdi%])|\\(?![nt\\"])/.test(format);
  if (!isPlain || format.length * (1 + values.length) > 10_000) return UNTOLD;
  let [text, next] = ["", 0];
  do {
    text += format.replaceAll(/%(.)|\\(.)/g, (_, mark?: string, escape = "") =>
      mark === undefined ? (ESCAPES[escape] ?? "") : mark === "%" ? mark : (values[next++] ?? ""),
    );
  } while (/%[sdi]/.test(format) && next < values.length);
  return text;
};

/** In a loop the variable stands for any of the input lines. */
const read: Run = ({ call, scope: { variables }, input }) => {
  const { operands } = splitArguments(call.args, "d n N p t u a i");
  const lines = input?.split("\n").filter((line) => line !== "") ?? [];
  for (const name of operands)
    variables.set(name, [operands.length === 1 ? anyOf(lines) : UNKNOWN]);
  return SILENT;
};

/** Runs a script that is in a word or comes from the input. */
export function runText(text: string, step: Step): string {
  if (!isKnown(text)) addPart("own", step);
  return step.scope.run(text.replaceAll(UNKNOWN, "${__unknown}"), step.scope, step.input);
}

/** After this command, words may mean something else: it counts as the agent's own words. */
const unsettle: Run = (step) => {
  addPart("own", step);
  return SILENT;
};

/** `. file`: a script that the command itself wrote, or a program. */
const source: Run = (step) => {
  const [file = ""] = step.call.args;
  const { scope } = step;
  const text = scope.found.texts.get(joinPath(scope.cwd, file));
  if (text !== undefined) return runText(text, step);
  addPart(file.startsWith("/dev/") || isOwnFile(file, scope) ? "own" : "programs", step);
  return SILENT;
};

const set: Run = ({ call: { args }, scope }) => {
  const at = args.indexOf("--");
  if (at !== -1) scope.parameters = args.slice(at + 1);
  return SILENT;
};

export const BUILTINS: Readonly<Record<string, Run>> = {
  ...forAll("cd pushd", goTo),
  popd: (step) => goTo({ ...step, call: { ...step.call, args: ["-"] } }),
  ...forAll("alias trap shift", unsettle),
  ...forAll("read mapfile readarray", read),
  ...forAll("true false : test [ export local declare typeset readonly unset wait", () => SILENT),
  ...forAll("exit return break continue unalias shopt enable hash", () => SILENT),
  ...forAll("source .", source),
  eval: (step) => runText(step.call.args.join(" "), step),
  pwd: ({ scope }) => `${scope.cwd}\n`,
  mktemp: () => `/tmp/tmp.${VARYING}\n`,
  dirname: ({ call: { args } }) => `${posix.dirname(args.at(-1) ?? "")}\n`,
  basename: ({ call: { args } }) => `${posix.basename(args[0] ?? "", args[1])}\n`,
  echo,
  printf,
  set,
};

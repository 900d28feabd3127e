import { posix } from "node:path";
import { forAll } from "./builtins.ts";
import { readCode } from "./inline-code.ts";
import { type Run, type Step, UNTOLD, addPart, addWrite, fork, grow, isOwnFile } from "./scope.ts";
import { hasOption, joinPath, splitArguments, valuesOf } from "./values.ts";
import { asPlace } from "./writers.ts";

/** Interpreters with `//` comments; the others have `#` comments. */
const HAS_SLASHES = /^(?:node|bun|deno|tsx|ts-node|php)$/;

function noteCode(code: string, step: Step): void {
  const { call, scope } = step;
  addPart("own", step, [...call.args, code]);
  grow(scope, Math.min(code.length, 20_000) / 10);
  const bank = posix.basename(scope.world.bank);
  const { writes, commands } = readCode(code, HAS_SLASHES.test(call.name), bank);
  for (const [file, effect] of writes) addWrite(step, asPlace(file, scope), effect);
  const inner = { scope: fork(scope), input: undefined };
  for (const [name = "", ...args] of commands) scope.call({ ...inner, call: { name, args } });
}

/** `python -c`, `node -e`, a here-doc, a script that the command wrote; else a script of the project's. */
const interpret =
  (options: string, withValue: string): Run =>
  (step) => {
    const { call, scope, input } = step;
    // `-pe`, `-lne`: the letters before `c` or `e` take no value.
    const given = call.args.map((arg) => arg.replace(/^-[a-zA-Z0]+(?=[ceE]$)/, "-"));
    const args = splitArguments(given, `${options} ${withValue}`, true);
    if (hasOption(args, "version", "V", "check")) return UNTOLD;
    if (hasOption(args, "m")) {
      // `python -m poetry add x`.
      const [name = "", ...others] = call.args.slice(call.args.indexOf("-m") + 1);
      return scope.call({ ...step, call: { name, args: others } });
    }
    const [file = "-"] = args.operands;
    const codes = valuesOf(args, ...options.split(" "));
    const text = file === "-" ? input : scope.found.texts.get(joinPath(scope.cwd, file));
    if (codes.length === 0 && text !== undefined) codes.push(text);
    for (const code of codes) noteCode(code, step);
    // `perl -i -pe …` edits the files after its code.
    if (/^(?:perl|ruby)$/.test(call.name) && call.args.some((arg) => /^-[pnlw0-9a]*i/.test(arg)))
      for (const each of args.operands) addWrite(step, each, "change");
    const isOwn = file === "-" || isOwnFile(file, scope);
    if (codes.length === 0) addPart(isOwn ? "own" : "programs", step);
    return UNTOLD;
  };

export const INTERPRETERS: Readonly<Record<string, Run>> = {
  ...forAll("python python3 python2 pypy3", interpret("c", "m W X")),
  ...forAll("node bun deno tsx ts-node", interpret("e p eval print", "r require import")),
  ...forAll("perl ruby", interpret("e E", "I M F")),
  ...forAll("php lua Rscript osascript", interpret("r e", "d")),
};

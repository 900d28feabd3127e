import { posix } from "node:path";
import type { WriteEffect } from "../types.ts";
import { forAll } from "./builtins.ts";
import { type Run, type Step, UNTOLD, addPart, addWrite, fork, grow, isOwnFile } from "./scope.ts";
import { UNKNOWN, hasOption, joinPath, splitArguments, valuesOf } from "./values.ts";
import { asPlace } from "./writers.ts";

/** Strings, and comments of languages that begin them with `//` or with `#`. What looks like code in them is none. */
const TEXTS = String.raw`[rbu]{0,2}("""|''')([^]*?)\1|(f?)[rbu]{0,2}(["'\x60])((?:(?!\4)[^\\\n]|\\[^])*)\4`;
const WITH_SLASHES = new RegExp(String.raw`${TEXTS}|\/\/[^\n]*|\/\*[^]*?\*\/`, "g");
const WITH_HASHES = new RegExp(String.raw`${TEXTS}|#[^\n]*`, "g");
const HAS_SLASHES = /^(?:node|bun|deno|tsx|ts-node|php)$/;

/** A string stands in the masked code as its number between two of these. */
const MARK = "\u0001";
const STRING = String.raw`\u0001(\d+)\u0001`;
/** The argument that names a file: a string, also as `Path("x")`. */
const FILE = String.raw`(?:[\w.]{0,30}(?:Path|join|resolve|abspath|URL)\s*\(\s*)*${STRING}`;

/** Calls that are known by their name alone. */
const calls = (names: string) => String.raw`(?<![\w$])(?:${names})\s*\(?\s*`;
/** Calls whose name other things have, too: `list.remove("x")` is none. */
const callsOf = (names: string) =>
  String.raw`(?<![\w$.])(?:(?:os|shutil|fs|fsp|promises|File|FileUtils|IO|Bun|Deno|subprocess|child_process)\.)*${calls(names)}`;

const CHANGING = "(?:write|append|output)(?:Text)?File(?:Sync)?|createWriteStream|makedirs";
const CHANGING_TOO = "(?:truncate|mkdir|chmod)(?:Sync)?|file_put_contents|write|utime|touch";
const REMOVING = "(?:rm|unlink|rmdir|rename)Sync|rmtree|removedirs|remove_tree";
const REMOVING_TOO = "rm|rm_rf?|unlink|rmdir|remove|delete|renames?|replace|move";
const COPYING = "(?:copyFile|cp|rename|symlink|link)Sync";
const COPYING_TOO = "copyFile|cp|copy2?|copyfile|copytree|rename|symlink|link|move|replace";
const RUNNING = "(?:exec|execFile|spawn)Sync|Popen|check_call|check_output|shell_exec|getoutput";
const RUNNING_TOO = "system|exec|execFile|spawn|popen|run|call";
const METHODS = "write_text|write_bytes|unlink|touch|rmdir|mkdir|rename|symlink_to";

/** Code that writes the file which its group names. */
const WRITES: readonly (readonly [pattern: RegExp, effect: WriteEffect])[] = [
  [new RegExp(calls(CHANGING) + FILE, "g"), "change"],
  [new RegExp(callsOf(CHANGING_TOO) + FILE, "g"), "change"],
  [new RegExp(calls(REMOVING) + FILE, "g"), "delete"],
  [new RegExp(callsOf(REMOVING_TOO) + FILE, "g"), "delete"],
  [new RegExp(String.raw`${calls(COPYING)}[^,()]{1,200},\s*${FILE}`, "g"), "change"],
  [new RegExp(String.raw`${callsOf(COPYING_TOO)}[^,()]{1,200},\s*${FILE}`, "g"), "change"],
  [new RegExp(String.raw`${FILE}\s*\)*\s*\.\s*(?:${METHODS})\b`, "g"), "change"],
];
/** `open("x", "w")`, `Path("x").open("w")`: the file, then the mode. */
const OPENED = new RegExp(
  String.raw`(?:${calls("open|fopen|openSync|ZipFile")}${FILE}\s*\)*\s*,|${FILE}\s*\)*\s*\.\s*open\s*\()\s*(?:mode\s*=\s*)?${STRING}`,
  "g",
);
/** A command for a shell, or its words in a list. */
const RUN = new RegExp(
  String.raw`(?:${calls(RUNNING)}|${callsOf(RUNNING_TOO)})((?:[\s,[]*${STRING})+)`,
  "g",
);
/** A name that is set, and the string that it is set to. */
const NAMED = new RegExp(
  String.raw`(?<![\w.$])\$?(\w+)\s*=(?!=)\s*((?:[\w.]{0,30}Path\s*\(\s*)?${STRING}\s*\)?(?=\s*(?:[;\n]|$)))?`,
  "g",
);
/** A name in a loop, and what it goes through. */
const LOOPED = /\bfor\s*\(?\s*(?:const |let |var )?(\w+)\s+(?:in|of)\s+([^\n:{]{1,500})/g;
/** `Path("a") / "b"`, `join("a", "b")` and `"a" + "b"` are one name. */
const JOINED = new RegExp(
  String.raw`(Path\s*\(\s*|join\s*\(\s*|)${STRING}(\s*\)\s*\/|\s*,|\s*\+)\s*${STRING}`,
  "g",
);

const LONGEST_CODE = 20_000;
/** A longer line is data, and quotes in it would be tried again and again. */
const LONGEST_LINE = /[^\n]{2000}/;

/** Notes files that code writes under a plain name; a name that is computed is left to the comparison. */
function noteCode(given: string, step: Step): void {
  const { call, scope, place } = step;
  addPart("own", step, [...call.args, given]);
  // Where it goes elsewhere first, its names count from there.
  const isElsewhere = /\bchdir\b|\bcwd\s*[:=]/.test(given);
  if (isElsewhere || given.length > LONGEST_CODE || LONGEST_LINE.test(given)) return;
  grow(scope, given.length / 10);
  const strings: string[] = [];
  const keep = (text: string) => `${MARK}${strings.push(text) - 1}${MARK}`;
  const textOf = (number = "") => strings[Number(number)] ?? "";
  const texts = HAS_SLASHES.test(call.name) ? WITH_SLASHES : WITH_HASHES;
  // Long runs of blank characters would be tried again and again.
  let code = given
    .replaceAll(/\n\s+/g, "\n")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(texts, (_, triple?: string, long = "", filled = "", quote?: string, text = "") => {
      if (triple !== undefined) return keep(long);
      if (quote === undefined) return "";
      const isFilledIn = quote === "`" || filled !== "";
      return keep(isFilledIn ? text.replaceAll(/\$?\{[^}]*\}/g, UNKNOWN) : text);
    });
  const joinTwo = (all: string, begin: string, first: string, sign: string, second: string) => {
    const isPath = sign.endsWith("/") ? begin.startsWith("Path") : begin.startsWith("join");
    if (sign.endsWith("+")) return begin + keep(textOf(first) + textOf(second));
    const close = sign.endsWith("/") ? ")" : "";
    return isPath ? `${begin}${keep(`${textOf(first)}/${textOf(second)}`)}${close}` : all;
  };
  const isBank = (number: string) => textOf(number).includes(posix.basename(scope.world.bank));
  for (let round = 0; round < 4; round++)
    code = withNames(code.replaceAll(JOINED, joinTwo), isBank);
  for (const [pattern, effect] of WRITES)
    for (const [, file] of code.matchAll(pattern))
      addWrite(step, asPlace(textOf(file), scope), effect);
  for (const [, first, second, mode] of code.matchAll(OPENED))
    if (/^[rbt]*[wax+]/.test(textOf(mode))) addWrite(step, textOf(first ?? second), "change");
  const inner = {
    ...step,
    scope: fork(scope),
    place: { ...place, isProven: false, input: undefined },
  };
  for (const [, list = ""] of code.matchAll(RUN)) {
    const words = [...list.matchAll(new RegExp(STRING, "g"))].map(([, number]) => textOf(number));
    const [name = "", ...args] = words;
    if (list.includes("[")) scope.call({ ...inner, call: { name, args } });
    else scope.run(name, inner.scope, inner.place);
  }
}

/** Puts strings in the place of names that are set once, to that string or to each of a list in which it is. */
function withNames(code: string, isBank: (number: string) => boolean): string {
  const values = new Map<string, string | undefined>();
  for (const [, name = "", value] of code.matchAll(NAMED))
    values.set(name, values.has(name) ? undefined : value?.trimEnd());
  for (const [, name = "", list = ""] of code.matchAll(LOOPED)) {
    const found = [...list.matchAll(new RegExp(STRING, "g"))].find(([, one = ""]) => isBank(one));
    values.set(name, values.has(name) ? undefined : found?.[0]);
  }
  const isUse = /(?<![\w.$])\$?([A-Za-z_]\w*)(?!\s*=(?!=))/g;
  return code.replaceAll(isUse, (word, name: string) => values.get(name) ?? word);
}

/** `python -c`, `node -e`, a here-doc, a script that the command wrote; else a script of the project's. */
const interpret =
  (options: string, withValue: string): Run =>
  (step) => {
    const { call, scope, place } = step;
    // `-pe`, `-lne`: the letters before the code's take no value.
    const given = call.args.map((arg) => arg.replace(/^-[a-zA-Z0]+(?=[ceE]$)/, "-"));
    const args = splitArguments(given, `${options} ${withValue}`, true);
    if (hasOption(args, "version", "V", "check")) return UNTOLD;
    if (hasOption(args, "m")) {
      addPart("programs", step);
      return UNTOLD;
    }
    const [file = "-", ...others] = args.operands;
    const codes = valuesOf(args, ...options.split(" "));
    const text =
      file === "-" ? place.input?.text : scope.found.texts.get(joinPath(scope.cwd, file));
    if (codes.length === 0 && file === "eval") codes.push(others[0] ?? "");
    if (codes.length === 0 && text !== undefined) codes.push(text);
    for (const code of codes) noteCode(code, step);
    // `perl -i -pe …` edits the files behind its code.
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

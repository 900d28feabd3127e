import type { WriteEffect } from "../types.ts";
import { UNKNOWN } from "./values.ts";

/** What code plainly does. */
export interface CodeEffects {
  readonly writes: readonly (readonly [file: string, effect: WriteEffect])[];
  /** Commands that it runs, with their arguments. */
  readonly commands: readonly (readonly string[])[];
}

/** Strings, and comments that begin with `//` or with `#`. Text in them is not code. */
const TEXTS = String.raw`[rbu]{0,2}("""|''')([^]*?)\1|(f?)[rbu]{0,2}(["'\x60])((?:(?!\4)[^\\\n]|\\[^])*)\4`;
const WITH_SLASHES = new RegExp(String.raw`${TEXTS}|\/\/[^\n]*|\/\*[^]*?\*\/`, "g");
const WITH_HASHES = new RegExp(String.raw`${TEXTS}|#[^\n]*`, "g");

/** In the masked code a string is replaced with its number between two of these. */
const MARK = "\u0001";
const STRING = String.raw`\u0001(\d+)\u0001`;
const EACH_STRING = new RegExp(STRING, "g");
const PATH_CALL = String.raw`[\w.]{0,30}(?:Path|join|resolve|abspath|URL)\s*\(\s*`;
/** An argument that names a file: a string, also as `Path("x")`. */
const FILE = `(?:${PATH_CALL})*${STRING}`;

/** Calls that are identified by their name alone. */
const calls = (names: string) => String.raw`(?<![\w$])(?:${names})\s*\(?\s*`;
/** Calls whose name is also used for other things: `list.remove("x")` must not count. */
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

/** Code that writes the file in the pattern's group. */
const WRITES: readonly (readonly [pattern: RegExp, effect: WriteEffect])[] = [
  [new RegExp(calls(CHANGING) + FILE, "g"), "change"],
  [new RegExp(callsOf(CHANGING_TOO) + FILE, "g"), "change"],
  [new RegExp(calls(REMOVING) + FILE, "g"), "delete"],
  [new RegExp(callsOf(REMOVING_TOO) + FILE, "g"), "delete"],
  [new RegExp(String.raw`${calls(COPYING)}[^,()]{1,200},\s*${FILE}`, "g"), "change"],
  [new RegExp(String.raw`${callsOf(COPYING_TOO)}[^,()]{1,200},\s*${FILE}`, "g"), "change"],
  [new RegExp(String.raw`${FILE}\s*\)*\s*\.\s*(?:${METHODS})\b`, "g"), "change"],
  [new RegExp(String.raw`fileinput\.\w+\s*\(\s*${FILE}[^)]*inplace`, "g"), "change"],
];
/** `open("x", "w")`, `Path("x").open("w")`: the file, then the mode. */
const OPENED = new RegExp(
  String.raw`(?:${calls("open|fopen|openSync|ZipFile")}${FILE}\s*\)*\s*,|${FILE}\s*\)*\s*\.\s*open\s*\()\s*(?:mode\s*=\s*)?${STRING}`,
  "g",
);
/** Perl's `open(F, ">", "x")`: the mode, then the file. */
const PERL_OPENED = new RegExp(
  String.raw`${calls("open")}[^,()]{1,40},\s*${STRING}\s*,\s*${STRING}`,
  "g",
);
/** A command for a shell, or a command as a list of words. */
const RUN = new RegExp(
  String.raw`(?:${calls(RUNNING)}|${callsOf(RUNNING_TOO)})((?:[\s,[]*${STRING})+)`,
  "g",
);
/** A name that is set to a string, or to a list or table of strings. */
const NAMED = new RegExp(
  String.raw`(?<![\w.$])\$?(\w+)\s*=(?!=)\s*((?:${PATH_CALL})?${STRING}\s*\)?(?=\s*(?:[;\n]|$))|[[({][^[\](){}]{1,1000})?`,
  "g",
);
/** A loop variable, and what it goes through. */
const LOOPED =
  /\bfor\s*\(?\s*(?:const |let |var )?[[(]?(\w+)(?:\s*,\s*\w+\]?)?\s+(?:in|of)\s+([^\n:{]{1,500})/g;
const REQUIRED = new RegExp(String.raw`\brequire\s*\(\s*${STRING}\s*\)`, "g");

const LONGEST_CODE = 20_000;
/** A longer line is data; the patterns would backtrack on its quotes. */
const LONGEST_LINE = /[^\n]{2000}/;

/**
 * Finds files that code writes under a plain name, and commands that it runs. A computed name is left to the
 * comparison. `bank` is the name of the bank's folder: of several strings, the one that contains it counts.
 */
export function readCode(given: string, hasSlashes: boolean, bank: string): CodeEffects {
  // If the code changes its folder, its names are relative to an unknown place.
  const isElsewhere = /\bchdir\b|\bcwd\s*[:=]/.test(given);
  if (isElsewhere || given.length > LONGEST_CODE || LONGEST_LINE.test(given))
    return { writes: [], commands: [] };
  const strings: string[] = [];
  const keep = (text: string) => `${MARK}${strings.push(text) - 1}${MARK}`;
  const textOf = (number = "") => strings[Number(number)] ?? "";
  // The patterns would backtrack on long runs of blanks.
  const masked = given
    .replaceAll(/\n\s+/g, "\n")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(
      hasSlashes ? WITH_SLASHES : WITH_HASHES,
      (_, triple?: string, long = "", filled = "", quote?: string, text = "") => {
        if (triple !== undefined) return keep(long);
        if (quote === undefined) return "";
        const isFilledIn = quote === "`" || filled !== "";
        return keep(isFilledIn ? text.replaceAll(/\$?\{[^}]*\}/g, UNKNOWN) : text);
      },
    )
    .replaceAll(REQUIRED, (_, module: string) => textOf(module).replace(/^node:|\/.*/g, ""));
  const isBank = (number: string) => textOf(number).includes(bank);
  // Twice, because a loop may go through a name, too.
  const code = withNames(withNames(masked, isBank), isBank);
  const writes: (readonly [string, WriteEffect])[] = [];
  for (const [pattern, effect] of WRITES)
    for (const [, file] of code.matchAll(pattern)) writes.push([textOf(file), effect]);
  for (const [, first, second, mode] of code.matchAll(OPENED))
    if (/^[rbt]*[wax+]/.test(textOf(mode))) writes.push([textOf(first ?? second), "change"]);
  for (const [, mode, file] of code.matchAll(PERL_OPENED))
    if (/[+>]/.test(textOf(mode))) writes.push([textOf(file), "change"]);
  const commands = [...code.matchAll(RUN)].map(([, list = ""]) => {
    const words = [...list.matchAll(EACH_STRING)].map(([, number]) => textOf(number));
    return list.includes("[") ? words : ["sh", "-c", ...words];
  });
  return { writes, commands };
}

/** Replaces names that are set once with their string. For a list, the string with the bank's name is taken. */
function withNames(code: string, isBank: (number: string) => boolean): string {
  const values = new Map<string, string | undefined>();
  const bankIn = (list: string) => {
    const strings = [...list.matchAll(EACH_STRING)];
    // For a table, only its first key is taken.
    return (list.startsWith("{") ? strings.slice(0, 1) : strings).find(([, one = ""]) =>
      isBank(one),
    )?.[0];
  };
  const valueIn = (value = "") =>
    /^[[({]/.test(value) ? bankIn(value) : value.trimEnd() || undefined;
  for (const [, name = "", value] of code.matchAll(NAMED))
    values.set(name, values.has(name) ? undefined : valueIn(value));
  for (const [, name = "", list = ""] of code.matchAll(LOOPED))
    values.set(name, values.has(name) ? undefined : bankIn(list));
  const isUse = /(?<![\w.$])\$?([A-Za-z_]\w*)(?!\s*=(?!=))/g;
  return code.replaceAll(isUse, (word, name: string) => values.get(name) ?? word);
}

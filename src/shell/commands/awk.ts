import { hasFlag, splitArguments } from "../arguments.ts";
import {
  type Position,
  type Scope,
  UNTOLD,
  fork,
  isMade,
  keepFile,
  toOutput,
  toPart,
} from "../scope.ts";
import type { Output } from "../output.ts";
import { UNKNOWN, mostTelling } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { broughtText } from "./own-words.ts";
import { fieldOf, printedFields } from "./rewritten.ts";
import { rewrite, textGiven } from "./texts.ts";
import { writeAll } from "./writers.ts";

const SPEC = {
  short: "fvFieEW",
  long: ["file", "assign", "field-separator", "include", "source", "exec", "load"],
  permutes: false,
};
/** A longer program is not read: what it does is seen afterwards. */
const LONGEST_PROGRAM = 2000;
const STRING = String.raw`"((?:[^"\\\n]|\\.)*)"`;

/** An awk program prints into files and runs commands, and `-i inplace` edits files. */
const awk: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, SPEC);
  const valuesOf = (...names: readonly string[]) =>
    args.given.flatMap(({ name, value }) =>
      names.includes(name) && value !== undefined ? [value] : [],
    );
  const files = valuesOf("f", "file", "E", "exec");
  const sources = valuesOf("e", "source");
  const hasProgram = files.length + sources.length > 0;
  const operands = hasProgram ? args.operands : args.operands.slice(1);
  if (valuesOf("i", "include").includes("inplace")) {
    writeAll(operands, "change", call, scope, position);
  }
  const texts = files.map((file) => broughtText(file, scope, position));
  if (texts.includes(undefined) && !files.some((file) => isOwn(file, scope))) {
    scope.effects.programs.push(toPart(scope, call.words, position, call.args));
  }
  const written = hasProgram ? [...texts, ...sources] : args.operands.slice(0, 1);
  const text = written.join("\n");
  const words = [...valuesOf("v", "assign"), ...operands];
  const program = text.length > LONGEST_PROGRAM ? text : fold(text, words, scope);
  const mark = valuesOf("F", "field-separator").at(-1) ?? "";
  const read = operands.filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const given = () => textGiven(read, scope, position);
  if (text.length <= LONGEST_PROGRAM) follow(program, { mark, given }, call, scope, position);
  // A program that neither prints into files nor runs commands only filters.
  const acts = />|system|\||getline|close|@(?:load|include)/.test(program);
  if (acts || hasFlag(args, "l", "load") || files.some((file) => isOwn(file, scope)))
    scope.effects.inline.push(toPart(scope, call.words, position, call.args));
  if (acts || text.length > LONGEST_PROGRAM) return UNTOLD;
  const [onlyText] = /^BEGIN *\{ *print *"([^"\\]*)" *;? *\}$/.exec(program.trim())?.slice(1) ?? [];
  if (onlyText !== undefined) return toOutput(`${onlyText}\n`);
  return rewrite(given(), (lines) => printedFields(program, mark, lines, scope.spend));
};

function isOwn(file: string, scope: Scope): boolean {
  return file === "-" || file.startsWith("/dev/") || isMade(file, scope);
}

/** Puts the strings in the place of what stands for them: variables, `ENVIRON`, `ARGV`, `FILENAME`, joined pieces. */
function fold(written: string, words: readonly string[], scope: Scope): string {
  const program = joined(written);
  const variables = new Map<string, string>();
  for (const word of words) {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
    if (name !== undefined && value !== undefined) variables.set(name, value);
  }
  for (const [, name = "", value = ""] of program.matchAll(
    new RegExp(String.raw`([A-Za-z_]\w*)\s*=\s*${STRING}(?=\s*(?:[;,)}\n]|$))`, "g"),
  )) {
    variables.set(name, value);
  }
  const files = words.filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const quoted = (text: string | undefined, whole: string) =>
    text === undefined ? whole : `"${text}"`;
  const named = program
    .replaceAll(/\bENVIRON\[\s*"(\w+)"\s*\]/g, (whole, name: string) =>
      quoted(scope.variables.get(name)?.[0] ?? scope.world.variable(name), whole),
    )
    .replaceAll(/\bARGV\[(\d+)\]/g, (whole, index: string) =>
      quoted(words[Number(index) - 1], whole),
    )
    .replaceAll(/\bFILENAME\b/g, (whole) =>
      quoted(files.length === 1 ? files[0] : undefined, whole),
    )
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|\b[A-Za-z_]\w*\b(?!\s*(?:\(|=(?!=)))/g, (whole) =>
      whole.startsWith('"') ? whole : quoted(variables.get(whole), whole),
    );
  return joined(named);
}

/** Strings side by side are one, and some functions make one of others. */
function joined(program: string): string {
  return program
    .replaceAll(
      new RegExp(String.raw`\b(tolower|toupper)\(\s*${STRING}\s*\)`, "g"),
      (_, name, text: string) =>
        `"${name === "tolower" ? text.toLowerCase() : text.toUpperCase()}"`,
    )
    .replaceAll(
      new RegExp(String.raw`\bsubstr\(\s*${STRING}\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)`, "g"),
      (_, text: string, from: string, length?: string) =>
        `"${text.slice(Number(from) - 1, length === undefined ? undefined : Number(from) - 1 + Number(length))}"`,
    )
    .replaceAll(
      new RegExp(String.raw`\bsprintf\(\s*${STRING}((?:\s*,\s*(?:"[^"\\\n]*"|\d+))+)\s*\)`, "g"),
      (whole, form: string, list: string) => {
        const values = (list.match(/"[^"]*"|\d+/g) ?? []).map((each) => each.replaceAll('"', ""));
        if (/%[^sdc]/.test(form)) return whole;
        return `"${form.replaceAll(/%([sdc])/g, (_, kind) => {
          const value = values.shift() ?? "";
          return kind === "c" && /^\d+$/.test(value) ? String.fromCodePoint(Number(value)) : value;
        })}"`;
      },
    )
    .replaceAll(
      /"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")+/g,
      (pieces) => `"${pieces.slice(1, -1).replaceAll(/"\s*"/g, "")}"`,
    );
}

const MOST_LINES = 16;

interface Given {
  readonly mark: string;
  readonly given: () => Output;
}

function follow(
  program: string,
  { mark, given }: Given,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  const matches = (pattern: string) => [...program.matchAll(new RegExp(pattern, "g"))];
  for (const [, path = "", more] of matches(
    String.raw`\bprintf?\b[^;}\n]*?>>?[\s(]*${STRING}(\s*[\w$])?`,
  )) {
    // A name that goes on with something else is known in part.
    const file = more === undefined ? path : path + UNKNOWN;
    if (!path.startsWith("/dev/")) writeAll([file], "change", call, scope, position);
  }
  for (const [, text = "", path = ""] of matches(
    String.raw`\bprint[\s(]*${STRING}\s*\)?\s*>>?\s*${STRING}`,
  ))
    keepFile(path, `${unescape(text)}\n`, scope);
  // `print > $1`: each line that comes in may name the file.
  const [, field] = /\bprintf?\b[^;}\n]*?>>?\s*\$(\d+|NF)\s*(?:[;}\n]|$)/.exec(program) ?? [];
  const { lines } = field === undefined ? UNTOLD : given();
  for (const line of mostTelling(lines, MOST_LINES, scope.world.bank))
    writeAll([fieldOf(line, field ?? "0", mark)], "change", call, scope, position);
  for (const [, command = ""] of [
    ...matches(String.raw`\|&?[\s(]*${STRING}`),
    ...matches(String.raw`${STRING}[\s)]*\|&?\s*getline`),
    ...matches(String.raw`\bsystem[\s(]*${STRING}`),
  ]) {
    scope.run(unescape(command), fork(scope), inner);
  }
  for (const [, text = "", command = ""] of matches(
    String.raw`\bprintf?[\s(]*${STRING}[^|;}\n]*\|&?\s*${STRING}`,
  )) {
    scope.run(unescape(command), fork(scope), { ...inner, input: toOutput(unescape(text)) });
  }
}

function unescape(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll(/\\(.)/g, "$1");
}

export const AWK: CommandTable = forAll("awk gawk mawk nawk original-awk", awk);

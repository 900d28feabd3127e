import { posix } from "node:path";
import { type Arguments, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import { touchName } from "../arithmetic.ts";
import { setElement } from "../assign.ts";
import { unescape } from "../escapes.ts";
import { type Output, concatenate, either, textOfOutput, toOutput } from "../output.ts";
import { NO_OUTPUT, type Position, type Scope, UNTOLD, resolveName, textOf } from "../scope.ts";
import { UNKNOWN, UNKNOWN_TEXT, isKnown, joinValues } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation } from "./invocation.ts";

/** Lines that are known in part are among what is printed; what else there is cannot be told. */
export function told(...lines: readonly string[]): Output {
  return { lines, isComplete: lines.every(isKnown) };
}

function printed(text: string): Output {
  const { lines, ...rest } = toOutput(text);
  return { ...rest, lines, isComplete: lines.every(isKnown), hasFailed: false };
}

/** All words of the form `-ne` in front are options, and only those. */
const echo: Evaluate = (call, scope) => {
  const first = call.args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const start = first === -1 ? call.args.length : first;
  const options = call.args.slice(0, start).join("");
  const text = joinValues(call.args.slice(start));
  const end = options.includes("n") ? "" : "\n";
  const isEscaped = options.lastIndexOf("e") > options.lastIndexOf("E");
  if (!text.includes("\\") || (scope.isBash && !isEscaped)) return printed(text + end);
  const unescaped = printed(upToStop(text) ?? unescape(text) + end);
  // Other shells than bash read backslashes without being asked to.
  return isEscaped ? unescaped : either([unescaped, printed(text + end)]);
};

/** `\c` ends all output. */
function upToStop(text: string): string | undefined {
  const at = text.search(/(?<!\\)(?:\\\\)*\\c/);
  return at === -1 ? undefined : unescape(text.slice(0, text.indexOf("\\c", at)));
}

const printf: Evaluate = (call, scope) => {
  const given = call.args[0] === "--" ? call.args.slice(1) : call.args;
  const [, attached] = /^-v(.+)$/.exec(given[0] ?? "") ?? [];
  if (given[0] !== "-v" && attached === undefined) {
    return printed(format(given[0] ?? "", given.slice(1), scope));
  }
  const [name = "", pattern = "", ...args] =
    attached === undefined ? given.slice(1) : [attached, ...given.slice(1)];
  const value = [format(pattern, args, scope)];
  const [, array, key] = /^(\w+)\[([^]*)\]$/.exec(name) ?? [];
  touchName(name, scope);
  if (array === undefined || key === undefined)
    scope.variables.set(resolveName(name, scope), value);
  else setElement(array, key, value, scope);
  return NO_OUTPUT;
};

const MARK = /%(?:%|(-?)(\d*)(?:\.(\d+))?([sbcdioxX]))/g;

/** `%s`, `%b`, `%c`, `%d`, `%o`, `%x` with width and precision; whatever else there is makes it unknown. */
function format(pattern: string, args: readonly string[], { spend }: Scope): string {
  if (/%(?!%|-?\d*(?:\.\d+)?[sbcdioxX])/.test(pattern)) return UNKNOWN;
  const plain = unescape(pattern);
  const marks = [...plain.matchAll(MARK)].filter(([mark]) => mark !== "%%").length;
  const pieces: string[] = [];
  // With words left it begins anew; without a mark it is printed once, whatever follows.
  for (let from = 0; from === 0 || from < args.length; from += marks || Infinity) {
    spend(2 + plain.length / 20);
    let used = from;
    const piece = plain.replaceAll(
      MARK,
      (mark, left: string, width: string, precision: string | undefined, kind: string) => {
        if (mark === "%%") return "%";
        const text = convert(kind, args[used++] ?? "", precision);
        if (width.length > 4) return UNKNOWN;
        return left === "-" ? text.padEnd(Number(width)) : text.padStart(Number(width));
      },
    );
    pieces.push(piece);
  }
  return joinValues(pieces, "");
}

function convert(kind: string, arg: string, precision: string | undefined): string {
  if (kind === "d" || kind === "i") return /^-?\d+$/.test(arg) ? String(Number(arg)) : UNKNOWN;
  if (/[oxX]/.test(kind)) {
    if (!/^\d{1,9}$/.test(arg)) return UNKNOWN;
    const digits = Number(arg).toString(kind === "o" ? 8 : 16);
    return kind === "X" ? digits.toUpperCase() : digits;
  }
  if (kind === "c") return isKnown(arg) ? arg.slice(0, 1) : UNKNOWN;
  const text = kind === "b" ? unescape(arg) : arg;
  if (precision === undefined) return text;
  return isKnown(text) ? text.slice(0, Number(precision)) : UNKNOWN;
}

/** Of what more files hold nobody follows the lines. */
const MOST_FILES = 12;

/** The text of the files that are named, or of what comes in. */
export function textGiven(files: readonly string[], scope: Scope, position: Position): Output {
  if (files.length === 0) return position.input ?? UNTOLD;
  // What the caller is shown no command reads: what the files hold does not matter.
  if (position.isShown || files.length > MOST_FILES) return UNTOLD;
  const texts = files.map((file) => {
    if (file === "-") return position.input ?? UNTOLD;
    const text = isKnown(file) ? textOf(scope, file) : undefined;
    return scope.effects.streams.get(file) ?? (text === undefined ? UNTOLD : toOutput(text));
  });
  return concatenate(texts);
}

/** Of what is not told in full, the one line that is known may be the first as well as the last. */
function passOn({ lines }: Output, { name }: Invocation): Output {
  return lines.length === 1 && /^(?:head|tail|tac)$/.test(name)
    ? { lines, isComplete: false }
    : UNTOLD;
}

/** A command that makes another text of a text; of one that is not told it makes another such. */
function changes(
  spec: Parameters<typeof splitArguments>[1],
  change: (text: string, args: Arguments) => string | undefined,
  filesOf: (args: Arguments) => readonly string[] = ({ operands }) => operands,
): Evaluate {
  return (call, scope, position) => {
    const args = splitArguments(call.args, spec);
    const input = textGiven(filesOf(args), scope, position);
    if (!input.isComplete || !isKnown(textOfOutput(input))) return passOn(input, call);
    return rewrite(input, (text) => change(text, args));
  };
}

/** What a command makes of a text that is told in full. */
export function rewrite(input: Output, change: (text: string) => string | undefined): Output {
  const text = textOfOutput(input);
  const changed = input.isComplete && isKnown(text) ? change(text) : undefined;
  return changed === undefined ? UNTOLD : toOutput(changed);
}

const byLine = (change: (lines: readonly string[]) => readonly string[]) => (text: string) =>
  change(toOutput(text).lines)
    .map((line) => `${line}\n`)
    .join("");

/** `head -3`, `tail -n +2`, `head -c 11`. */
function ends(isHead: boolean): Evaluate {
  const evaluate = changes({ short: "nc", long: ["lines", "bytes"] }, (text, args) => {
    const [lines, bytes] = [valueOf(args, "n", "lines"), valueOf(args, "c", "bytes")];
    const count = bytes ?? lines ?? "10";
    const [, sign = "", digits] = /^([+-]?)(\d+)$/.exec(count) ?? [];
    // Letters beyond ASCII are several bytes each.
    if (digits === undefined || (bytes !== undefined && /[^\0-\x7f]/.test(text))) return undefined;
    const size = Number(digits);
    const units = bytes === undefined ? toOutput(text).lines.map((line) => `${line}\n`) : [...text];
    if (bytes === undefined && !text.endsWith("\n"))
      units[units.length - 1] = units.at(-1)?.slice(0, -1) ?? "";
    const start = isHead
      ? 0
      : sign === "+"
        ? Math.max(size - 1, 0)
        : Math.max(units.length - size, 0);
    const end = !isHead ? units.length : sign === "-" ? Math.max(units.length - size, 0) : size;
    return units.slice(start, end).join("");
  });
  // `-3` is short for `-n 3`.
  return (call, scope, position) =>
    evaluate(
      {
        ...call,
        args: call.args.flatMap((arg) => (/^-\d+$/.test(arg) ? ["-n", arg.slice(1)] : [arg])),
      },
      scope,
      position,
    );
}

const pathPart =
  (take: (path: string, suffix: string) => string): Evaluate =>
  (call) => {
    const args = splitArguments(call.args, { short: "s", long: ["suffix"] });
    const suffix = valueOf(args, "s", "suffix");
    const isMany =
      suffix !== undefined || hasFlag(args, "a", "multiple") || call.name.endsWith("dirname");
    const paths = isMany ? args.operands : args.operands.slice(0, 1);
    const end = suffix ?? (isMany ? "" : (args.operands[1] ?? ""));
    return [...paths, end].every(isKnown) ? told(...paths.map((path) => take(path, end))) : UNTOLD;
  };

const cut = changes(
  { short: "dfcb", long: ["delimiter", "fields", "characters", "output-delimiter"] },
  (text, args) => {
    const fields = valueOf(args, "f", "fields");
    const list = fields ?? valueOf(args, "c", "characters", "b");
    const isOther = hasFlag(args, "complement", "s", "only-delimited", "output-delimiter", "z");
    if (
      list === undefined ||
      isOther ||
      !/^(?:\d+(?:-\d*)?|-\d+)(?:,(?:\d+(?:-\d*)?|-\d+))*$/.test(list)
    )
      return undefined;
    const mark = fields === undefined ? "" : (valueOf(args, "d", "delimiter") ?? "\t");
    const takes = (place: number) =>
      list.split(",").some((range) => {
        const [from = "", to = from] = range.split("-");
        return place >= Number(from || 1) && place <= (to === "" ? Infinity : Number(to));
      });
    return byLine((lines) =>
      lines.map((line) =>
        fields !== undefined && !line.includes(mark)
          ? line
          : line
              .split(mark)
              .filter((_, index) => takes(index + 1))
              .join(mark),
      ),
    )(text);
  },
);

/** `a-z`, `\n` and single characters; classes are not told. */
function setOf(text: string): readonly string[] | undefined {
  if (/\[[:=]/.test(text)) return undefined;
  const characters = [...unescape(text)];
  const all: string[] = [];
  for (let at = 0; at < characters.length; at++) {
    const [first = "", dash, last] = characters.slice(at, at + 3);
    const [from, to] = [first.codePointAt(0) ?? 0, last?.codePointAt(0) ?? 0];
    if (dash !== "-" || last === undefined || to < from || to - from > 300) {
      all.push(first);
      continue;
    }
    for (let code = from; code <= to; code++) all.push(String.fromCodePoint(code));
    at += 2;
  }
  return all;
}

const translate = changes(
  {},
  (text, args) => {
    const [from, to] = args.operands.map(setOf);
    if (from === undefined || hasFlag(args, "c", "C", "complement", "s", "squeeze-repeats", "t"))
      return undefined;
    if (hasFlag(args, "d", "delete"))
      return [...text].filter((each) => !from.includes(each)).join("");
    if (to === undefined || to.length === 0) return undefined;
    return [...text]
      .map((each) => (from.includes(each) ? (to[from.lastIndexOf(each)] ?? to.at(-1) ?? "") : each))
      .join("");
  },
  () => [],
);

const paste = changes({ short: "d", long: ["delimiters"] }, (text, args) => {
  if (!hasFlag(args, "s", "serial")) return undefined;
  return `${toOutput(text).lines.join((valueOf(args, "d", "delimiters") ?? "\t").slice(0, 1))}\n`;
});

/** Which numbers there will be is not worked out. */
const counts: Evaluate = (call) => {
  const args = splitArguments(call.args, { short: "fs", long: ["format", "separator"] });
  const form = valueOf(args, "f", "format");
  if (form === undefined) return UNTOLD;
  return { lines: [form.replaceAll(/%[\d.]*[a-z]/g, UNKNOWN_TEXT)], isComplete: false };
};

/** `stat -c %n a b` prints the names. */
const namesOf: Evaluate = (call) => {
  const args = splitArguments(call.args, { short: "c", long: ["format", "printf"] });
  const form = valueOf(args, "c", "format", "printf")?.replace(/\\n$/, "");
  return form === "%n" ? told(...args.operands) : UNTOLD;
};

/** `expr text : '\(.*\)'`, `expr substr text 1 4`. */
const matches: Evaluate = (call) => {
  const [first = "", second = "", third = "", fourth = ""] = call.args;
  if (!call.args.every(isKnown)) return UNTOLD;
  if (call.args.length === 3 && second === ":" && third === String.raw`\(.*\)`) return told(first);
  if (call.args.length !== 4 || first !== "substr") return UNTOLD;
  const start = Number(third) - 1;
  return told(second.slice(start, start + Number(fourth)));
};

export const TEXTS: CommandTable = {
  echo,
  printf,
  head: ends(true),
  tail: ends(false),
  tac: changes(
    { short: "s" },
    byLine((lines) => lines.toReversed()),
  ),
  rev: changes(
    {},
    byLine((lines) => lines.map((line) => [...line].toReversed().join(""))),
  ),
  cut,
  tr: translate,
  paste,
  basename: pathPart((path, suffix) => {
    const name = posix.basename(path);
    return suffix !== "" && name !== suffix && name.endsWith(suffix)
      ? name.slice(0, -suffix.length)
      : name;
  }),
  dirname: pathPart((path) => posix.dirname(path)),
  seq: counts,
  stat: namesOf,
  expr: matches,
};

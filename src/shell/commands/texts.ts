import { posix } from "node:path";
import { hasFlag, splitArguments, valueOf } from "../arguments.ts";
import { touchName } from "../arithmetic.ts";
import { setElement } from "../assign.ts";
import { toSearch } from "../../patterns/search.ts";
import { unescape } from "../escapes.ts";
import { type Output, concatenate, either, textOfOutput, toOutput } from "../output.ts";
import { NO_OUTPUT, type Position, type Scope, UNTOLD, resolveName, textOf } from "../scope.ts";
import { UNKNOWN, UNKNOWN_TEXT, isKnown, joinValues } from "../value.ts";
import type { CommandTable, Evaluate } from "./invocation.ts";

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
    if (/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(file)) return position.input ?? UNTOLD;
    const text = isKnown(file) ? textOf(scope, file) : undefined;
    return scope.effects.streams.get(file) ?? (text === undefined ? UNTOLD : toOutput(text));
  });
  return concatenate(texts);
}

/** What a command makes of a text that is told in full, or else of the lines that are. */
export function rewrite(
  input: Output,
  change: (text: string) => string | undefined,
  changeLines: (lines: readonly string[]) => readonly string[] | undefined = () => undefined,
): Output {
  const text = textOfOutput(input);
  if (input.isComplete && isKnown(text)) {
    const changed = change(text);
    return changed === undefined ? UNTOLD : toOutput(changed);
  }
  const lines = input.lines.length === 0 ? undefined : changeLines(input.lines);
  return lines === undefined ? UNTOLD : { lines, isComplete: false };
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
const matches: Evaluate = (call, { spend }) => {
  const words =
    call.args[0] === "match" ? [call.args[1] ?? "", ":", ...call.args.slice(2)] : call.args;
  const [first = "", second = "", third = "", fourth = ""] = words;
  if (!call.args.every(isKnown)) return UNTOLD;
  if (words.length === 3 && second === ":") {
    const expression = third.startsWith("^") ? third : `^${third}`;
    const search = toSearch(expression, { isExtended: false, ignoresCase: false });
    const group = search?.(first, 0, spend)?.groups[1];
    return group === undefined ? UNTOLD : told(group);
  }
  if (call.args.length !== 4 || first !== "substr") return UNTOLD;
  const start = Number(third) - 1;
  return told(second.slice(start, start + Number(fourth)));
};

export const TEXTS: CommandTable = {
  echo,
  printf,
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

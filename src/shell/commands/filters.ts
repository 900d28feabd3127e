import { type Arguments, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import { unescape } from "../escapes.ts";
import { type Output, textOfOutput, toOutput } from "../output.ts";
import { UNTOLD } from "../scope.ts";
import { isKnown } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { rewrite, textGiven } from "./texts.ts";

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

/** The same for one that changes each line by itself: then it does so with lines of a text that is told in part. */
function changesLines(
  spec: Parameters<typeof splitArguments>[1],
  change: (line: string, args: Arguments) => string | undefined,
  filesOf: (args: Arguments) => readonly string[] = ({ operands }) => operands,
): Evaluate {
  return (call, scope, position) => {
    const args = splitArguments(call.args, spec);
    const changeAll = (lines: readonly string[]) => {
      const changed = lines.flatMap((line) => change(line, args) ?? []);
      return changed.length < lines.length ? undefined : changed;
    };
    const whole = (text: string) =>
      changeAll(toOutput(text).lines)
        ?.map((line) => `${line}\n`)
        .join("");
    return rewrite(textGiven(filesOf(args), scope, position), whole, changeAll);
  };
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

const cut = changesLines(
  { short: "dfcb", long: ["delimiter", "fields", "characters", "output-delimiter"] },
  (line, args) => {
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
    return fields !== undefined && !line.includes(mark)
      ? line
      : line
          .split(mark)
          .filter((_, index) => takes(index + 1))
          .join(mark);
  },
);

const CLASSES: Readonly<Record<string, string>> = {
  upper: "A-Z",
  lower: "a-z",
  digit: "0-9",
  alpha: "A-Za-z",
  alnum: "A-Za-z0-9",
  space: " \t\n\r",
  blank: " \t",
};

/** `a-z`, `[:upper:]`, `\n` and single characters. */
function setOf(text: string): readonly string[] | undefined {
  const plain = text.replaceAll(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole);
  if (/\[[:=]/.test(plain)) return undefined;
  const characters = [...unescape(plain)];
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

/** What `tr` makes of each character; undefined where that is not told. */
function toTranslation(args: Arguments): ((text: string) => string) | undefined {
  const [from, to] = args.operands.map(setOf);
  if (from === undefined || args.operands.length > 2) return undefined;
  const isOther = hasFlag(args, "c", "C", "complement");
  const isIn = (each: string) => from.includes(each) !== isOther;
  const isSqueezing = hasFlag(args, "s", "squeeze-repeats");
  const isDeleting = hasFlag(args, "d", "delete");
  if ((isSqueezing && isDeleting) || hasFlag(args, "t", "truncate-set1")) return undefined;
  if (isDeleting) return (text) => [...text].filter((each) => !isIn(each)).join("");
  if (to === undefined || to.length === 0) {
    if (!isSqueezing) return undefined;
    return (text) =>
      [...text].filter((each, at, all) => each !== all[at - 1] || !isIn(each)).join("");
  }
  const translate = (each: string) =>
    !isIn(each) ? each : ((isOther ? undefined : to[from.lastIndexOf(each)]) ?? to.at(-1) ?? "");
  return (text) =>
    [...text]
      .map(translate)
      .filter((each, at, all) => !isSqueezing || each !== all[at - 1] || !to.includes(each))
      .join("");
}

const translate: Evaluate = (call, _, { input = UNTOLD }) => {
  const change = toTranslation(splitArguments(call.args));
  if (change === undefined) return UNTOLD;
  return rewrite(input, change, (lines) => lines.map(change));
};

/** Lines of several files side by side, or with `-s` all lines of each in a row. */
const paste: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "d", long: ["delimiters"] });
  const glue = (unescape(valueOf(args, "d", "delimiters") ?? "\t") || "\0").slice(0, 1);
  const files = args.operands.length === 0 ? ["-"] : args.operands;
  const texts = files.map((file) => textGiven([file], scope, position));
  if (!texts.every(({ lines, isComplete }) => isComplete && lines.every(isKnown))) return UNTOLD;
  const mark = glue === "\0" ? "" : glue;
  if (hasFlag(args, "s", "serial"))
    return { lines: texts.map(({ lines }) => lines.join(mark)), isComplete: true };
  // `paste - -` takes two lines of what comes in for each of its own.
  if (files.filter((file) => file === "-").length > 1) return UNTOLD;
  const count = Math.max(...texts.map(({ lines }) => lines.length));
  scope.spend((count * files.length) / 10);
  const lines = Array.from({ length: count }, (_, at) =>
    texts.map((text) => text.lines[at] ?? "").join(mark),
  );
  return { lines, isComplete: true };
};

/** `comm -12 a b`: the lines of both, or of one alone. */
const comm: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args);
  const [left, right] = args.operands.map((file) => textGiven([file], scope, position));
  const hides = (column: string) => args.flags.has(column);
  const columns = ["1", "2", "3"].filter((column) => !hides(column));
  if (left?.isComplete !== true || right?.isComplete !== true || columns.length !== 1)
    return UNTOLD;
  const [from, other] = columns[0] === "2" ? [right, left] : [left, right];
  const lines = from.lines.filter((line) => other.lines.includes(line) === (columns[0] === "3"));
  return { lines, isComplete: true };
};

const fold = changes({ short: "w", long: ["width"] }, (text, args) => {
  const width = Number(valueOf(args, "w", "width") ?? 80);
  if (!(width > 0) || hasFlag(args, "s", "spaces")) return undefined;
  return byLine((lines) =>
    lines.flatMap((line) =>
      line === ""
        ? [line]
        : Array.from({ length: Math.ceil(line.length / width) }, (_, at) =>
            line.slice(at * width, (at + 1) * width),
          ),
    ),
  )(text);
});

/** Letters sort alike everywhere; in what else comes first, languages differ. */
const SORTS_ALIKE = /^[a-z\d/._-]*$/;

const sort: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "koStT", long: ["key", "output"] });
  const input = textGiven(args.operands, scope, position);
  const isPlain = [...args.flags].every((flag) => /^(?:[ru]|reverse|unique)$/.test(flag));
  if (!isPlain || !input.isComplete || !input.lines.every((line) => SORTS_ALIKE.test(line)))
    return converts(call, scope, { ...position, input });
  const lines = hasFlag(args, "u", "unique") ? [...new Set(input.lines)] : input.lines;
  const sorted = lines.toSorted();
  return {
    lines: hasFlag(args, "r", "reverse") ? sorted.toReversed() : sorted,
    isComplete: true,
  };
};

/** What comes in goes out in another form; what its options write is in their table. */
const converts: Evaluate = (_, __, { input = UNTOLD }) =>
  input.lines.length < 2 ? input : { lines: input.lines, isComplete: false };

/** The same of files that are named. */
const convertsFiles =
  (spec: Parameters<typeof splitArguments>[1]): Evaluate =>
  (call, scope, position) => {
    const { operands } = splitArguments(call.args, spec);
    const { lines, ...input } = textGiven(operands, scope, position);
    const trimmed = { ...input, lines: lines.map((line) => line.trim()) };
    return converts(call, scope, { ...position, input: trimmed });
  };

/** `$x` and `${x}` in a text, by the variables that the command has set. */
const fillsIn: Evaluate = (call, scope, { input = UNTOLD }) => {
  const only = call.args.find((arg) => !arg.startsWith("-"));
  const fill = (text: string) =>
    text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, inBraces: string, bare: string) => {
      const name = inBraces ?? bare;
      if (only !== undefined && !new RegExp(`\\$\\{?${name}\\b`).test(only)) return whole;
      return scope.variables.get(name)?.[0] ?? scope.world.variable(name) ?? "";
    });
  return rewrite(input, fill, (lines) => lines.map(fill));
};

export const FILTERS: CommandTable = {
  head: ends(true),
  tail: ends(false),
  tac: changes(
    { short: "s" },
    byLine((lines) => lines.toReversed()),
  ),
  rev: changesLines({}, (line) => [...line].toReversed().join("")),
  cut,
  tr: translate,
  paste,
  comm,
  fold,
  sort,
  envsubst: fillsIn,
  ...forAll("shuf iconv pandoc pv", converts),
  ...forAll("fmt column expand unexpand pr strings look", convertsFiles({ short: "wpgsctonle" })),
};

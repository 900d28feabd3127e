import { type Arguments, type OptionSpec, splitArguments, valueOf } from "../arguments.ts";
import type { ShellPrint } from "../effects.ts";
import { OTHER, type Output, printsOf, textOfOutput } from "../output.ts";
import { EVERY_LINE, type Span, printsOfFile, printsOfInput } from "../prints.ts";
import type { Position, Scope } from "../scope.ts";
import { isKnown } from "../value.ts";
import { readAwkLines } from "./awk-lines.ts";
import type { Invocation } from "./invocation.ts";
import { readSedLines } from "./sed-lines.ts";

/** What a reading command was asked for: which lines, of which files. */
interface Reading {
  readonly spans: readonly Span[];
  readonly files: readonly string[];
  /** A line with its name stands before each file. */
  readonly hasHeaders?: boolean;
  /** It can succeed and show only that there is something. */
  readonly isPicky?: boolean;
}

interface Reader extends OptionSpec {
  /** Options that leave every line where it is; with any other one nothing is told. */
  readonly allows: string;
  /** Undefined where it shows something else than whole lines in their order. */
  readonly read: (args: Arguments, input: string) => Reading | undefined;
}

const all = ({ operands }: Arguments): Reading => ({ spans: EVERY_LINE, files: operands });

const NUMBER = /^\d{1,9}$/;

const head = (args: Arguments): Reading | undefined => {
  const count = valueOf(args, "n", "lines") ?? "10";
  return NUMBER.test(count) ? ends(args, { from: 1, to: Number(count) }) : undefined;
};

const tail = (args: Arguments): Reading | undefined => {
  const [, start] = /^\+(\d{1,9})$/.exec(valueOf(args, "n", "lines") ?? "") ?? [];
  return start === undefined
    ? undefined
    : ends(args, { from: Math.max(1, Number(start)), to: Infinity });
};

function ends({ operands, flags }: Arguments, span: Span): Reading {
  const isQuiet = ["q", "quiet", "silent"].some((flag) => flags.has(flag));
  const isLoud = flags.has("v") || flags.has("verbose");
  const hasHeaders = isLoud || (operands.length > 1 && !isQuiet);
  return { spans: span.to < span.from ? [] : [span], files: operands, hasHeaders };
}

/** The scripts of `-e`, or the first word, and the files behind it. */
function withScript(args: Arguments, ...names: readonly string[]) {
  const given = args.given.flatMap(({ name, value }) =>
    names.includes(name) ? [value ?? ""] : [],
  );
  return given.length > 0
    ? { script: given.join("\n"), files: args.operands }
    : { script: args.operands[0] ?? "", files: args.operands.slice(1) };
}

const sed = (args: Arguments): Reading | undefined => {
  const { script, files } = withScript(args, "e", "expression");
  const isSilent = ["n", "quiet", "silent"].some((flag) => args.flags.has(flag));
  const spans = readSedLines(script, isSilent);
  return spans && { spans, files };
};

const awk = ({ operands: [program = "", ...files] }: Arguments): Reading | undefined => {
  const spans = readAwkLines(program);
  return spans && { spans, files };
};

/** A pattern that every line matches. Of bytes that are no text it says nothing but that they match. */
const grep = (args: Arguments): Reading | undefined => {
  const { script, files } = withScript(args, "e", "regexp");
  const isFixed = args.flags.has("F") || args.flags.has("fixed-strings");
  const matchesAll = script === "" || (!isFixed && /^(?:\^|\$|\.\*|\^\.\*\$?)$/.test(script));
  return matchesAll ? { spans: EVERY_LINE, files, isPicky: true } : undefined;
};

/** `-r 10:20`, `:20`, `10:`, `10`, `10:+5`. */
const bat = (args: Arguments): Reading | undefined => {
  const range = valueOf(args, "r", "line-range");
  if (range === undefined) return all(args);
  const [, start, colon, plus, end] = /^(\d{1,9})?(?:(:)(\+)?(\d{1,9})?)?$/.exec(range) ?? [];
  if (start === undefined && end === undefined) return undefined;
  const from = Math.max(1, Number(start ?? 1));
  const last = colon === undefined ? from : end === undefined ? Infinity : Number(end);
  const to = plus === undefined ? last : from + last;
  return { spans: to < from ? [] : [{ from, to }], files: args.operands };
};

/** A pager without a terminal is `cat`; of several files it shows names as well. */
const pager = (args: Arguments): Reading | undefined =>
  args.operands.length > 1 || args.operands.some((operand) => operand.startsWith("+"))
    ? undefined
    : all(args);

const NAME = String.raw`(?:"([^"\\]+)"|'([^'\\]+)')`;
const ENCODING = String.raw`["']utf-?8["']`;
const PYTHON_PRINTS = new RegExp(
  String.raw`^(?:(?:import (?:sys|pathlib)|from pathlib import Path)\s*[;\n]\s*)*(?:print|sys\.stdout\.write)\((?:open\(${NAME}(?:, ?["']r["'])?(?:, ?encoding=${ENCODING})?\)\.read\(\)|(?:pathlib\.)?Path\(${NAME}\)\.read_text\((?:(?:encoding=)?${ENCODING})?\))(?:, ?end=(?:""|''))?\);?$`,
);
const NODE_PRINTS = new RegExp(
  String.raw`^(?:console\.log|process\.stdout\.write)\((?:require\(["'](?:node:)?fs["']\)|fs)\.readFileSync\(${NAME}(?:, ?${ENCODING}\)|\)\.toString\(\))\);?$`,
);

/** Code that prints a file and does nothing else. */
const codeThat =
  (prints: RegExp, option: string): Reader["read"] =>
  (args, input) => {
    const isInput = args.operands.length === 0 || args.operands.join(" ") === "-";
    const code = valueOf(args, option) ?? (isInput ? input : "");
    const [, ...names] = prints.exec(code.trim()) ?? [];
    const file = names.find((name) => name !== undefined);
    return file === undefined ? undefined : { spans: EVERY_LINE, files: [file] };
  };

const AWK: Reader = { allows: "", permutes: false, read: awk };
const GREP: Reader = {
  allows: "n H h a s E e line-number with-filename no-filename text regexp color F fixed-strings",
  short: "e",
  long: ["regexp"],
  read: grep,
};
const BAT: Reader = {
  allows: "p n P r f plain number paging color line-range theme l language decorations",
  short: "rl",
  long: ["line-range", "paging", "color", "theme", "language", "decorations"],
  read: bat,
};
const PYTHON: Reader = {
  allows: "c",
  short: "c",
  permutes: false,
  read: codeThat(PYTHON_PRINTS, "c"),
};

/** All that is known of what reading commands show. */
const READERS: Readonly<Record<string, Reader>> = {
  cat: { allows: "n b E T u number number-nonblank show-ends show-tabs", read: all },
  nl: { allows: "b n w v i", short: "bdfhilnsvw", read: all },
  sed: {
    allows: "n E r e s u quiet silent expression regexp-extended separate unbuffered",
    short: "e",
    long: ["expression"],
    read: sed,
  },
  head: { allows: "n q v lines quiet silent verbose", short: "nc", long: ["lines"], read: head },
  tail: { allows: "n q v lines quiet silent verbose", short: "nc", long: ["lines"], read: tail },
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  grep: GREP,
  egrep: GREP,
  rg: {
    allows:
      "n N e I u uu uuu line-number no-line-number regexp no-filename no-heading color hidden no-ignore a text",
    short: "e",
    long: ["regexp", "color"],
    read: grep,
  },
  bat: BAT,
  batcat: BAT,
  less: { allows: "R F X S N E e", read: pager },
  more: { allows: "", read: pager },
  python: PYTHON,
  python3: PYTHON,
  node: { allows: "e", short: "e", permutes: false, read: codeThat(NODE_PRINTS, "e") },
};

const PLACE = /^(?:\/(?:usr\/)?bin\/)?[\w.]+$/;

/** The pieces that a reading command prints; undefined for any other command. */
function printsOfReader(
  name: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): readonly ShellPrint[] | undefined {
  const { isFresh, input } = position;
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (reader === undefined || !PLACE.test(call.name) || !call.args.every(isKnown)) return undefined;
  const args = splitArguments(withCounts(name, call.args), reader);
  const allowed = reader.allows.split(" ");
  const reading = [...args.flags].every((flag) => allowed.includes(flag))
    ? reader.read(args, input === undefined || isFresh !== true ? "" : textOfOutput(input))
    : undefined;
  if (reading === undefined) return undefined;
  const { spans, files, hasHeaders = false, isPicky = false } = reading;
  if (files.length === 0 || (files.length === 1 && files[0] === "-")) {
    return isFresh === true && input !== undefined
      ? printsOfInput(printsOf(input), spans)
      : undefined;
  }
  // All but `head` and `tail` count lines through all files.
  const isOneText = files.length > 1 && !hasHeaders && spans !== EVERY_LINE;
  if (isOneText || files.includes("-")) return undefined;
  const place = isPicky ? { ...position, isProven: false } : position;
  return files.flatMap((file, index) => {
    const lines = printsOfFile(file, spans, scope, place);
    if (!hasHeaders) return lines;
    return [{ kind: "text", text: `${index === 0 ? "" : "\n"}==> ${file} <==\n` }, ...lines];
  });
}

/** `head -40` is short for `head -n 40`. */
function withCounts(name: string, args: readonly string[]): readonly string[] {
  if (name !== "head") return args;
  return args.flatMap((arg) => (/^-\d+$/.test(arg) ? ["-n", arg.slice(1)] : [arg]));
}

/** Commands that print nothing if they succeed. */
const SILENT = new Set(": true false test [ export unset local readonly shift".split(" "));
/** Commands that only run another one. */
const RUNS = new Set("command builtin env sudo nice eval bash sh dash zsh".split(" "));

/** Where a command's output comes from. */
export function withPrints(
  name: string,
  call: Invocation,
  output: Output,
  scope: Scope,
  position: Position,
): Output {
  // What `timeout` has cut short fails.
  if (RUNS.has(name) || (name === "timeout" && position.isProven))
    return output.prints === undefined ? { ...output, prints: OTHER } : output;
  return { ...output, prints: printsOfCommand(name, call, output, scope, position) };
}

function printsOfCommand(
  name: string,
  call: Invocation,
  output: Output,
  scope: Scope,
  position: Position,
): readonly ShellPrint[] {
  if (name === "echo" || name === "printf") {
    const text = textOfOutput(output);
    if (!output.isComplete || !isKnown(text)) return OTHER;
    return text === "" ? [] : [{ kind: "text", text }];
  }
  const isSilent = SILENT.has(name) || (name === "cd" && !call.args.includes("-"));
  if (isSilent) return [];
  // Afterwards the shell prints each command that it runs.
  if (name === "set" && !/^-[eu]+$/.test(call.args.join(" "))) scope.effects.isOrderOpen = true;
  return printsOfReader(name, call, scope, position) ?? OTHER;
}

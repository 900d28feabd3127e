import type { ShellPrint } from "./effects.ts";
import { EVERY_LINE, type Span, awkLines, sedLines } from "./line-ranges.ts";
import { type Output, type Place, type Run, type Scope, UNTOLD, isOwnFile } from "./scope.ts";
import {
  type Arguments,
  UNKNOWN,
  hasOption,
  isKnown,
  joinPath,
  splitArguments,
  valuesOf,
} from "./values.ts";

/** What a reading command was asked for: which lines, of which files. */
interface Reading {
  /** Undefined where it shows something else than whole lines in their order. */
  readonly span: Span | undefined;
  readonly files: readonly string[];
  /** A line with its name stands before each file. */
  readonly hasHeaders?: boolean;
  /** It can succeed and show only that there is something. */
  readonly isPicky?: boolean;
}

interface Reader {
  /** Options that leave every line where it is; with any other one nothing is told. */
  readonly allows: string;
  readonly withValue?: string;
  readonly read: (args: Arguments) => Reading;
}

const all = ({ operands }: Arguments): Reading => ({ span: EVERY_LINE, files: operands });

/** `head -n 20`, `tail -n +20`. */
const ends =
  (count: RegExp, toSpan: (number: number) => Span): Reader["read"] =>
  (args) => {
    const [, digits] = count.exec(valuesOf(args, "n", "lines").at(-1) ?? "10") ?? [];
    const hasHeaders = hasOption(args, "v") || (args.operands.length > 1 && !hasOption(args, "q"));
    const span = digits === undefined ? undefined : toSpan(Number(digits));
    return { span, files: args.operands, hasHeaders };
  };

/** The script of `-e`, or the first word, and the files behind it. */
function withScript(args: Arguments) {
  const given = valuesOf(args, "e", "expression", "regexp");
  const [script = "", ...files] = [...given, ...args.operands];
  return { script: given.length > 1 ? given.join("\n") : script, files };
}

const sed = (args: Arguments): Reading => {
  const { script, files } = withScript(args);
  return { span: sedLines(script, hasOption(args, "n", "quiet", "silent")), files };
};

/** A pattern that every line matches. */
const grep = (args: Arguments): Reading => {
  const { script, files } = withScript(args);
  const isEvery = /^(?:\^?|\$|\^?\.\*\$?)$/.test(script);
  return { span: isEvery ? EVERY_LINE : undefined, files, isPicky: true };
};

const COUNTED = { allows: "n q v lines", withValue: "n c lines" };
const READERS: Readonly<Record<string, Reader>> = {
  cat: { allows: "n b E T u A e t v", read: all },
  less: { allows: "", read: all },
  more: { allows: "", read: all },
  nl: { allows: "b n w v i", withValue: "b d f h i l n s v w", read: all },
  sed: { allows: "n E r e s u quiet silent expression", withValue: "e expression", read: sed },
  head: { ...COUNTED, read: ends(/^(\d{1,9})$/, (to) => ({ from: 1, to })) },
  tail: { ...COUNTED, read: ends(/^\+(\d{1,9})$/, (from) => ({ from: from || 1, to: Infinity })) },
  awk: {
    allows: "",
    read: ({ operands: [program = "", ...files] }) => ({ span: awkLines(program), files }),
  },
  grep: { allows: "n H h a s E e color", withValue: "e regexp", read: grep },
  rg: { allows: "n N e I u line-number no-heading", withValue: "e regexp", read: grep },
};

/** The files that a folder stands for where one is gone through; a file stands for itself. */
export function below(path: string, { cwd, world }: Scope): string {
  return world.isFolder(joinPath(cwd, path)) ? `${path}/${UNKNOWN}` : path;
}

/** What a command that lists names prints: `ls a/*.md`, `grep -rl x folder`. */
export const listingOf: Run = ({ call, scope }) => {
  const args = splitArguments(call.args, "e m A B C g t include exclude exclude-dir regexp glob");
  const isLs = call.name.endsWith("ls");
  if (!isLs && !hasOption(args, "l", "L", "files", "files-with-matches")) return UNTOLD;
  const paths = args.operands.slice(isLs || hasOption(args, "e", "regexp", "files") ? 0 : 1);
  const names = paths.map((path) => (isLs && hasOption(args, "d") ? path : below(path, scope)));
  // Of a folder `ls` shows bare names.
  const told = isLs ? names.filter(isKnown) : names;
  if (told.length === 0) return UNTOLD;
  return { ...UNTOLD, text: told.map((name) => `${name}\n`).join("") };
};

/** Another `cat`, from a folder of one's own, may show anything. */
const PLACE = /^(?:\/(?:usr\/)?bin\/)?[\w.]+$/;

/** What a command that shows files prints; for any other one that nothing can be told. */
export const readingOf: Run = ({ call, scope, place }) => {
  const name = call.name.replace(/^.*\//, "");
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (reader === undefined || !PLACE.test(call.name) || !call.args.every(isKnown)) return UNTOLD;
  // `head -40` is short for `head -n 40`.
  const given = call.args.map((arg) => (name === "head" ? arg.replace(/^-(?=\d)/, "-n") : arg));
  const args = splitArguments(given, reader.withValue);
  const allowed = reader.allows.split(" ");
  if (!args.options.every(([option]) => allowed.includes(option))) return UNTOLD;
  const { span, files, hasHeaders = false, isPicky = false } = reader.read(args);
  if (span === undefined) return UNTOLD;
  if (files.length === 0 || files.join() === "-") return linesOf(place.input, span);
  // All but `head` and `tail` count lines through all files.
  const isOneText = files.length > 1 && !hasHeaders && span !== EVERY_LINE;
  if (isOneText || files.includes("-")) return UNTOLD;
  const from = isPicky ? { ...place, isProven: false } : place;
  const prints = files.flatMap((file): readonly ShellPrint[] => {
    const { prints: lines } = linesOf(readFile(file, scope, from), span);
    return hasHeaders ? [{ kind: "text" }, ...lines] : lines;
  });
  return { text: UNKNOWN, prints };
};

/** All lines of a file that is there, as far as can be told, and that this command does not write. */
export function readFile(name: string, scope: Scope, { isProven, hidesErrors }: Place): Output {
  const { world, found, cwd } = scope;
  const file = joinPath(cwd, name);
  found.reads.push(file);
  const isFile = isProven || (world.isThere(file) && !world.isFolder(file));
  const written = found.texts.get(file);
  if (written !== undefined) return { ...UNTOLD, text: written };
  if (!isKnown(file) || !isFile || isOwnFile(name, scope)) return UNTOLD;
  const failure = isProven ? "exit" : hidesErrors ? "silent" : "words";
  return { text: UNKNOWN, prints: [{ kind: "lines", file, from: 1, to: Infinity, failure }] };
}

/** These lines of what comes in, which must be one stretch of one file. */
function linesOf(input: Output | undefined, span: Span): Output {
  if (input !== undefined && span === EVERY_LINE) return input;
  const [piece, ...others] = input?.prints ?? [];
  if (piece?.kind !== "lines" || others.length > 0) return UNTOLD;
  const from = piece.from + span.from - 1;
  const to = Math.min(piece.to, piece.from + span.to - 1);
  return { text: UNKNOWN, prints: from > to ? [] : [{ ...piece, from, to }] };
}

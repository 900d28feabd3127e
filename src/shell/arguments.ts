import { isKnown } from "./value.ts";

export interface Arguments {
  readonly operands: readonly string[];
  /** Options as they were given: letters of a cluster one by one, long ones by name. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Every option with its value, also those that are given more than once. */
  readonly given: readonly Given[];
}

export interface Given {
  readonly name: string;
  readonly value: string | undefined;
}

export interface OptionSpec {
  /** Short options that take a value. */
  readonly short?: string;
  /** Long options that take a value, also as the next word. */
  readonly long?: readonly string[];
  /** Options may stand after the first operand. False for wrappers: what follows belongs to the program. */
  readonly permutes?: boolean;
  /** `-name value`: one dash stands before a long option, too, and letters do not cluster. */
  readonly isSingleDash?: boolean;
  /** Short options whose value, if they have one, is attached: `-tfile`. */
  readonly attached?: string;
  /** Long options without a value whose names are the beginning of another's. */
  readonly plain?: readonly string[];
  /** Options that take more than one word. */
  readonly lengths?: ReadonlyMap<string, number>;
}

/** Splits arguments as getopt does. Of repeated options `values` has the last. */
export function splitArguments(args: readonly string[], spec: OptionSpec = {}): Arguments {
  const {
    short = "",
    long = [],
    permutes = true,
    attached = "",
    plain = [],
    isSingleDash = false,
    lengths,
  } = spec;
  const operands: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const given: Given[] = [];
  const add = (name: string, value?: string) => {
    flags.add(name);
    if (value !== undefined) values.set(name, value);
    given.push({ name, value });
  };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (arg === "--") {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg === "-" || !arg.startsWith("-") || !isKnown(arg.slice(0, 2))) {
      operands.push(arg);
      if (permutes) continue;
      operands.push(...args.slice(index + 1));
      break;
    }
    if (isSingleDash || arg.startsWith("--")) {
      const at = arg.indexOf("=");
      const isAttached = isSingleDash && isIn(short, arg[1] ?? "") && !isLong(arg, long);
      if (isAttached && arg.length > 2) {
        add(arg[1] ?? "", arg.slice(2));
        continue;
      }
      const word = (at === -1 ? arg : arg.slice(0, at)).replace(/^--?/, "");
      const takes = (option: string) => long.includes(option) || isIn(short, option);
      const isWhole = plain.includes(word) || takes(word);
      const least = isSingleDash ? SHORTEST_ABBREVIATION : 1;
      const name = isWhole
        ? word
        : (long.find((option) => abbreviates(word, option, least)) ?? word);
      if (at !== -1) add(name, arg.slice(at + 1));
      else if (takes(name)) add(name, args[++index] ?? "");
      else add(name);
      index += (lengths?.get(name) ?? 1) - 1;
      continue;
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at] ?? "";
      if (short.includes(letter)) add(letter, arg.slice(at + 1) || (args[++index] ?? ""));
      else if (attached.includes(letter)) add(letter, arg.slice(at + 1));
      else {
        add(letter);
        continue;
      }
      break;
    }
  }
  return { operands, flags, values, given };
}

/** `-include` is an option of its own, `-Ifolder` one with its value. */
function isLong(arg: string, long: readonly string[]): boolean {
  return long.includes(arg.replace(/^--?|=.*$/g, ""));
}

function isIn(letters: string, option: string): boolean {
  return option.length === 1 && letters.includes(option);
}

export function hasFlag({ flags }: Arguments, ...names: readonly string[]): boolean {
  if (names.some((name) => flags.has(name))) return true;
  for (const flag of flags) if (names.some((name) => abbreviates(flag, name))) return true;
  return false;
}

const SHORTEST_ABBREVIATION = 3;

/** A long option may be given by its beginning: `--recurs`. */
function abbreviates(given: string, option: string, least = SHORTEST_ABBREVIATION): boolean {
  return given.length >= least && given !== option && option.startsWith(given);
}

export function valueOf(args: Arguments, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args.values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

import { isKnown } from "./value.ts";

export interface Arguments {
  readonly operands: readonly string[];
  /** Options as they were given: letters of a cluster one by one, long ones by name. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

export interface OptionSpec {
  /** Short options that take a value. */
  readonly short?: string;
  /** Long options that take a value, also as the next word. */
  readonly long?: readonly string[];
  /** Options may stand after the first operand. False for wrappers: what follows belongs to the program. */
  readonly permutes?: boolean;
}

/** Splits arguments as getopt does. Repeated options keep their last value. */
export function splitArguments(args: readonly string[], spec: OptionSpec = {}): Arguments {
  const { short = "", long = [], permutes = true } = spec;
  const operands: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
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
    if (arg.startsWith("--")) {
      const at = arg.indexOf("=");
      const given = at === -1 ? arg.slice(2) : arg.slice(2, at);
      const name = long.includes(given)
        ? given
        : (long.find((option) => abbreviates(given, option)) ?? given);
      flags.add(name);
      if (at !== -1) values.set(name, arg.slice(at + 1));
      else if (long.includes(name)) values.set(name, args[++index] ?? "");
      continue;
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at] ?? "";
      flags.add(letter);
      if (!short.includes(letter)) continue;
      values.set(letter, arg.slice(at + 1) || (args[++index] ?? ""));
      break;
    }
  }
  return { operands, flags, values };
}

export function hasFlag({ flags }: Arguments, ...names: readonly string[]): boolean {
  if (names.some((name) => flags.has(name))) return true;
  for (const flag of flags) if (names.some((name) => abbreviates(flag, name))) return true;
  return false;
}

const SHORTEST_ABBREVIATION = 3;

/** A long option may be given by its beginning: `--recurs`. */
function abbreviates(given: string, option: string): boolean {
  return given.length >= SHORTEST_ABBREVIATION && given !== option && option.startsWith(given);
}

export function valueOf(args: Arguments, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args.values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

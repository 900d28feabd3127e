/** Stands for any part of a value that cannot be told. No argument of a real program can contain it. */
export const UNKNOWN = "\0";
/** Stands for a word that differs from run to run (a date, a process id): no existing file has that name. */
export const VARYING = "…";

export function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}

export function isKnown(value: string): boolean {
  return !value.includes(UNKNOWN);
}

/** A path relative to the shell's folder; both may be known only in part. */
export function joinPath(cwd: string, path: string): string {
  // A path with an unknown beginning may be absolute.
  if (path.startsWith(UNKNOWN)) return path;
  const joined = path.startsWith("/") ? path : `${cwd}/${path}`;
  // Keep `..`: after a link it leads elsewhere, which only the disk tells.
  const parts = joined.split("/").filter((part) => part !== "" && part !== ".");
  const end = joined.endsWith("/") && parts.length > 0 ? "/" : "";
  return `${joined.startsWith("/") ? "/" : ""}${parts.join("/")}${end}`;
}

/** The folder that a partly known path certainly begins with; undefined if there is none. */
export function knownFolder(path: string): string | undefined {
  const at = path.indexOf(UNKNOWN);
  if (at === -1) return path;
  const slash = path.lastIndexOf("/", at);
  return slash === -1 ? undefined : path.slice(0, slash) || "/";
}

/** One value that stands for any of these: their common beginning, followed by UNKNOWN. */
export function anyOf(values: readonly (string | undefined)[]): string {
  const [first = UNKNOWN] = values;
  if (values.every((value) => value === first)) return first;
  let end = 0;
  while (end < first.length && values.every((value) => value?.[end] === first[end])) end++;
  return `${first.slice(0, end).split(UNKNOWN)[0]}${UNKNOWN}`;
}

export interface Arguments {
  readonly operands: readonly string[];
  /** Options by name, in order, with their values. */
  readonly options: readonly (readonly [name: string, value: string])[];
}

/**
 * Splits arguments as getopt does. `withValue` names the options that take a value: letters and longer names.
 * `isPrefix`: what follows the first operand belongs to another program.
 */
export function splitArguments(
  args: readonly string[],
  withValue = "",
  isPrefix = false,
): Arguments {
  const takes = new Set(withValue.split(" "));
  const operands: string[] = [];
  const options: [string, string][] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    const isOperand = arg === "-" || !arg.startsWith("-") || !isKnown(arg.slice(0, 2));
    if (arg === "--" || (isOperand && isPrefix)) {
      operands.push(...args.slice(arg === "--" ? index + 1 : index));
      break;
    }
    const [, long, value] = /^--([^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    if (isOperand) operands.push(arg);
    else if (long !== undefined)
      options.push([long, value ?? (takes.has(long) ? (args[++index] ?? "") : "")]);
    else {
      const at = [...arg].findIndex((letter, place) => place > 0 && takes.has(letter));
      for (const letter of arg.slice(1, at === -1 ? undefined : at)) options.push([letter, ""]);
      if (at !== -1) options.push([arg[at] ?? "", arg.slice(at + 1) || (args[++index] ?? "")]);
    }
  }
  return { operands, options };
}

export function hasOption({ options }: Arguments, ...names: readonly string[]): boolean {
  return options.some(([name]) => names.includes(name));
}

export function valuesOf({ options }: Arguments, ...names: readonly string[]): string[] {
  return options.flatMap(([name, value]) => (names.includes(name) ? [value] : []));
}

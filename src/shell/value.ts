/**
 * A value is what a word stands for, with this character for every stretch that cannot be told.
 * No argument of a real program can contain it.
 */
export const UNKNOWN = "\0";

/** For what a command prints: UNKNOWN may stand for nothing at all, this is at least one character. */
export const UNKNOWN_TEXT = UNKNOWN + UNKNOWN;

/** A number, a time or an id: no slash is in it, and no bank is called so. No text that is well-formed has its last character. */
export const UNKNOWN_NUMBER = `${UNKNOWN_TEXT}\udc00`;

/**
 * What a variable holds: one text, or the elements of an array. Where branches have set it differently, all
 * that it may hold; it then reads as what these have in common.
 */
export interface Value extends ReadonlyArray<string> {
  readonly alternatives?: readonly Value[];
}

const MOST_ALTERNATIVES = 12;
/** Of more than that, so many stand for all: each is followed through what comes next. */
const ALTERNATIVES_OF_MANY = 6;

/** One of the values, whichever of the branches ran. Of too many, those that name the bank are kept, and the rest is unknown. */
export function oneOf(values: readonly Value[], bank: string): Value {
  const [same] = values;
  // Branches mostly leave a variable alone.
  if (same !== undefined && values.every((each) => each === same)) return same;
  const found = new Map<string, Value>();
  for (const value of values.flatMap((each) => each.alternatives ?? [each])) {
    found.set(joinValues(value, "\n"), value);
  }
  const all = [...found.values()];
  const [first = []] = all;
  if (all.length < 2) return first;
  const shared = [commonBeginning(all)];
  const name = bank.slice(bank.lastIndexOf("/") + 1);
  const kept =
    all.length <= MOST_ALTERNATIVES
      ? all
      : [shared, ...firstThose(all, (value) => value.some((text) => text.includes(name)))].slice(
          0,
          ALTERNATIVES_OF_MANY,
        );
  return Object.assign(shared, { alternatives: kept });
}

export function commonBeginning(values: readonly Value[]): string {
  if (values.some(({ length }) => length !== 1)) return UNKNOWN;
  const [first = "", ...others] = values.map(([text = ""]) => text);
  let shared = first;
  for (const other of others) {
    if (other.startsWith(shared)) continue;
    let at = 0;
    while (other[at] === shared[at]) at++;
    shared = shared.slice(0, at);
  }
  return shared + UNKNOWN;
}

/** Nothing at all of the value is known. */
export function isUntold(value: string): boolean {
  return value.startsWith(UNKNOWN) && value.replaceAll(UNKNOWN, "") === "";
}

export function isKnown(value: string): boolean {
  return !value.includes(UNKNOWN);
}

/** A path from where the shell stands; both may be known in part only. */
export function joinPath(cwd: string, path: string): string {
  if (path === "") return cwd;
  // A word that begins with something unknown may be an absolute path: the current folder must not be put before it.
  if (path.startsWith(UNKNOWN) && !path.startsWith(UNKNOWN_NUMBER)) return path;
  const joined = path.startsWith("/") ? path : `${cwd}/${path}`;
  return NEEDS_TIDYING.test(joined) ? tidy(joined) : joined;
}

const NEEDS_TIDYING = /\/\.?(?:\/|$)/;

/** Without `//` and `/./`. A `..` stays: if what stands before it is a link, removing both would name another folder. */
function tidy(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return `/${parts.join("/")}${path.endsWith("/") && parts.length > 0 ? "/" : ""}`;
}

/** A path that an option such as `-C folder` moves. */
export function inFolder(folder: string | undefined, path: string): string {
  return folder === undefined ? path : `${folder}/${path}`;
}

/** The path without what cannot be told; undefined when nothing of it is certain. */
export function knownFolder(path: string): string | undefined {
  const at = path.indexOf(UNKNOWN);
  if (at === -1) return path;
  const slash = path.lastIndexOf("/", at);
  if (slash === -1) return undefined;
  return path.slice(0, slash) || "/";
}

/** At most `count` of the values. Those that name the bank come first: they must not be the ones that are left out. */
export function mostTelling(
  values: readonly string[],
  count: number,
  bank: string,
): readonly string[] {
  if (values.length <= count) return values;
  const name = bank.slice(bank.lastIndexOf("/") + 1);
  return firstThose(values, (value) => value.includes(name)).slice(0, count);
}

function firstThose<Item>(items: readonly Item[], isIt: (item: Item) => boolean): Item[] {
  return [...items.filter(isIt), ...items.filter((item) => !isIt(item))];
}

/** A substitution leaves out the newlines at the end. */
export function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

/** `x=$x$x` in a loop doubles the value each time. */
const LONGEST_VALUE = 100_000;

/** One value of several; one that grows too long is not told. */
export function joinValues(values: readonly string[], glue = " "): string {
  let length = 0;
  for (const value of values) length += value.length + glue.length;
  return length > LONGEST_VALUE ? UNKNOWN : values.join(glue);
}

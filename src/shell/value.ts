/**
 * A value is what a word stands for, with this character for every stretch that cannot be told.
 * No argument of a real program can contain it.
 */
export const UNKNOWN = "\0";

/** For what a command prints, and for numbers: UNKNOWN may stand for nothing at all, this is at least one character. */
export const UNKNOWN_TEXT = UNKNOWN + UNKNOWN;

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
  if (path.startsWith(UNKNOWN)) return path;
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
  const naming = values.filter((value) => value.includes(name));
  return [...naming, ...values.filter((value) => !value.includes(name))].slice(0, count);
}

import { posix } from "node:path";

/**
 * A value is what a word stands for, with this character for every stretch that cannot be told.
 * No argument of a real program can contain it.
 */
export const UNKNOWN = "\0";

export function isKnown(value: string): boolean {
  return !value.includes(UNKNOWN);
}

/** A path from where the shell stands; both may be known in part only. */
export function joinPath(cwd: string, path: string): string {
  if (path === "") return cwd;
  if (path.startsWith("/")) return posix.normalize(path);
  // A word that begins with something unknown may be absolute: where the shell stands says nothing then.
  if (path.startsWith(UNKNOWN)) return path;
  return posix.join(cwd, path);
}

/** The path without what cannot be told; undefined when nothing of it is certain. */
export function knownFolder(path: string): string | undefined {
  const at = path.indexOf(UNKNOWN);
  if (at === -1) return path;
  const slash = path.lastIndexOf("/", at);
  if (slash === -1) return undefined;
  return path.slice(0, slash) || "/";
}

import { posix } from "node:path";

/** A path from where the shell stands; undefined when either is unknown. */
export function joinPath(cwd: string | undefined, path: string): string | undefined {
  if (path === "") return undefined;
  if (posix.isAbsolute(path)) return posix.normalize(path);
  return cwd === undefined ? undefined : posix.join(cwd, path);
}

import { join } from "node:path";
import ignore from "ignore";
import { readProjectHead } from "../disk/read-head.ts";
import { statOf } from "../disk/read.ts";

/** Personal rules of this clone come on top of the project's. */
const FILES = [".gitignore", ".git/info/exclude"];
const MOST_BYTES = 64 * 1024;
/** What may be in a folder: `data/*` ignores that, and not the folder. */
const ANY_NAME = "any";

/** Whether git ignores a path below the folder, by the rules there; a folder's path ends in `/`. */
export function readIgnored(folder: string): (path: string) => boolean {
  const rules = ignore();
  for (const path of FILES) rules.add(readProjectHead(folder, path, MOST_BYTES)?.text ?? "");
  return (path) => rules.ignores(path);
}

/**
 * The same for a path from the root, by the rules of each folder above it. Of one that is not there nobody knows
 * whether it would be a file or a folder.
 */
export function isIgnored(root: string, path: string): boolean {
  // The root itself, as `.`, is no path of a rule.
  if (!ignore.isPathValid(path)) return false;
  const stats = statOf(join(root, path));
  const ends = stats === undefined ? ["", "/", `/${ANY_NAME}`] : stats.isDirectory() ? ["/"] : [""];
  for (let start = 0; ; start = path.indexOf("/", start) + 1) {
    const ignores = readIgnored(join(root, path.slice(0, start)));
    if (ends.some((end) => ignores(path.slice(start) + end))) return true;
    if (!path.includes("/", start)) return false;
  }
}

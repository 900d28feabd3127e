import { join } from "node:path";
import ignore from "ignore";
import { readProjectHead, statOf } from "../disk/read.ts";

/** The project's rules, and the personal ones of this clone. */
const FILES = [".gitignore", ".git/info/exclude"];
const MOST_BYTES = 64 * 1024;
/** A stand-in name: `data/*` ignores what is in the folder, but not the folder itself. */
const ANY_NAME = "any";

/** Whether git ignores a path below the folder, by the rules there; a folder's path ends in `/`. */
export function readIgnored(folder: string): (path: string) => boolean {
  const rules = ignore();
  for (const path of FILES) rules.add(readProjectHead(folder, path, MOST_BYTES)?.text ?? "");
  return (path) => rules.ignores(path);
}

/**
 * Whether git ignores a path from the root, by the rules of each folder above it, which are read once. A path that does
 * not exist is tried both as a file and as a folder.
 */
export function ignoredBelow(root: string): (path: string) => boolean {
  const known = new Map<string, ReturnType<typeof readIgnored>>();

  function rulesOf(folder: string) {
    const rules = known.get(folder) ?? readIgnored(join(root, folder));
    known.set(folder, rules);
    return rules;
  }

  return (path) => {
    // The root itself, `.`, is not a path that rules can match.
    if (!ignore.isPathValid(path)) return false;
    const stats = statOf(join(root, path));
    const ends =
      stats === undefined ? ["", "/", `/${ANY_NAME}`] : stats.isDirectory() ? ["/"] : [""];
    for (let start = 0; ; start = path.indexOf("/", start) + 1) {
      const ignores = rulesOf(path.slice(0, start));
      if (ends.some((end) => ignores(path.slice(start) + end))) return true;
      if (!path.includes("/", start)) return false;
    }
  };
}

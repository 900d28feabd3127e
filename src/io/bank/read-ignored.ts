import { join } from "node:path";
import ignore from "ignore";
import { readHead } from "../disk/read-head.ts";
import { stampOf, statOf } from "../disk/stat.ts";

/** Personal rules of this clone come on top of the project's. */
const FILES = [".gitignore", ".git/info/exclude"];
const MOST_BYTES = 64 * 1024;

/** Whether git ignores a path below the root, by the rules at the root; a folder's path ends in `/`. */
export function readIgnored(root: string): (path: string) => boolean {
  const rules = ignore();
  for (const path of FILES) {
    const head = readHead(root, path, MOST_BYTES);
    if (head.kind === "text") rules.add(head.text);
  }
  return (path) => rules.ignores(path);
}

const KNOWN = new Map<
  string,
  { readonly stamp: string; readonly ignores: (p: string) => boolean }
>();

/** The same for a file or folder that is there. The rules are read again when they have changed. */
export function isIgnored(root: string, path: string): boolean {
  // The root itself, as `.`, is no path of a rule.
  if (!ignore.isPathValid(path)) return false;
  const stamp = FILES.map((file) => statOf(join(root, file)))
    .map((stats) => (stats === undefined ? "" : stampOf(stats)))
    .join(" ");
  const known = KNOWN.get(root);
  const ignores = known?.stamp === stamp ? known.ignores : readIgnored(root);
  KNOWN.set(root, { stamp, ignores });
  return ignores(statOf(join(root, path))?.isDirectory() === true ? `${path}/` : path);
}

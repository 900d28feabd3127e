import { join } from "node:path";
import ignore from "ignore";
import { readHead } from "../disk/read-head.ts";
import { stampOf, statOf } from "../disk/read.ts";

/** Personal rules of this clone come on top of the project's. */
const FILES = [".gitignore", ".git/info/exclude"];
const MOST_BYTES = 64 * 1024;

/** Whether git ignores a path below the folder, by the rules there; a folder's path ends in `/`. */
export function readIgnored(folder: string): (path: string) => boolean {
  const rules = ignore();
  for (const path of FILES) {
    const head = readHead(folder, path, MOST_BYTES);
    if (head.kind === "text") rules.add(head.text);
  }
  return (path) => rules.ignores(path);
}

const FOLDERS_REMEMBERED = 500;
const KNOWN = new Map<
  string,
  { readonly stamp: string; readonly ignores: (p: string) => boolean }
>();

/** The same for a file or folder that is there, by the rules of each folder above it. They are read again when they have changed. */
export function isIgnored(root: string, path: string): boolean {
  // The root itself, as `.`, is no path of a rule.
  if (!ignore.isPathValid(path)) return false;
  const whole = statOf(join(root, path))?.isDirectory() === true ? `${path}/` : path;
  for (let start = 0; ; start = path.indexOf("/", start) + 1) {
    if (rulesOf(join(root, path.slice(0, start)))(whole.slice(start))) return true;
    if (!path.includes("/", start)) return false;
  }
}

function rulesOf(folder: string): (path: string) => boolean {
  const stamp = FILES.map((file) => statOf(join(folder, file)))
    .map((stats) => (stats === undefined ? "" : stampOf(stats)))
    .join(" ");
  const known = KNOWN.get(folder);
  const ignores = known?.stamp === stamp ? known.ignores : readIgnored(folder);
  if (KNOWN.size >= FOLDERS_REMEMBERED) KNOWN.clear();
  KNOWN.set(folder, { stamp, ignores });
  return ignores;
}

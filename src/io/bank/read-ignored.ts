import ignore from "ignore";
import { readHead } from "../disk/read-head.ts";

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

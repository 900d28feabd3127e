import { parseIgnoreRules } from "../../patterns/ignore-rules.ts";
import { readHead } from "../disk/read-head.ts";

/** Personal rules of this clone come on top of the project's. */
const FILES = [".gitignore", ".git/info/exclude"];
const MOST_BYTES = 64 * 1024;

/** Whether git ignores a path below the root, by the rules at the root; a folder's path ends in `/`. */
export function readIgnored(root: string): (path: string) => boolean {
  const texts = FILES.map((path) => {
    const head = readHead(root, path, MOST_BYTES);
    return head.kind === "text" ? head.text : "";
  });
  return parseIgnoreRules(texts.join("\n"));
}

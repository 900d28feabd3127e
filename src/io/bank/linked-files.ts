import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { LinkProblem } from "../../bank/live-links.ts";
import { sensitivePaths } from "../../bank/sensitive-paths.ts";
import { TOOL_RULES } from "../../scan/rule-files.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { readHead, attempt, statOf } from "../disk/read.ts";
import { ignoredBelow } from "./read-ignored.ts";

export type LinkedFile =
  | {
      readonly kind: "file";
      /** The file's real path. */
      readonly path: string;
      readonly head: string;
    }
  | { readonly kind: "refused"; readonly because: LinkProblem };

export type LinkedFiles = ReturnType<typeof linkedFiles>;

/** How much of a file is read: enough for what a pointer shows, even after long comments. */
const HEAD = 16 * 1024;
const RULE_FILE = /\.mdc?$/i;
const MOST_RULE_FILES = 20;
const DEEPEST = 3;

const refuse = (because: LinkProblem): LinkedFile => ({ kind: "refused", because });

/** Follows links of the bank to text files of the work tree. */
export function linkedFiles(
  place: { readonly root: string; readonly bank: string },
  sensitive: readonly string[] = [],
) {
  const root = realPathOf(place.root);
  const bank = realPathOf(place.bank);
  const isSensitive = sensitivePaths(sensitive);
  const isIgnored = ignoredBelow(root);

  /** `link` is relative to `folder`. */
  function follow(folder: string, link: string): LinkedFile {
    const named = resolve(folder, link);
    const stats = statOf(named);
    const path = realPathOf(named);
    // Asked first: for a path outside, not even its existence is told.
    if (!isBelow(root, path)) return refuse("outside");
    const names = [path, named].map((each) => toSlashes(relative(root, each)));
    if (names.some(isSensitive)) return refuse("sensitive");
    if (stats === undefined) return refuse("missing");
    if (stats.isDirectory()) return refuse("folder");
    // Some projects keep the whole bank out of git.
    const isOwn = isBelow(bank, path);
    if (!isOwn && isIgnored(toSlashes(relative(root, path)))) return refuse("ignored");
    const head = readHead(path, HEAD)?.text;
    return head === undefined ? refuse("not-text") : { kind: "file", path, head };
  }

  function ruleFilesIn(folder: string, depth: number): string[] {
    if (depth === 0 || statOf(folder) === undefined) return [];
    const entries = attempt(() => readdirSync(folder, { withFileTypes: true }), []);
    return entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name === TOOL_RULES) return [];
      if (entry.isDirectory()) return ruleFilesIn(path, depth - 1);
      return RULE_FILE.test(entry.name) ? [path] : [];
    });
  }

  return {
    follow,
    /** What a pointer of the entry may show of a file; undefined if the link is not followed. */
    readPointer: (link: string): string | undefined => {
      const file = follow(place.bank, link);
      return file.kind === "file" ? file.head : undefined;
    },
    /** The files that a link leads to; a folder stands for the Markdown files in it. */
    followAll(folder: string, link: string): LinkedFile[] {
      const file = follow(folder, link);
      if (file.kind === "file" || file.because !== "folder") return [file];
      const files = ruleFilesIn(resolve(folder, link), DEEPEST).toSorted();
      return files.slice(0, MOST_RULE_FILES).map((path) => follow(folder, path));
    },
  };
}

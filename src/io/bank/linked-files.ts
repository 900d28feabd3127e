import { type Stats, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { LinkProblem } from "../../bank/live-links.ts";
import { sensitivePaths } from "../../bank/sensitive-paths.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { readHead } from "../disk/read-head.ts";
import { attempt, statOf } from "../disk/read.ts";
import type { LookAt } from "../disk/remember.ts";
import { isIgnored } from "./read-ignored.ts";

export type LinkedFile =
  | {
      readonly kind: "file";
      /** The file's real path. */
      readonly path: string;
      readonly head: string;
      readonly stats: Stats;
    }
  | { readonly kind: "refused"; readonly because: LinkProblem };

export type LinkedFiles = ReturnType<typeof linkedFiles>;

/** Enough for what a pointer shows, whatever comments stand before it. */
const HEAD = 16 * 1024;
const RULE_FILE = /\.mdc?$/i;
const MOST_RULE_FILES = 20;
const DEEPEST = 3;

/** Follows links of the bank to text files of the work tree. */
export function linkedFiles(
  place: { readonly root: string; readonly bank: string },
  sensitive: readonly string[] = [],
  lookAt: LookAt = statOf,
) {
  const root = realPathOf(place.root);
  const bank = realPathOf(place.bank);
  const isSensitive = sensitivePaths(sensitive);

  /** `link` is relative to `folder`. */
  function follow(folder: string, link: string): LinkedFile {
    const named = resolve(folder, link);
    const stats = lookAt(named);
    const path = realPathOf(named);
    // First: what is outside does not even tell whether it is there.
    if (!isBelow(root, path)) return refuse("outside");
    const names = [path, named].map((each) => toSlashes(relative(root, each)));
    if (names.some(isSensitive)) return refuse("sensitive");
    if (stats === undefined) return refuse("missing");
    if (stats.isDirectory()) return refuse("folder");
    // Some keep the whole bank out of git.
    const isOwn = isBelow(bank, path);
    if (!isOwn && isIgnored(root, toSlashes(relative(root, path)))) return refuse("ignored");
    const head = readHead(path, HEAD)?.text;
    return head === undefined ? refuse("not-text") : { kind: "file", path, head, stats };
  }

  function ruleFilesIn(folder: string, depth: number): string[] {
    lookAt(folder);
    const entries = attempt(() => readdirSync(folder, { withFileTypes: true }), []);
    return entries
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return depth > 1 ? ruleFilesIn(path, depth - 1) : [];
        return RULE_FILE.test(entry.name) ? [path] : [];
      });
  }

  return {
    follow,
    /** What a pointer may show of a file; undefined where it is not followed. */
    headOf(folder: string, link: string): string | undefined {
      const file = follow(folder, link);
      return file.kind === "file" ? file.head : undefined;
    },
    /** The same, where a folder stands for the Markdown files in it. */
    followAll(folder: string, link: string): LinkedFile[] {
      const file = follow(folder, link);
      if (file.kind === "file" || file.because !== "folder") return [file];
      const files = ruleFilesIn(resolve(folder, link), DEEPEST);
      return files.slice(0, MOST_RULE_FILES).map((path) => follow(folder, path));
    },
  };
}

function refuse(because: LinkProblem): LinkedFile {
  return { kind: "refused", because };
}

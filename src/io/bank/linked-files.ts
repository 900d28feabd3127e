import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { LinkProblem } from "../../bank/live-links.ts";
import { sensitivePaths } from "../../bank/sensitive-paths.ts";
import { attempt, changeOf, readStart, stampOf, statOf, withFile } from "../disk/read.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { isIgnored } from "./read-ignored.ts";

export type LinkedFile =
  | {
      readonly kind: "file";
      /** The file's real path. */
      readonly path: string;
      readonly head: string;
      readonly stamp: string;
      readonly size: number;
      readonly changedAt: number;
    }
  | { readonly kind: "refused"; readonly because: LinkProblem };

/** Enough for what a pointer shows, whatever comments stand before it. */
const HEAD = 16 * 1024;
const RULE_FILE = /\.mdc?$/i;
const MOST_RULE_FILES = 20;
const DEEPEST = 3;
const FILES_REMEMBERED = 200;

/** Follows links of the bank to text files of the work tree. A file that has not changed costs one `stat`. */
export function createLinkedFiles(root: string, bank: string, sensitive: readonly string[] = []) {
  const realRoot = realPathOf(root);
  const realBank = realPathOf(bank);
  const isSensitive = sensitivePaths(sensitive);
  const known = new Map<string, { readonly stamp: string; readonly file: LinkedFile }>();

  /** `link` is relative to `folder`. */
  function follow(folder: string, link: string): LinkedFile {
    const named = resolve(folder, link);
    const stats = statOf(named);
    const stamp = stats === undefined ? "" : stampOf(stats);
    const before = known.get(named);
    if (before?.stamp === stamp && stamp !== "") return before.file;
    const file = look(named, stamp);
    if (known.size >= FILES_REMEMBERED) known.clear();
    known.set(named, { stamp, file });
    return file;
  }

  function look(named: string, stamp: string): LinkedFile {
    const path = realPathOf(named);
    // Asked before the file is: what is outside does not even tell whether it is there.
    if (!isBelow(realRoot, path)) return refuse("outside");
    const names = [path, named].map((each) => toSlashes(relative(realRoot, each)));
    if (names.some(isSensitive)) return refuse("sensitive");
    const stats = statOf(path);
    if (stats === undefined) return refuse("missing");
    if (stats.isDirectory()) return refuse("folder");
    if (!stats.isFile()) return refuse("not-text");
    // Some keep the whole bank out of git.
    const isOwn = isBelow(realBank, path);
    if (!isOwn && isIgnored(realRoot, toSlashes(relative(realRoot, path))))
      return refuse("ignored");
    const bytes = attempt(() => withFile(path, (file) => readStart(file, HEAD)), undefined);
    const head = bytes === undefined ? undefined : toText(bytes, stats.size > HEAD);
    if (head === undefined) return refuse("not-text");
    return { kind: "file", path, head, stamp, size: stats.size, changedAt: changeOf(stats) };
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
      const place = resolve(folder, link);
      return ruleFilesIn(place, DEEPEST)
        .slice(0, MOST_RULE_FILES)
        .map((path) => follow(folder, path));
    },
  };
}

function ruleFilesIn(folder: string, depth: number): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }), []);
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 1 ? ruleFilesIn(path, depth - 1) : [];
      return RULE_FILE.test(entry.name) ? [path] : [];
    });
}

function refuse(because: LinkProblem): LinkedFile {
  return { kind: "refused", because };
}

/** Undefined for what is no UTF-8 text. */
function toText(bytes: Buffer, isPart: boolean): string | undefined {
  const text = attempt(
    () => new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isPart }),
    undefined,
  );
  return text?.includes("\0") === true ? undefined : text;
}

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { UnfinishedMerge } from "../../check/check-input.ts";
import { attempt, lstatOf, readText } from "../disk/read.ts";
import { REAL_DISK } from "../disk/disk.ts";

/** What git keeps of a work tree while it is in the middle of something. A rebase picks commits: it is asked for first. */
const SIGNS: readonly (readonly [file: string, operation: string])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply/applying", "am"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
];

/** The merge that is under way in the bank's work tree and has left docs of the bank unmerged. */
export function readMerge(bank: string): UnfinishedMerge | undefined {
  const folder = findGitFolder(bank);
  const [, operation] = SIGNS.find(([file]) => existsSync(join(folder ?? "", file))) ?? [];
  if (folder === undefined || operation === undefined) return undefined;
  const docs = listUnmerged(bank);
  return docs.length === 0 ? undefined : { operation, docs };
}

/** Git's folder of the work tree: a linked one has its own, which a file names. */
function findGitFolder(bank: string): string | undefined {
  for (let folder = bank; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const stats = lstatOf(path);
    if (stats?.isDirectory()) return path;
    const named = stats && /^gitdir: (.+?)\r?\n?$/.exec(readText(path) ?? "")?.[1];
    if (named !== undefined) return resolve(folder, named);
    if (folder === dirname(folder)) return undefined;
  }
}

function listUnmerged(bank: string): string[] {
  const command = ["ls-files", "--unmerged", "-z", "--", "."];
  const output = attempt(() => REAL_DISK.git(bank, command, ""), "");
  const paths = output.split("\0").flatMap((line) => /\t([^]+)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}

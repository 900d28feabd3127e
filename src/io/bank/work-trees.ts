import { join, relative } from "node:path";
import { REAL_DISK } from "../disk/disk.ts";
import { realPathOf } from "../disk/paths.ts";
import { attempt, statOf } from "../disk/read.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import type { BankPlace } from "../plan/check-plan.ts";

/** Where what happened to a bank is logged and kept; if asked, also for the same bank in every work tree of the repository. */
export function stateFoldersOf({ root, bank }: BankPlace, isInAll: boolean): string[] {
  const list = () => REAL_DISK.git(root, ["worktree", "list", "--porcelain", "-z"], "");
  const listed = isInAll ? attempt(list, "") : "";
  const name = relative(realPathOf(root), realPathOf(bank));
  // A line `worktree <path>` begins each.
  const banks = listed
    .split("\0")
    .filter((line) => line.startsWith("worktree "))
    .map((line) => join(realPathOf(line.slice("worktree ".length)), name))
    .filter((path) => statOf(path) !== undefined);
  return [...new Set([realPathOf(bank), ...banks])].map(stateFolderOf);
}

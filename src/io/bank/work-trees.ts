import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { attempt } from "../disk/read.ts";
import { REAL_DISK } from "../disk/disk.ts";
import { realPathOf } from "../disk/paths.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import type { BankPlace } from "../plan/check-plan.ts";

/** Git's list, with `-z`: a line `worktree <path>` begins each. */
const WORK_TREE = /^worktree ([^]+)$/;

/** The same bank in every work tree of the repository: its own first. Each is a folder with a state of its own. */
export function banksInWorkTrees({ root, bank }: BankPlace): string[] {
  const list = () => REAL_DISK.git(root, ["worktree", "list", "--porcelain", "-z"], "");
  const roots = attempt(list, "")
    .split("\0")
    .flatMap((line) => WORK_TREE.exec(line)?.[1] ?? []);
  const name = relative(realPathOf(root), realPathOf(bank));
  const others = roots
    .map((tree) => join(realPathOf(tree), name))
    .filter((path) => existsSync(path));
  return [...new Set([realPathOf(bank), ...others])];
}

/** Where what happened to them is logged and kept. */
export function stateFoldersOf(place: BankPlace, isInAll: boolean): string[] {
  const banks = isInAll ? banksInWorkTrees(place) : [place.bank];
  return banks.map(stateFolderOf);
}

import { dirname, join, resolve } from "node:path";
import { BANK_FOLDER } from "../../bank/layout.ts";
import { isBelow } from "../disk/paths.ts";
import { statOf } from "../disk/stat.ts";

export interface BankLocation {
  readonly directory: string;
  /** The git work tree's root, or the start directory where there is no git. */
  readonly root: string;
  /** The bank's folder; where it would be made when there is none. */
  readonly bank: string;
  readonly exists: boolean;
}

/** The nearest bank from the start directory up to the work tree's root. */
export function findBank(start: string, worktree: string): BankLocation {
  const directory = resolve(start);
  const root = projectRoot(directory, worktree);
  const found = foldersUp(directory, worktree)
    .map((folder) => join(folder, BANK_FOLDER))
    .find((bank) => statOf(bank)?.isDirectory());
  return { directory, root, bank: found ?? join(root, BANK_FOLDER), exists: found !== undefined };
}

/** From the start directory up to the project's root. */
export function foldersUp(start: string, worktree: string): string[] {
  const directory = resolve(start);
  const root = projectRoot(directory, worktree);
  const folders = [directory];
  for (let folder = directory; folder !== root && folder !== dirname(folder);) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** Without git a host may report the file system's root as the work tree. */
function projectRoot(directory: string, worktree: string): string {
  const root = resolve(directory, worktree);
  return root === dirname(root) || !isBelow(root, directory) ? directory : root;
}

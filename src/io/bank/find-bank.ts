import { dirname, join, relative, resolve } from "node:path";
import { knownHomes } from "../../bank/bank-homes.ts";
import { BANK_FOLDER, ENTRY, OTHER_FOLDERS } from "../../bank/layout.ts";
import { findVersion } from "../../bank/markers.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { readText, statOf } from "../disk/read.ts";
import type { LookAt } from "../disk/remember.ts";

/** The bank's folder, and the project that it belongs to. */
export interface BankHome {
  readonly home: string;
  /** The bank's path from there, with `/`. */
  readonly name: string;
}

export interface BankLocation extends BankHome {
  readonly directory: string;
  /** The git work tree's root, or the start directory where there is no git. */
  readonly root: string;
  /** The bank's folder; where it would be made when there is none. */
  readonly bank: string;
  readonly exists: boolean;
  /** It is the folder that was asked for. */
  readonly isAsked: boolean;
}

/** Where a host was started. */
export interface Start {
  readonly directory: string;
  readonly worktree: string;
}

/**
 * The folder that was asked for; else the nearest bank from the start directory up to the work tree's root,
 * else the nearest of the folders that other tools use, once it is ours.
 */
export function findBank(start: Start, asked?: string, lookAt: LookAt = statOf): BankLocation {
  const directory = resolve(start.directory);
  const root = projectRoot(directory, start.worktree);
  const named = askedBank(root, asked);
  const isFolder = (path: string) => lookAt(path)?.isDirectory() === true;
  const nearest = () => foldersUp(directory, root).map((folder) => join(folder, BANK_FOLDER));
  const found =
    named ??
    nearest().find(isFolder) ??
    otherFolders(start).find((folder) => hasOwnEntry(folder, lookAt));
  const bank = found ?? join(root, BANK_FOLDER);
  const exists = found !== undefined && isFolder(found);
  return { directory, root, bank, exists, isAsked: named !== undefined, ...homeOf({ root, bank }) };
}

/** The folders that other tools use, the nearest first; each where it would be. */
export function otherFolders({ directory, worktree }: Start): string[] {
  return foldersUp(directory, worktree).flatMap((folder) =>
    OTHER_FOLDERS.map((other) => join(folder, other)),
  );
}

/** Whether a folder holds an entry that this product made, and not another tool's file of that name. */
export function hasOwnEntry(folder: string, lookAt: LookAt = statOf): boolean {
  const entry = join(folder, ENTRY);
  return lookAt(entry) !== undefined && findVersion(readText(entry) ?? "") !== undefined;
}

/** A folder of the project, as a setting names it; undefined for one that no bank can be. */
export function askedBank(root: string, asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined;
  const named = resolve(root, asked);
  // An absolute path may go through a link to the project.
  const inside = [named, realPathOf(named)].find((folder) => isBelow(root, folder));
  if (inside === undefined || inside === root) return undefined;
  return statOf(inside)?.isDirectory() === false ? undefined : inside;
}

/** A folder of a known name belongs to the folder that it is made in; any other to the project's root. */
export function homeOf({ root, bank }: { readonly root: string; readonly bank: string }): BankHome {
  const home = knownHomes(bank).find((folder) => isBelow(root, folder)) ?? root;
  return { home, name: toSlashes(relative(home, bank)) };
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
export function projectRoot(directory: string, worktree: string): string {
  const root = resolve(directory, worktree);
  return root === dirname(root) || !isBelow(root, directory) ? directory : root;
}

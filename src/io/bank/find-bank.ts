import { dirname, join, relative, resolve } from "node:path";
import {
  BANK_FOLDER,
  ENTRY,
  OTHER_FOLDERS,
  TEMPLATE_MARKER,
  knownHomes,
} from "../../bank/layout.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { lstatOf, readText, statOf } from "../disk/read.ts";

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
  /** The bank's folder, or where it would be made if there is none. */
  readonly bank: string;
  readonly exists: boolean;
  /** Whether `bank` is the folder that a setting names. */
  readonly isAsked: boolean;
}

/** Where a host was started. */
export interface Start {
  readonly directory: string;
  readonly worktree: string;
}

/**
 * The folder that a setting names; else the nearest bank from the start directory up to the work tree's root,
 * else the nearest of the folders that other tools use, once it holds an entry of ours.
 */
export function findBank(start: Start, asked?: string): BankLocation {
  const directory = resolve(start.directory);
  const root = projectRoot(directory, start.worktree);
  const named = askedBank(root, asked);
  const isFolder = (path: string) => statOf(path)?.isDirectory() === true;
  const nearest = () => foldersUp(directory, root).map((folder) => join(folder, BANK_FOLDER));
  const found = named ?? nearest().find(isFolder) ?? otherFolders(start).find(hasOwnEntry);
  const bank = found ?? join(root, BANK_FOLDER);
  const exists = found !== undefined && isFolder(found);
  return { directory, root, bank, exists, isAsked: named !== undefined, ...homeOf({ root, bank }) };
}

/** The folders that other tools use, nearest first, whether they exist or not. */
export function otherFolders({ directory, worktree }: Start): string[] {
  return foldersUp(directory, worktree).flatMap((folder) =>
    OTHER_FOLDERS.map((other) => join(folder, other)),
  );
}

/** Whether a folder holds an entry that this product made, and not another tool's file of that name. */
export function hasOwnEntry(folder: string): boolean {
  return TEMPLATE_MARKER.test(readText(join(folder, ENTRY)) ?? "");
}

/** A project's folder, as a setting names it; undefined for a folder that cannot be a bank. */
export function askedBank(root: string, asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined;
  const named = resolve(root, asked);
  // An absolute path may reach the project through a link.
  const inside = [named, realPathOf(named)].find((folder) => isBelow(root, folder));
  if (inside === undefined || inside === root) return undefined;
  return statOf(inside)?.isDirectory() === false ? undefined : inside;
}

/** A bank whose folder has a known name belongs to the folder around it; any other to the project's root. */
export function homeOf({ root, bank }: { readonly root: string; readonly bank: string }): BankHome {
  const home = knownHomes(bank).find((folder) => isBelow(root, folder)) ?? root;
  return { home, name: toSlashes(relative(home, bank)) };
}

/** From the start directory up to the project's root. */
export function foldersUp(start: string, worktree: string): string[] {
  const directory = resolve(start);
  const root = projectRoot(directory, worktree);
  return directory === root ? [root] : [directory, ...foldersUp(dirname(directory), root)];
}

/** Without git a host may report the file system's root as the work tree: then it is the start directory. */
export function projectRoot(directory: string, worktree: string): string {
  const root = resolve(directory, worktree);
  return root === dirname(root) || !isBelow(root, directory) ? directory : root;
}

/** The root of the git work tree that a folder is in, `/` where there is none; without asking git. */
export function findWorktree(directory: string): string {
  const parent = dirname(directory);
  if (lstatOf(join(directory, ".git")) !== undefined) return directory;
  return parent === directory ? parent : findWorktree(parent);
}

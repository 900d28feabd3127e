import { dirname, join } from "node:path";
import { NEW_BANK_FOLDER, STAGING_FOLDER } from "../../bank/layout.ts";
import type { Disk } from "../disk/disk.ts";

/** In the staging folder, for people. No name there has a doc's extension: nothing is taken for one. */
export const JOURNAL = "journal.json";
/** Inside the bank. */
export const JOURNAL_PATH = `${STAGING_FOLDER}/${JOURNAL}`;
/** Says that the bank is ours: it goes again if no doc comes into it. */
export const MADE_BANK = "made-bank";
const LOCK_ENTRY = /^lock-(\d+)-([0-9a-f]{8})-[0-9a-f]+$/;

/** Undefined for what is no lock. */
export function parseLockEntry(name: string): { pid: number; host: string } | undefined {
  const [, pid, host] = LOCK_ENTRY.exec(name) ?? [];
  return host === undefined ? undefined : { pid: Number(pid), host };
}

/** The new bytes of a step, until they are put in their place. */
export function newFile(area: string, at: number): string {
  return join(area, "new", String(at));
}

/** The old bytes of a step, until the plan is done. */
export function oldFile(area: string, at: number): string {
  return join(area, "old", String(at));
}

/** Where something is made before it gets its name. */
export function unfinishedFile(path: string): string {
  return `${path}.tmp`;
}

/** Where it is not there yet. */
export function makeStaging(disk: Disk, area: string): void {
  const isThere = (name: string) => disk.lstat(join(area, name)) !== undefined;
  for (const name of ["new", "old"]) if (!isThere(name)) disk.makeFolder(join(area, name));
  // What a crash leaves must not get into a commit.
  if (!isThere(".gitignore")) disk.write(join(area, ".gitignore"), "*\n");
}

/** All that we ever put there, locks and the mark of a new bank aside. */
const STAGED = ["new", "old", JOURNAL, ".gitignore"];

/**
 * Whether a path in the bank is nobody's business but ours while it is there. The journal is not: who writes
 * one means to have a plan done that nobody saw. Nor is what we never put there.
 */
export function isScratch(path: string): boolean {
  const [folder, name, ...below] = path.split("/");
  if (folder !== STAGING_FOLDER || name === undefined || path === JOURNAL_PATH) return false;
  if (name === MADE_BANK) return below.length === 0;
  return STAGED.includes(name) || parseLockEntry(name) !== undefined;
}

/** Removes what a plan that is over has left, and nothing else. */
export function clearStaging(disk: Disk, area: string): void {
  const names = new Set(disk.list(area));
  for (const name of STAGED) if (names.has(name)) disk.removeTree(join(area, name));
}

/** What is there beside locks and the mark of a new bank. */
export function findStaged(disk: Disk, area: string): string[] {
  return disk.list(area).filter((name) => {
    const path = join(area, name);
    if (name === MADE_BANK) return !isMark(disk, path);
    return parseLockEntry(name) === undefined || disk.lstat(path)?.isDirectory() === false;
  });
}

/** Whether the bank was made for a plan. The mark is empty: who removes it takes nothing from anybody. */
export function isMadeBank(disk: Disk, area: string): boolean {
  return isMark(disk, join(area, MADE_BANK));
}

function isMark(disk: Disk, path: string): boolean {
  const stats = disk.lstat(path);
  return stats?.isFile() === true && stats.size === 0;
}

/** Where a plan that was interrupted has left something: in the bank, or beside one that was being made. */
export function leftoverPlaces(bank: string): readonly string[] {
  return [join(bank, STAGING_FOLDER), join(dirname(bank), NEW_BANK_FOLDER)];
}

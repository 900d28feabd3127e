import { dirname, join } from "node:path";
import { NEW_BANK_FOLDER, STAGING_FOLDER } from "../../bank/layout.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";

/** In the staging folder. Names without an extension: nothing there is taken for a doc. */
export const JOURNAL = "journal.json";
/** What becomes of the journal when the plan is over: from then on all that was staged may go. */
export const DONE = "journal.done";
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

/**
 * Whether a path in the bank is nobody's business but ours while it is there. The journal is not: one that
 * we did not write would have a plan done that nobody saw.
 */
export function isScratch(path: string): boolean {
  if (path === STAGING_FOLDER) return true;
  return path.startsWith(`${STAGING_FOLDER}/`) && path !== JOURNAL_PATH;
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

export function makeStaging(disk: Disk, area: string): void {
  disk.makeFolder(join(area, "new"));
  disk.makeFolder(join(area, "old"));
  // What a crash leaves must not get into a commit.
  disk.write(join(area, ".gitignore"), "*\n");
}

/** All that we ever put there, locks and the mark of a new bank aside. */
const STAGED = new Set(["new", "old", unfinishedFile(JOURNAL), ".gitignore"]);

/**
 * Removes what a plan that is over has left, and nothing else. The journal is renamed first: what it speaks
 * of must be there as long as it is, and that nobody else took it away must be seen.
 */
export function clearStaging(disk: Disk, area: string): void {
  if (disk.lstat(join(area, JOURNAL)) !== undefined) {
    disk.rename(join(area, JOURNAL), join(area, DONE));
    unlessRefused(() => disk.sync(area));
  }
  const names = disk.list(area);
  for (const name of names) if (STAGED.has(name)) disk.removeTree(join(area, name));
  if (disk.lstat(join(area, DONE)) !== undefined) disk.unlink(join(area, DONE));
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

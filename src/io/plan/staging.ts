import { dirname, join } from "node:path";
import { NEW_BANK_FOLDER, STAGING_FOLDER } from "../../bank/layout.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";

/** In the staging folder. Names without an extension: nothing there is taken for a doc. */
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

/** The journal first: what it speaks of must be there as long as it is. */
export function clearStaging(disk: Disk, area: string): void {
  if (disk.lstat(join(area, JOURNAL)) !== undefined) {
    disk.unlink(join(area, JOURNAL));
    unlessRefused(() => disk.sync(area));
  }
  for (const name of disk.list(area)) {
    if (name !== MADE_BANK && parseLockEntry(name) === undefined) disk.removeTree(join(area, name));
  }
}

/** Where a plan that was interrupted has left something: in the bank, or beside one that was being made. */
export function leftoverPlaces(bank: string): readonly string[] {
  return [join(bank, STAGING_FOLDER), join(dirname(bank), NEW_BANK_FOLDER)];
}

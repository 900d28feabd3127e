import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { NEW_BANK_FOLDER, STAGING_FOLDER } from "../../bank/layout.ts";
import { codeOf } from "../disk/disk-error.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { PlanError, busy, foreign, notAFolder } from "./plan-error.ts";
import { MADE_BANK, findStaged, isMadeBank, parseLockEntry } from "./staging.ts";

/** The right to change a bank, as long as its entry is there. */
export interface Hold {
  readonly bank: string;
  /** The staging folder. */
  readonly area: string;
  /** Ours in it. */
  readonly entry: string;
  /** Folders that were made to make the bank in, the innermost first: they go again if it does not stay. */
  readonly parents: readonly string[];
}

export interface LockOptions {
  readonly now: () => number;
  /** How long to wait for another process, in milliseconds. */
  readonly patience: number;
}

/** No plan takes so long; the number of a process that has crashed may belong to another one by now. */
const LONGEST_HOLD = 10 * 60 * 1000;
const PAUSE = 5;
const MOST_ATTEMPTS = 50;
/** Process numbers mean nothing on another machine or in another container. */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

export function newBankOf(bank: string): string {
  return join(dirname(bank), NEW_BANK_FOLDER);
}

/**
 * Holds the bank, which is made where there is none: complete with this lock, in one step, so that no
 * crash leaves a folder that nobody knows the maker of.
 */
export function holdBank(disk: Disk, bank: string, options: LockOptions): Hold {
  const parents: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (disk.lstat(bank) !== undefined) return holdFolder(disk, bank, bank, options);
      const fresh = newBankOf(bank);
      makeFolders(disk, dirname(bank), parents);
      if (disk.lstat(fresh) === undefined) disk.makeFolder(fresh);
      const hold = { ...holdFolder(disk, bank, fresh, options), parents };
      if (turnIntoBank(disk, hold, fresh)) return { ...hold, area: join(bank, STAGING_FOLDER) };
    } catch (error) {
      // Another process has just made a folder, removed it, or turned the new bank into the bank.
      const isRace = ["ENOENT", "EEXIST", "ENOTEMPTY"].includes(codeOf(error) ?? "");
      if (isRace && attempt < MOST_ATTEMPTS) continue;
      for (const folder of parents) unlessRefused(() => disk.removeFolder(folder));
      throw error;
    }
  }
}

/** Those that are not there yet; what is made is noted, the innermost first. */
function makeFolders(disk: Disk, folder: string, made: string[]): void {
  if (disk.lstat(folder) !== undefined) return;
  makeFolders(disk, dirname(folder), made);
  disk.makeFolder(folder);
  made.unshift(folder);
}

function turnIntoBank(disk: Disk, hold: Hold, fresh: string): boolean {
  try {
    // Somebody else's folder of that name must not become the bank.
    if (disk.list(fresh).some((name) => name !== STAGING_FOLDER)) throw notAFolder(fresh);
    // Nothing is ever staged before the bank has its name.
    if (findStaged(disk, hold.area).length > 0) throw foreign(fresh);
    const marker = join(hold.area, MADE_BANK);
    if (disk.lstat(marker) === undefined) disk.write(marker, "");
    disk.rename(fresh, hold.bank);
    return true;
  } catch (error) {
    releaseBank(disk, hold);
    if (error instanceof PlanError || disk.lstat(hold.bank) === undefined) throw error;
    return false;
  }
}

/**
 * Holds the bank in a folder that is there: itself, or what is to become it. Everybody says first that
 * they want it, by a folder of their own name, and looks then who else does: of two, the later one sees
 * the earlier. So nothing is ever taken away from anybody; the name of a process that is gone just does
 * not count.
 */
export function holdFolder(disk: Disk, bank: string, folder: string, options: LockOptions): Hold {
  const area = join(folder, STAGING_FOLDER);
  const name = `lock-${process.pid}-${HOST}-${randomBytes(6).toString("hex")}`;
  const hold = { bank, area, entry: join(area, name), parents: [] };
  const deadline = options.now() + options.patience;
  try {
    for (;;) {
      const stats = disk.lstat(area);
      if (stats === undefined) disk.makeFolder(area);
      else if (!stats.isDirectory()) throw notAFolder(area);
      if (disk.lstat(hold.entry) === undefined) disk.makeFolder(hold.entry);
      const { living, dead } = findOthers(disk, area, name, options.now());
      const [first] = living;
      if (first === undefined) {
        for (const other of dead) unlessRefused(() => disk.removeFolder(join(area, other)));
        return hold;
      }
      if (options.now() >= deadline) throw busy(parseLockEntry(first)?.pid ?? 0);
      // Of two that wait for each other, one must step back.
      if (first < name) disk.removeFolder(hold.entry);
      pause();
    }
  } catch (error) {
    leaveBank(disk, hold);
    throw error;
  }
}

function findOthers(disk: Disk, area: string, own: string, now: number) {
  const others = disk.list(area).filter((name) => name !== own && parseLockEntry(name));
  const living = others.filter((name) => isLiving(disk, join(area, name), now)).toSorted();
  return { living, dead: others.filter((name) => !living.includes(name)) };
}

/** Whether some process is changing the bank that this is the staging folder of. */
export function isHeld(disk: Disk, area: string, now: number): boolean {
  return findOthers(disk, area, "", now).living.length > 0;
}

function isLiving(disk: Disk, entry: string, now: number): boolean {
  const stats = disk.lstat(entry);
  const owner = parseLockEntry(basename(entry));
  if (stats === undefined || owner === undefined) return false;
  // In the future, too: no clock is set back that far.
  if (Math.abs(now - stats.mtimeMs) > LONGEST_HOLD) return false;
  return owner.host !== HOST || disk.isRunning(owner.pid);
}

/** Ends a hold, without leftovers of its own. What cannot be removed now goes at the next start. */
export function releaseBank(disk: Disk, hold: Hold): void {
  unlessRefused(() => withdrawBank(disk, hold));
  leaveBank(disk, hold);
}

/** A bank that we made and that got no docs goes the way it came: in one step. */
function withdrawBank(disk: Disk, { bank, area }: Hold): void {
  if (!isMadeBank(disk, area)) return;
  const folder = dirname(area);
  if (folder !== bank) return disk.unlink(join(area, MADE_BANK));
  const isEmpty = disk.list(bank).every((name) => name === STAGING_FOLDER);
  if (!isEmpty) return disk.unlink(join(area, MADE_BANK));
  disk.rename(bank, newBankOf(bank));
  disk.unlink(join(newBankOf(bank), STAGING_FOLDER, MADE_BANK));
}

/** Ends a hold, and leaves all else. Our entry may have moved along with a bank that came or went. */
export function leaveBank(disk: Disk, { bank, entry, parents }: Hold): void {
  for (const folder of [bank, newBankOf(bank)]) {
    const area = join(folder, STAGING_FOLDER);
    unlessRefused(() => disk.removeFolder(join(area, basename(entry))));
    unlessRefused(() => disk.removeFolder(area));
  }
  for (const folder of [newBankOf(bank), ...parents])
    unlessRefused(() => disk.removeFolder(folder));
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
}

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Disk, REAL_DISK, unlessRefused } from "../disk/disk.ts";
import { codeOf } from "../disk/disk-error.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { type Writer, createWriteLedger } from "../effects/write-ledger.ts";
import type { KeptDoc } from "../kept/kept-versions.ts";
import { keepVersions } from "../kept/kept-versions.ts";
import { type BankPlace, toShown } from "./check-plan.ts";
import { PlanError, toPlanError } from "./plan-error.ts";
import type { Work } from "./plan-steps.ts";

export interface ApplyOptions {
  readonly disk?: Disk;
  readonly now?: () => number;
  /** The project's state folder. */
  readonly stateFolder?: () => string;
  /** How long to wait for another process that is changing the bank, in milliseconds. */
  readonly patience?: number;
  /** Who applies it. */
  readonly by?: Writer;
}

/** A bank that no other process changes meanwhile. */
export interface HeldBank extends Work {
  readonly stateFolder: string;
  /** Keeps versions of docs aside, for `memory-bank restore`. Throws where nothing can be kept. */
  readonly keep: (docs: readonly KeptDoc[], plan: string) => string;
}

/** Long enough for a plan of another process, short enough for a host that waits. */
const PATIENCE = 500;
/** No plan takes so long; the number of a process that has crashed may belong to another one by now. */
const LONGEST_HOLD = 10 * 60 * 1000;
const PAUSE = 5;

/** Holds the bank as long as the work takes. What the disk refuses becomes a PlanError. */
export function whileHeld<Result>(
  place: BankPlace,
  bank: string,
  options: ApplyOptions,
  work: (held: HeldBank) => Result,
): Result {
  const { disk = REAL_DISK, now = Date.now, patience = PATIENCE } = options;
  const shown = (path?: string) => toShown(place, path);
  let release = () => {};
  try {
    const stateFolder = options.stateFolder?.() ?? stateFolderOf(bank);
    const ledger = createWriteLedger(() => stateFolder, options.by);
    const lock = join(stateFolder, "lock");
    takeLock(disk, lock, now, patience);
    release = () => {
      unlessRefused(() => disk.unlink(lock));
    };
    return work({
      disk,
      bank,
      asksGit: place.isGit !== false,
      note: (doc, bytes) => ledger.note(doc, bytes, now()),
      stateFolder,
      shown,
      keep: (docs, plan) =>
        keepVersions(stateFolder, docs, { rule: "apply-plan", words: `plan ${plan}` }, now()),
    });
  } catch (error) {
    throw toPlanError(error, shown());
  } finally {
    release();
  }
}

/** Waits until no other process changes the bank of this state folder. The lock of one that has crashed is taken. */
function takeLock(disk: Disk, lock: string, now: () => number, patience: number): void {
  const deadline = now() + patience;
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toPlanError(error, dirname(lock));
  }
  while (!hasMade(disk, lock)) {
    const holder = holderOf(disk, lock, now());
    if (holder === undefined) unlessRefused(() => disk.unlink(lock));
    else if (now() >= deadline) throw new PlanError("busy", holder);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

function hasMade(disk: Disk, lock: string): boolean {
  try {
    disk.write(lock, String(process.pid));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The process that holds the lock; undefined where it is gone, or the lock is. */
function holderOf(disk: Disk, lock: string, now: number): string | undefined {
  const stats = disk.lstat(lock);
  // In the future, too: no clock is set back that far.
  if (stats === undefined || Math.abs(now - stats.mtimeMs) > LONGEST_HOLD) return undefined;
  let holder = "?";
  unlessRefused(() => {
    holder = disk.read(lock).toString("utf8");
  });
  // It has only just been made.
  if (holder === "") return "?";
  return disk.isRunning(Number(holder)) ? holder : undefined;
}

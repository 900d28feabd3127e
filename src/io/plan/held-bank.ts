import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Disk, REAL_DISK, unlessRefused } from "../disk/disk.ts";
import { attempt } from "../disk/read.ts";
import { codeOf, onDisk } from "../disk/disk-error.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { type Writer, createWriteLedger } from "../effects/write-ledger.ts";
import type { KeptDoc } from "../kept/kept-versions.ts";
import { keepVersions } from "../kept/kept-versions.ts";
import { type BankPlace, toShown } from "./check-plan.ts";
import { PlanError, toPlanError } from "./plan-error.ts";
import type { Work } from "./plan-steps.ts";

export interface ApplyOptions {
  readonly disk?: Disk;
  /** The project's state folder. */
  readonly stateFolder?: () => string;
  /** Who applies it. */
  readonly by?: Writer;
}

/** A bank that no other process changes meanwhile. */
export interface HeldBank extends Work {
  readonly stateFolder: string;
  /** Keeps versions of docs aside, for `memory-bank restore`. Throws where nothing can be kept. */
  readonly keep: (docs: readonly KeptDoc[], plan: string) => string;
}

/** No plan takes so long; the number of a process that has crashed may belong to another one by now. */
const LONGEST_HOLD = 10 * 60 * 1000;

/** Holds the bank as long as the work takes. What the disk refuses becomes a PlanError. */
export function whileHeld<Result>(
  place: BankPlace,
  bank: string,
  options: ApplyOptions,
  work: (held: HeldBank) => Result,
): Result {
  const { disk = REAL_DISK } = options;
  const shown = (path?: string) => toShown(place, path);
  let release = () => {};
  try {
    const stateFolder = options.stateFolder?.() ?? stateFolderOf(bank);
    const ledger = createWriteLedger(() => stateFolder, options.by);
    const lock = join(stateFolder, "lock");
    takeLock(disk, lock);
    release = () => {
      unlessRefused(() => disk.unlink(lock));
    };
    return work({
      disk,
      bank,
      note: (doc, bytes) => ledger.note(doc, bytes),
      stateFolder,
      shown,
      keep: (docs, plan) =>
        keepVersions(stateFolder, docs, { rule: "apply-plan", words: `plan ${plan}` }, Date.now()),
    });
  } catch (error) {
    throw toPlanError(error, shown());
  } finally {
    release();
  }
}

/** Throws while another process changes the bank of this state folder. The lock of one that has crashed is taken. */
function takeLock(disk: Disk, lock: string): void {
  onDisk(dirname(lock), () => mkdirSync(dirname(lock), { recursive: true, mode: 0o700 }));
  if (hasMade(disk, lock)) return;
  // An empty lock has only just been made. In the future, too: no clock is set back that far.
  const holder = attempt(() => disk.read(lock).toString("utf8"), "");
  const age = Math.abs(Date.now() - (disk.lstat(lock)?.mtimeMs ?? 0));
  const isHeld = age < LONGEST_HOLD && (holder === "" || disk.isRunning(Number(holder)));
  if (!isHeld) unlessRefused(() => disk.unlink(lock));
  if (isHeld || !hasMade(disk, lock)) throw new PlanError("busy", holder || "?");
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

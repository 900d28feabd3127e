import { type Disk, REAL_DISK } from "../disk/disk.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { type Writer, createWriteLedger } from "../effects/write-ledger.ts";
import type { KeptDoc } from "../kept/incident.ts";
import { keepVersions } from "../kept/kept-versions.ts";
import { holdBank } from "./apply-lock.ts";
import { type BankPlace, toShown } from "./check-plan.ts";
import { toPlanError } from "./plan-error.ts";
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
    release = holdBank(disk, stateFolder, { now, patience });
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

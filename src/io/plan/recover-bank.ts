import { join } from "node:path";
import { STAGING_FOLDER } from "../../bank/layout.ts";
import { type Hold, holdFolder, leaveBank, newBankOf, releaseBank } from "./apply-lock.ts";
import { type BankPlace, locateBank } from "./check-plan.ts";
import { codeOf } from "../disk/disk-error.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { PlanError, toPlanError, unfinished } from "./plan-error.ts";
import type { Journal } from "./plan-journal.ts";
import type { PlanNote } from "./plan-note.ts";
import { type Conflict, finishSteps, undoSteps } from "./plan-steps.ts";
import {
  type ApplyOptions,
  type Tools,
  concludeJournal,
  keepConflicts,
  openTools,
} from "./plan-tools.ts";
import { clearStaging, leftoverPlaces, makeStaging } from "./staging.ts";
import { lookAtStaging } from "./look-at-staging.ts";

export type Recovered =
  | { readonly kind: "nothing" }
  /** Another process is changing the bank right now. */
  | { readonly kind: "busy" }
  /** A plan that had not begun left something behind, which is gone. */
  | { readonly kind: "cleaned" }
  /** Not of a plan that this engine began here: it stays, and nothing of it is done. */
  | { readonly kind: "foreign"; readonly path: string }
  | {
      readonly kind: "finished" | "undone";
      readonly plan: string;
      readonly notes: readonly PlanNote[];
    };

/**
 * Puts right what a crash has left: the bank is the old one or the new one, and nothing else is there.
 * Two looks at the disk when there is nothing to do. May itself be stopped at any point. Throws a
 * PlanError, or a DiskError, where it cannot; nothing is lost then, and the next start tries again.
 */
export function recoverBank(place: BankPlace, options: ApplyOptions = {}): Recovered {
  const tools = openTools(place, place.bank, options);
  if (!hasLeftovers(tools.disk, place.bank)) return { kind: "nothing" };
  try {
    const bank = locateBank(place);
    const fresh = recoverFolder(tools, bank, newBankOf(bank));
    const recovered = recoverFolder(tools, bank, bank);
    return recovered.kind === "nothing" || fresh.kind === "foreign" ? fresh : recovered;
  } catch (error) {
    throw toPlanError(error, tools.shown());
  }
}

/** The bank's path may lead through anything: what cannot be looked at has nothing of ours. */
function hasLeftovers(disk: Disk, bank: string): boolean {
  return leftoverPlaces(bank).some((path) => {
    let isThere = false;
    unlessRefused(() => (isThere = disk.lstat(path) !== undefined));
    return isThere;
  });
}

function recoverFolder(tools: Tools, bank: string, folder: string): Recovered {
  const { disk, now } = tools;
  if (disk.lstat(join(folder, STAGING_FOLDER)) === undefined) {
    if (folder !== bank) unlessRefused(() => disk.removeFolder(folder));
    return { kind: "nothing" };
  }
  let hold: Hold;
  try {
    hold = holdFolder(disk, bank, folder, { now, patience: 0 });
  } catch (error) {
    if (error instanceof PlanError && error.kind === "busy") return { kind: "busy" };
    // Another process has cleaned up meanwhile.
    if (codeOf(error) === "ENOENT") return { kind: "nothing" };
    throw error;
  }
  try {
    const recovered = recoverHeld(tools, hold);
    if (recovered.kind === "foreign") leaveBank(disk, hold);
    else releaseBank(disk, hold);
    return recovered;
  } catch (error) {
    leaveBank(disk, hold);
    throw error;
  }
}

/** The same for who holds the bank already. Nothing of ours is in the staging folder afterwards. */
export function recoverHeld(tools: Tools, hold: Hold): Recovered {
  const found = lookAtStaging(tools, hold.bank, hold.area);
  switch (found.kind) {
    case "foreign":
      return { kind: "foreign", path: hold.area };
    case "begun": {
      const recovered = settle(tools, hold, found.journal);
      conclude(tools, hold);
      return recovered;
    }
    case "idle":
      clear(tools, hold);
      return { kind: "cleaned" };
    case "nothing":
      return { kind: "cleaned" };
  }
}

/** The plan is over: from now on what it staged may go. */
export function conclude(tools: Tools, hold: Hold): void {
  const { begun } = tools;
  try {
    begun.note(hold.bank);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    // On a full disk nothing can be noted, but a note can go.
    begun.end();
  }
  clear(tools, hold);
}

/** Only when all of it is gone nobody need know any more that it was ours. */
function clear({ disk, begun }: Tools, { area }: Hold): void {
  clearStaging(disk, area);
  begun.end();
}

/**
 * Finishes rather than undoes: the user has said yes to this plan, all that it needs is on disk, and it
 * has been checked. Only where the disk refuses, it is taken back.
 */
function settle(tools: Tools, hold: Hold, journal: Journal): Recovered {
  const { plan } = journal;
  const work = tools.toWork(hold);
  const conflicts: Conflict[] = [];
  try {
    makeStaging(tools.disk, hold.area);
    finishSteps(work, journal, (conflict) => conflicts.push(conflict));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return { kind: "undone", plan, notes: undoJournal(tools, hold, journal) };
  }
  const left = keepConflicts(work, conflicts, plan);
  return { kind: "finished", plan, notes: [...left, ...concludeJournal(work, journal)] };
}

/** Takes a plan back, and keeps aside what has no place. */
export function undoJournal(tools: Tools, hold: Hold, journal: Journal): PlanNote[] {
  const work = tools.toWork(hold);
  try {
    return keepConflicts(work, undoSteps(work, journal), journal.plan);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw unfinished(tools.shown(), error);
  }
}

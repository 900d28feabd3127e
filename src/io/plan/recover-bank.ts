import { attempt } from "../disk/read.ts";
import { codeOf } from "../disk/disk-error.ts";
import { REAL_DISK, unlessRefused } from "../disk/disk.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { type BankPlace, locateBank } from "./check-plan.ts";
import { type ApplyOptions, type HeldBank, whileHeld } from "./held-bank.ts";
import { journalFile } from "./unfinished.ts";
import { PlanError, reasonOf } from "./plan-error.ts";
import { type Journal, type Step, dropJournal, readJournal } from "./plan-journal.ts";
import type { PlanNote, Recovered } from "./plan-note.ts";
import { doSteps, progressOf, settleSteps, toBytes, undoSteps } from "./plan-steps.ts";

/**
 * Puts right what a crash has left: afterwards the bank is the old one or the new one. One look at the
 * disk when there is nothing to do. May itself be stopped at any point. Throws a PlanError where it
 * cannot; nothing is lost then, and the next start tries again.
 */
export function recoverBank(place: BankPlace, options: ApplyOptions = {}): Recovered {
  const { disk = REAL_DISK, stateFolder = () => stateFolderOf(place.bank) } = options;
  const journal = attempt(() => disk.lstat(journalFile(stateFolder())), undefined);
  if (journal === undefined) return { kind: "nothing" };
  try {
    return whileHeld(place, locateBank(place), { patience: 0, ...options }, recoverHeld);
  } catch (error) {
    if (error instanceof PlanError && error.kind === "busy") return { kind: "busy" };
    throw error;
  }
}

/**
 * Finishes rather than undoes: the user has said yes to this plan. It is taken back where nothing of it
 * was done, or where the disk refuses.
 */
export function recoverHeld(held: HeldBank): Recovered {
  const journal = readJournal(held.disk, held.stateFolder, held.bank);
  if (journal === undefined) return { kind: "nothing" };
  const { plan, steps } = journal;
  const left: Step[] = [];
  try {
    if (!steps.some((step) => hasMade(held, step)))
      return { kind: "undone", plan, notes: undoPlan(held, journal) };
    doSteps(held, steps, (step) => left.push(step));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return { kind: "undone", plan, notes: undoPlan(held, journal) };
  }
  const notes = keepLeft(held, journal, left);
  endPlan(held, journal);
  return { kind: "finished", plan, notes };
}

/** A doc that is gone may have been removed by anybody. */
function hasMade(held: HeldBank, step: Step): boolean {
  const isMaking = step.kind === "move" || step.after !== undefined;
  return isMaking && progressOf(held, step) === "done";
}

/** Every step is done. */
export function endPlan(held: HeldBank, { steps }: Journal): void {
  settleSteps(held, steps);
  unlessRefused(() => dropJournal(held.disk, held.stateFolder));
}

/** Takes the plan back. A doc that somebody has changed meanwhile stays; its version before the plan is kept aside. */
export function undoPlan(held: HeldBank, journal: Journal): PlanNote[] {
  const left: Step[] = [];
  try {
    undoSteps(held, journal, (step) => left.push(step));
    const notes = keepLeft(held, journal, left);
    dropJournal(held.disk, held.stateFolder);
    return notes;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new PlanError("unfinished", `${held.shown()} (${reasonOf(error)})`, error);
  }
}

/** Keeps the versions of the plan aside of docs that somebody else has changed. Throws where that cannot be. */
function keepLeft({ keep }: HeldBank, journal: Journal, left: readonly Step[]): PlanNote[] {
  if (left.length === 0) return [];
  const paths = new Set(left.map(({ path }) => path));
  const docs = journal.steps.flatMap((step) => {
    if (step.kind === "move" || !paths.has(step.path)) return [];
    return { doc: step.path, before: toBytes(step.before), after: toBytes(step.after) };
  });
  const kept = docs.length === 0 ? undefined : keep(docs, journal.plan);
  return [{ kind: "left", paths: [...paths], kept }];
}

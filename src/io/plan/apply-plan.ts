import type { Plan } from "../../types.ts";
import { NO_BANK, bankKind } from "../bank/bank-state.ts";
import { attempt } from "../disk/read.ts";
import { codeOf, reasonOf } from "../disk/disk-error.ts";
import { REAL_DISK, unlessRefused } from "../disk/disk.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { type BankPlace, checkPlan, locateBank, requireMerged, toShown } from "./check-plan.ts";
import { type ApplyOptions, type HeldBank, whileHeld } from "./held-bank.ts";
import { PlanError } from "./plan-error.ts";
import { type Journal, dropJournal, readJournal, writeJournal } from "./plan-journal.ts";
import type { PlanNote, Recovered } from "./plan-note.ts";
import { doSteps, invert, lookAt, progressOf, tidy, toBytes } from "./plan-steps.ts";
import { findLeftover, journalFile } from "./unfinished.ts";

/**
 * Does exactly the plan, or nothing. Throws a PlanError that says what to do; the bank is then as it was.
 * Whatever stops it, the bank is the old one or the new one after `recoverBank`.
 */
export function applyPlan(place: BankPlace, plan: Plan, options: ApplyOptions = {}): PlanNote[] {
  if (plan.operations.length === 0) return [];
  const bank = locateBank(place);
  requireMerged(place);
  if (bankKind(bank) === "missing" && plan.state !== NO_BANK)
    throw new PlanError("stale", toShown(place));
  return whileHeld(place, bank, options, (held) => {
    const recovered = recoverHeld(held);
    const left = findLeftover(bank);
    if (left !== undefined) throw new PlanError("leftover", left);
    const journal = checkPlan(held, plan);
    const kept = keepOld(held, plan);
    writeJournal(held.disk, held.stateFolder, journal);
    carryOut(held, journal);
    return [...("notes" in recovered ? recovered.notes : []), ...kept];
  });
}

/**
 * Finishes a plan that a crash has stopped: the user has said yes to it. One look at the disk when there is
 * nothing to do. May itself be stopped at any point. Throws a PlanError where it cannot; nothing is lost
 * then, and the next start tries again.
 */
export function recoverBank(place: BankPlace, options: ApplyOptions = {}): Recovered {
  const { disk = REAL_DISK, stateFolder = () => stateFolderOf(place.bank) } = options;
  const journal = attempt(() => disk.lstat(journalFile(stateFolder())), undefined);
  if (journal === undefined) return { kind: "nothing" };
  try {
    return whileHeld(place, locateBank(place), options, recoverHeld);
  } catch (error) {
    if (error instanceof PlanError && error.kind === "busy") return { kind: "busy" };
    throw error;
  }
}

function recoverHeld(held: HeldBank): Recovered {
  const journal = readJournal(held.disk, held.stateFolder, held.bank);
  if (journal === undefined) return { kind: "nothing" };
  // A plan of which nothing was done is forgotten. A doc that is gone may have been removed by anybody.
  const isBegun = journal.steps.some(
    (step) =>
      (step.kind === "move" || step.after !== undefined) && progressOf(held, step) === "done",
  );
  if (isBegun) return { kind: "finished", plan: journal.plan, notes: settle(held, journal) };
  tidy(held, journal.steps);
  dropJournal(held.disk, held.stateFolder);
  return { kind: "nothing" };
}

function carryOut(held: HeldBank, journal: Journal): void {
  try {
    doSteps(held, journal.steps, ({ path }) => {
      throw new PlanError("stale", held.shown(path));
    });
  } catch (error) {
    settle(held, journal, invert(journal.steps));
    throw error;
  }
  unlessRefused(() => dropJournal(held.disk, held.stateFolder));
}

/** Does all steps. A doc that somebody has changed meanwhile stays; the plan's versions of it are kept aside. */
function settle(held: HeldBank, { plan, steps }: Journal, wanted = steps): PlanNote[] {
  const left = new Set<string>();
  try {
    doSteps(held, wanted, ({ path }) => left.add(path));
    const docs = steps.flatMap((step) => {
      if (step.kind === "move" || !left.has(step.path)) return [];
      return { doc: step.path, before: toBytes(step.before), after: toBytes(step.after) };
    });
    const kept = docs.length === 0 ? undefined : held.keep(docs, plan);
    dropJournal(held.disk, held.stateFolder);
    return left.size === 0 ? [] : [{ kind: "left", paths: [...left], kept }];
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new PlanError("unfinished", `${held.shown()} (${reasonOf(error)})`, error);
  }
}

/** Keeps aside what a plan would not leave to be read elsewhere. Nothing has changed yet. */
function keepOld(held: HeldBank, { id, operations }: Plan): PlanNote[] {
  const docs = operations.flatMap((operation) => {
    if (operation.kind !== "edit" || operation.keepsOld === undefined) return [];
    const found = lookAt(held, operation.path);
    const before = found.kind === "file" ? found.bytes : undefined;
    return { doc: operation.path, before, after: new TextEncoder().encode(operation.text) };
  });
  const paths = docs.map(({ doc }) => doc);
  return docs.length === 0 ? [] : [{ kind: "kept", paths, kept: held.keep(docs, id) }];
}

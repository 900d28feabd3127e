import type { Plan } from "../../types.ts";
import { NO_BANK, bankKind } from "../bank/bank-state.ts";
import {
  type BankPlace,
  checkPaths,
  checkPlan,
  locateBank,
  pathsOf,
  toShown,
  requireMerged,
} from "./check-plan.ts";
import { findLeftover } from "./unfinished.ts";
import { type ApplyOptions, type HeldBank, whileHeld } from "./held-bank.ts";
import { PlanError } from "./plan-error.ts";
import { type Journal, writeJournal } from "./plan-journal.ts";
import type { PlanNote } from "./plan-note.ts";
import { doSteps, lookAt } from "./plan-steps.ts";
import { endPlan, recoverHeld, undoPlan } from "./recover-bank.ts";

export interface Applied {
  /** Paths inside the bank that came, changed or went. */
  readonly changed: readonly string[];
  readonly notes: readonly PlanNote[];
}

/**
 * Does exactly the plan, or nothing. Throws a PlanError that says what to do; the bank is then as it was.
 * Whatever stops it, the bank is the old one or the new one after `recoverBank`.
 */
export function applyPlan(place: BankPlace, plan: Plan, options: ApplyOptions = {}): Applied {
  if (plan.operations.length === 0) return { changed: [], notes: [] };
  checkPaths(place, plan.operations);
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
    const notes = "notes" in recovered ? recovered.notes : [];
    return { changed: plan.operations.flatMap(pathsOf), notes: [...notes, ...kept] };
  });
}

function carryOut(held: HeldBank, journal: Journal): void {
  try {
    doSteps(held, journal.steps, ({ path }) => {
      throw new PlanError("stale", held.shown(path));
    });
  } catch (error) {
    undoPlan(held, journal);
    throw error;
  }
  endPlan(held, journal);
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

import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "../../types.ts";
import { attempt, lstatOf } from "../disk/read.ts";
import { codeOf, onDisk } from "../disk/disk-error.ts";
import { isRunning } from "../disk/lives.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { createWriteLedger } from "../effects/write-ledger.ts";
import { keepVersions } from "../kept/kept-versions.ts";
import { type BankPlace, checkPlan, locateBank, requireMerged, toShown } from "./check-plan.ts";
import { PlanError, toPlanError } from "./plan-error.ts";
import { type Journal, dropJournal, readJournal, writeJournal } from "./plan-journal.ts";
import type { PlanNote } from "./plan-note.ts";
import { type Work, doSteps, invert, toBytes } from "./plan-steps.ts";
import { findLeftover, journalFile } from "./unfinished.ts";

/** A bank that is locked: no other process changes it meanwhile. */
interface HeldBank extends Work {
  readonly stateFolder: string;
}

/** No plan takes so long. An older lock is taken over: the process number in it may belong to another process by now. */
const LONGEST_HOLD = 10 * 60 * 1000;

/**
 * Applies the whole plan, or nothing. Throws a PlanError that says what to do; the bank is then as it was.
 * After an interruption, `recoverBank` brings the bank to the old or the new state.
 */
export function applyPlan(place: BankPlace, plan: Plan): PlanNote[] {
  if (plan.operations.length === 0) return [];
  requireMerged(place);
  return whileHeld(place, (held) => {
    const recovered = recoverHeld(held);
    const left = findLeftover(held.bank);
    if (left !== undefined) throw new PlanError("leftover", left);
    const journal = checkPlan(held, plan);
    const taken = plan.operations.flatMap((each) => ("keepsOld" in each ? each.path : []));
    const kept = keepDocs(held, journal, taken, "kept");
    writeJournal(held.stateFolder, journal);
    carryOut(held, journal);
    return [...recovered, ...kept];
  });
}

/**
 * Finishes a plan that a crash has interrupted, since the user has said yes to it. Costs one look at the disk when there
 * is nothing to do, and may itself be interrupted at any point. Throws a PlanError if it cannot finish; nothing is lost
 * then, and the next start tries again.
 */
export function recoverBank(place: BankPlace): PlanNote[] {
  const journal = attempt(() => lstatOf(journalFile(stateFolderOf(place.bank))), undefined);
  return journal === undefined ? [] : whileHeld(place, recoverHeld);
}

function recoverHeld(held: HeldBank): PlanNote[] {
  const journal = readJournal(held.stateFolder);
  if (journal === undefined) return [];
  return [{ kind: "finished", plan: journal.plan }, ...settle(held, journal)];
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
  // If the journal cannot be removed, the next start finds that all steps are done.
  attempt(() => dropJournal(held.stateFolder), undefined);
}

/** Does all steps. A doc that somebody changed meanwhile stays, and the plan's versions of it are kept aside. */
function settle(held: HeldBank, journal: Journal, wanted = journal.steps): PlanNote[] {
  const left = new Set<string>();
  try {
    doSteps(held, wanted, ({ path }) => left.add(path));
    const notes = keepDocs(held, journal, [...left], "left");
    dropJournal(held.stateFolder);
    return notes;
  } catch (error) {
    throw toPlanError("unfinished", error, held.shown());
  }
}

/** Keeps aside the versions of these docs before and after the plan. */
function keepDocs(
  { stateFolder }: HeldBank,
  { plan, steps }: Journal,
  paths: readonly string[],
  kind: "kept" | "left",
): PlanNote[] {
  if (paths.length === 0) return [];
  const docs = paths.map((doc) => {
    const own = steps.filter(({ path }) => path === doc);
    return { doc, before: toBytes(own[0]?.before), after: toBytes(own.at(-1)?.after) };
  });
  const reason = { rule: "apply-plan", words: `plan ${plan}` };
  return [{ kind, paths, kept: keepVersions(stateFolder, docs, reason, Date.now()) }];
}

/** Locks the bank for the time of the work. A failure of the disk becomes a PlanError. */
function whileHeld<Result>(place: BankPlace, work: (held: HeldBank) => Result): Result {
  const shown = (path?: string) => toShown(place, path);
  try {
    const bank = locateBank(place);
    const stateFolder = stateFolderOf(bank);
    const { note } = createWriteLedger(() => stateFolder);
    const lock = takeLock(stateFolder);
    try {
      return work({ bank, note, stateFolder, shown });
    } finally {
      attempt(() => unlinkSync(lock), undefined);
    }
  } catch (error) {
    throw toPlanError("refused", error, shown());
  }
}

/** Throws if another process is changing the bank of this state folder. The lock of a crashed process is taken over. */
function takeLock(stateFolder: string): string {
  const lock = join(stateFolder, "lock");
  onDisk(stateFolder, () => mkdirSync(stateFolder, { recursive: true, mode: 0o700 }));
  // A lock without a process number was created just now.
  const holder = attempt(() => readFileSync(lock, "utf8"), "");
  const madeAt = lstatOf(lock)?.mtimeMs ?? Infinity;
  const isDead = holder !== "" && !isRunning(Number(holder));
  if (isDead || Date.now() - madeAt > LONGEST_HOLD) attempt(() => unlinkSync(lock), undefined);
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
  } catch (error) {
    throw codeOf(error) === "EEXIST" ? new PlanError("busy", holder || "?") : error;
  }
  return lock;
}

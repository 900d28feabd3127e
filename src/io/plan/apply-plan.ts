import type { Plan } from "../../types.ts";
import { type Hold, holdBank, leaveBank, releaseBank } from "./apply-lock.ts";
import { NO_BANK, bankKind } from "../bank/bank-state.ts";
import { type BankPlace, checkPlan, locateBank, toShown } from "./check-plan.ts";
import { unlessRefused } from "../disk/disk.ts";
import { PlanError, foreign, stale, toPlanError } from "./plan-error.ts";
import { stage } from "./plan-files.ts";
import { type Journal, writeOverview } from "./plan-journal.ts";
import type { PlanNote } from "./plan-note.ts";
import { checkPaths, pathsOf } from "./plan-paths.ts";
import { finishSteps } from "./plan-steps.ts";
import {
  type ApplyOptions,
  type Tools,
  concludeJournal,
  keepOld,
  openTools,
} from "./plan-tools.ts";
import { requireMerged } from "./require-merged.ts";
import { conclude, recoverHeld, undoJournal } from "./recover-bank.ts";
import { isMadeBank, makeStaging } from "./staging.ts";

export interface Applied {
  /** Paths inside the bank that came, changed or went. */
  readonly changed: readonly string[];
  readonly notes: readonly PlanNote[];
}

/** Long enough for a plan of another process, short enough for a host that waits. */
const PATIENCE = 500;

/**
 * Does exactly the plan, or nothing. Throws a PlanError that says what to do; the bank is then as it was.
 * Whatever stops it, the bank is the old one or the new one after `recoverBank`.
 */
export function applyPlan(place: BankPlace, plan: Plan, options: ApplyOptions = {}): Applied {
  if (plan.operations.length === 0) return { changed: [], notes: [] };
  checkPaths(plan.operations, (path) => toShown(place, path));
  const bank = locateBank(place);
  requireMerged(place);
  if (bankKind(bank) === "missing" && plan.state !== NO_BANK) throw stale(toShown(place));
  const tools = openTools(place, bank, options);
  const { patience = PATIENCE } = options;
  try {
    const hold = holdBank(tools.disk, bank, { now: tools.now, patience });
    return applyHeld(tools, hold, plan);
  } catch (error) {
    throw toPlanError(error, tools.shown());
  }
}

function applyHeld(tools: Tools, hold: Hold, plan: Plan): Applied {
  // A journal that could not be dealt with must stay, with all that it speaks of.
  let end = leaveBank;
  try {
    const recovered = recoverHeld(tools, hold);
    if (recovered.kind === "foreign") throw foreign(recovered.path);
    end = releaseBank;
    const journal = check(tools, hold, plan);
    tools.begun.note(hold.bank);
    end = (disk, hold) => {
      unlessRefused(() => conclude(tools, hold));
      releaseBank(disk, hold);
    };
    const kept = keepOld(tools.toWork(hold), plan);
    prepare(tools, hold, journal);
    const notes = commit(tools, hold, journal);
    const earlier = "notes" in recovered ? recovered.notes : [];
    return { changed: journal.steps.flatMap(pathsOf), notes: [...earlier, ...kept, ...notes] };
  } catch (error) {
    if (error instanceof PlanError && error.kind === "unfinished") end = leaveBank;
    throw error;
  } finally {
    end(tools.disk, hold);
  }
}

/** Everything that can be refused is refused here, before anything is staged. */
function check({ disk, shown }: Tools, { bank, area }: Hold, plan: Plan): Journal {
  return checkPlan({ disk, bank, isNew: isMadeBank(disk, area), shown }, plan);
}

/** All that the plan needs is on disk before it is noted; from then on a crash is followed by the new bank. */
function prepare(tools: Tools, hold: Hold, journal: Journal): void {
  makeStaging(tools.disk, hold.area);
  const work = tools.toWork(hold);
  for (const [at, step] of journal.steps.entries()) {
    if (step.text !== undefined) stage(work, step, at);
  }
  writeOverview(work, journal);
  tools.begun.note(hold.bank, journal);
}

function commit(tools: Tools, hold: Hold, journal: Journal): PlanNote[] {
  const work = tools.toWork(hold);
  try {
    finishSteps(work, journal, ({ step }) => {
      throw stale(tools.shown(step.path));
    });
  } catch (error) {
    undoJournal(tools, hold, journal);
    throw error;
  }
  return concludeJournal(work, journal);
}

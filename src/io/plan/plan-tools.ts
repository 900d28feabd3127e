import type { Hold } from "./apply-lock.ts";
import { type BankPlace, toShown } from "./check-plan.ts";
import { type BegunPlans, createBegunPlans } from "./begun-plan.ts";
import { type Disk, REAL_DISK } from "../disk/disk.ts";
import { updateIndex } from "./git-index.ts";
import type { Plan } from "../../types.ts";
import type { KeptDoc } from "../kept/incident.ts";
import { keepVersions } from "../kept/kept-versions.ts";
import { type Found, type Work, isVersion, lookAt, lookAtOld } from "./plan-files.ts";
import type { Journal } from "./plan-journal.ts";
import type { PlanNote } from "./plan-note.ts";
import { pathsOf } from "./plan-paths.ts";
import { type Conflict, settleSteps } from "./plan-steps.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { type Writer, createWriteLedger } from "../effects/write-ledger.ts";

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

/** What applying and recovering work with. */
export interface Tools {
  readonly disk: Disk;
  readonly now: () => number;
  /** A path in the bank as a person knows it; the bank's own. */
  readonly shown: (path?: string) => string;
  readonly toWork: (hold: Hold) => Work;
  readonly begun: BegunPlans;
}

export function openTools(place: BankPlace, bank: string, options: ApplyOptions): Tools {
  const { disk = REAL_DISK, now = Date.now, stateFolder = () => stateFolderOf(bank) } = options;
  const ledger = createWriteLedger(stateFolder, options.by);
  return {
    disk,
    now,
    begun: createBegunPlans(disk, stateFolder),
    shown: (path) => toShown(place, path),
    toWork: ({ bank, area }) => ({
      disk,
      bank,
      area,
      note: (doc, bytes) => ledger.note(doc, bytes, now()),
      keep: (docs, plan) =>
        keepVersions(stateFolder(), docs, { rule: "apply-plan", words: `plan ${plan}` }, now()),
      asksGit: place.isGit !== false,
    }),
  };
}

/** What is left to do when each doc is in its place. Never fails: it can be made up for. */
export function concludeJournal(work: Work, journal: Journal): PlanNote[] {
  const reason = work.asksGit ? updateIndex(work.disk, work.bank, journal.steps) : undefined;
  settleSteps(work, journal);
  return reason === undefined ? [] : [{ kind: "index-not-updated", reason }];
}

/** Keeps the versions of the plan aside that did not get their place. Throws where that cannot be. */
export function keepConflicts(
  work: Work,
  conflicts: readonly Conflict[],
  plan: string,
): PlanNote[] {
  if (conflicts.length === 0) return [];
  const docs = conflicts
    .map((conflict) => toKept(work, conflict))
    .filter(({ before, after }) => before !== undefined || after !== undefined);
  const paths = conflicts.flatMap(({ step }) => pathsOf(step));
  return [{ kind: "left", paths, kept: docs.length === 0 ? undefined : work.keep(docs, plan) }];
}

/** Keeps aside what a plan would not leave to be read elsewhere. Throws where that cannot be: nothing has changed yet. */
export function keepOld(work: Work, { id, operations }: Plan): PlanNote[] {
  const docs = operations.flatMap((operation) => {
    if (operation.kind !== "edit" || operation.keepsOld === undefined) return [];
    const { path, text } = operation;
    const before = bytesOf(lookAt(work, path));
    return [{ doc: path, before, after: new TextEncoder().encode(text) }];
  });
  const paths = docs.map(({ doc }) => doc);
  return docs.length === 0 ? [] : [{ kind: "kept", paths, kept: work.keep(docs, id) }];
}

function toKept(work: Work, { step, at }: Conflict): KeptDoc {
  const saved = bytesOf(lookAtOld(work, at));
  const here = lookAt(work, step.path);
  return {
    doc: step.to ?? step.path,
    before: saved ?? (isVersion(here, step.before) ? bytesOf(here) : undefined),
    after: step.text === undefined ? undefined : new TextEncoder().encode(step.text),
  };
}

function bytesOf(found: Found): Uint8Array | undefined {
  return found.kind === "file" ? found.bytes : undefined;
}

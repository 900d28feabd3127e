import { join } from "node:path";
import * as v from "valibot";
import { attempt } from "../disk/attempt.ts";
import { DiskError } from "../disk/disk-error.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { readPlain } from "../disk/read-plain.ts";
import { isSealed, seal } from "../disk/seal.ts";
import { noState, toPlanError } from "./plan-error.ts";
import { type Journal, parseJournal, toJournalText } from "./plan-journal.ts";
import { unfinishedFile } from "./staging.ts";

/** What this engine noted of a bank: that it stages a plan there, and from the first step on which one. */
export interface BegunPlan {
  readonly journal: Journal | undefined;
}

/**
 * The notes that tell a plan which this engine began from one that was made up, or came along with the
 * project. They are in the state folder, sealed, and of one bank; all of it while the bank is held.
 */
export interface BegunPlans {
  /** Throws a PlanError where it cannot be noted. Without a journal: what is staged may go. */
  readonly note: (bank: string, journal?: Journal) => void;
  readonly find: (bank: string) => BegunPlan | undefined;
  readonly end: () => void;
}

export const PLAN_FILE = "plan.json";
const FORMAT = 1;
const LARGEST = 256 * 1024 * 1024;
const SCHEMA = v.object({
  format: v.literal(FORMAT),
  /** Its real path: a bank that was moved or copied is another one. */
  bank: v.string(),
  /** The text that was sealed. */
  journal: v.string(),
  seal: v.string(),
});

export function createBegunPlans(disk: Disk, stateFolder: () => string): BegunPlans {
  return {
    note(bank, journal) {
      let folder = "";
      try {
        folder = stateFolder();
        const text = journal === undefined ? "" : toJournalText(journal);
        const sealed = seal(folder, "plan", toSealed(bank, text));
        const record = { format: FORMAT, bank, journal: text, seal: sealed };
        writeForGood(disk, folder, JSON.stringify(record));
      } catch (error) {
        if (error instanceof DiskError && error.kind === "no-home") throw noState(error);
        throw toPlanError(error, folder);
      }
    },

    find: (bank) =>
      attempt(() => {
        const folder = stateFolder();
        const text = readPlain(join(folder, PLAN_FILE), LARGEST)?.toString("utf8") ?? "";
        const record = v.parse(SCHEMA, JSON.parse(text));
        const isOurs = isSealed(folder, "plan", toSealed(bank, record.journal), record.seal);
        if (!isOurs || record.bank !== bank) return undefined;
        return { journal: record.journal === "" ? undefined : parseJournal(record.journal) };
      }, undefined),

    end() {
      const folder = attempt(stateFolder, undefined);
      if (folder !== undefined) unlessRefused(() => disk.removeTree(join(folder, PLAN_FILE)));
    },
  };
}

function toSealed(bank: string, journal: string): string {
  return `${bank}\0${journal}`;
}

function writeForGood(disk: Disk, folder: string, text: string): void {
  const path = join(folder, PLAN_FILE);
  const fresh = unfinishedFile(path);
  disk.removeTree(fresh);
  disk.write(fresh, text, 0o600);
  disk.sync(fresh);
  disk.rename(fresh, path);
  unlessRefused(() => disk.sync(folder));
}

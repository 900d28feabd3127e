import { join } from "node:path";
import * as v from "valibot";
import { attempt } from "../disk/attempt.ts";
import { DiskError } from "../disk/disk-error.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { readPlain } from "../disk/read-plain.ts";
import { isSealed, seal } from "../disk/seal.ts";
import { noState, toPlanError } from "./plan-error.ts";
import { unfinishedFile } from "./staging.ts";

/**
 * What tells a plan that this engine began from one that was made up, or came along with the project: the
 * hash of its journal, in the state folder before anything is staged, until nothing of it is left.
 */
export interface BegunPlans {
  /** Throws a PlanError where it cannot be noted; no plan may begin then. */
  readonly begin: (bank: string, journal: string) => void;
  /** The hash of the journal of the plan that was begun in this bank. */
  readonly find: (bank: string) => string | undefined;
  /** To be called as long as the bank is held. */
  readonly end: () => void;
}

const FILE = "plan.json";
const FORMAT = 1;
const LONGEST = 64 * 1024;
const SCHEMA = v.object({
  format: v.literal(FORMAT),
  /** Its real path: a bank that was moved or copied is another one. */
  bank: v.string(),
  journal: v.string(),
  seal: v.string(),
});

export function createBegunPlans(disk: Disk, stateFolder: () => string): BegunPlans {
  return {
    begin(bank, journal) {
      let folder = "";
      try {
        folder = stateFolder();
        const record = {
          format: FORMAT,
          bank,
          journal,
          seal: seal(folder, "plan", bank + journal),
        };
        writeForGood(disk, folder, JSON.stringify(record));
      } catch (error) {
        if (error instanceof DiskError && error.kind === "no-home") throw noState(error);
        throw toPlanError(error, folder);
      }
    },

    find: (bank) =>
      attempt(() => {
        const folder = stateFolder();
        const text = readPlain(join(folder, FILE), LONGEST)?.toString("utf8") ?? "";
        const record = v.parse(SCHEMA, JSON.parse(text));
        const isOurs = isSealed(folder, "plan", record.bank + record.journal, record.seal);
        return isOurs && record.bank === bank ? record.journal : undefined;
      }, undefined),

    end() {
      const folder = attempt(stateFolder, undefined);
      if (folder !== undefined) unlessRefused(() => disk.removeTree(join(folder, FILE)));
    },
  };
}

function writeForGood(disk: Disk, folder: string, text: string): void {
  const path = join(folder, FILE);
  const fresh = unfinishedFile(path);
  disk.removeTree(fresh);
  disk.write(fresh, text, 0o600);
  disk.sync(fresh);
  disk.rename(fresh, path);
  unlessRefused(() => disk.sync(folder));
}

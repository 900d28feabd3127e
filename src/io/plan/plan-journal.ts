import * as v from "valibot";
import { readJson } from "../disk/read.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { journalFile } from "./unfinished.ts";
import { PlanError, toPlanError } from "./plan-error.ts";

const LARGEST = 512 * 1024 * 1024;
const STEP = v.variant("kind", [
  v.object({
    kind: v.literal("write"),
    path: v.string(),
    /** The bytes before and after, in base64. Undefined: there is no such file. */
    before: v.optional(v.string()),
    after: v.optional(v.string()),
    /** Permissions of the file, where there was one. */
    mode: v.optional(v.number()),
  }),
  /** `hash` is of the bytes that move. */
  v.object({ kind: v.literal("move"), path: v.string(), to: v.string(), hash: v.string() }),
]);
const JOURNAL = v.object({
  format: v.literal(1),
  /** Its real path: a bank that was moved or copied is another one. */
  bank: v.string(),
  plan: v.string(),
  steps: v.array(STEP),
});

/** What happens to one file, with all that is needed to do it or to take it back. */
export type Step = Readonly<v.InferOutput<typeof STEP>>;
/** A plan that has begun. As long as the file is there, the plan is neither done nor taken back. */
export type Journal = Readonly<v.InferOutput<typeof JOURNAL>>;

/** Whole and for good, or not at all: from here on a crash is followed by the new bank. */
export function writeJournal(disk: Disk, stateFolder: string, journal: Journal): void {
  const path = journalFile(stateFolder);
  const fresh = `${path}.tmp`;
  try {
    unlessRefused(() => disk.unlink(fresh));
    disk.write(fresh, JSON.stringify(journal), 0o600);
    disk.sync(fresh);
    disk.rename(fresh, path);
    disk.sync(stateFolder);
  } catch (error) {
    unlessRefused(() => disk.unlink(fresh));
    unlessRefused(() => disk.unlink(path));
    throw toPlanError(error, stateFolder);
  }
}

/** Undefined where no plan of this bank has begun. Throws a PlanError for a file that says something else. */
export function readJournal(disk: Disk, stateFolder: string, bank: string): Journal | undefined {
  const path = journalFile(stateFolder);
  if (disk.lstat(path) === undefined) return undefined;
  const { success, output } = v.safeParse(JOURNAL, readJson(path, LARGEST));
  if (!success || output.bank !== bank) throw new PlanError("journal", path);
  return output;
}

export function dropJournal(disk: Disk, stateFolder: string): void {
  disk.unlink(journalFile(stateFolder));
}

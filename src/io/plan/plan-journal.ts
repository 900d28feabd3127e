import { unlinkSync } from "node:fs";
import * as v from "valibot";
import { lstatOf, readJson } from "../disk/read.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { journalFile } from "./unfinished.ts";
import { PlanError } from "./plan-error.ts";

const LARGEST = 512 * 1024 * 1024;
const STEP = v.object({
  path: v.string(),
  /** The bytes before and after, in base64. Undefined: there is no such file. */
  before: v.optional(v.string()),
  after: v.optional(v.string()),
  /** Permissions of the file, if it existed. */
  mode: v.optional(v.number()),
  /** For a doc that moves: the other path. Both paths have a step. */
  other: v.optional(v.string()),
});
const JOURNAL = v.object({
  format: v.literal(1),
  plan: v.string(),
  steps: v.array(STEP),
});

/** What happens to one file, with all that is needed to do or undo it. */
export type Step = Readonly<v.InferOutput<typeof STEP>>;
/** A plan that has begun. While this file exists, the plan is neither done nor undone. */
export type Journal = Readonly<v.InferOutput<typeof JOURNAL>>;

/** Once the journal is written, a crash leads to the new bank. */
export function writeJournal(stateFolder: string, journal: Journal): void {
  replaceFile(journalFile(stateFolder), Buffer.from(JSON.stringify(journal)), { mode: 0o600 });
}

/** Undefined if no plan has begun. Throws a PlanError for a file that is not a journal. */
export function readJournal(stateFolder: string): Journal | undefined {
  const path = journalFile(stateFolder);
  if (lstatOf(path) === undefined) return undefined;
  const { success, output } = v.safeParse(JOURNAL, readJson(path, LARGEST));
  if (!success) throw new PlanError("journal", path);
  return output;
}

export function dropJournal(stateFolder: string): void {
  unlinkSync(journalFile(stateFolder));
}

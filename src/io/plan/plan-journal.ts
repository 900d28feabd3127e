import { join } from "node:path";
import * as v from "valibot";
import type { Operation } from "../../types.ts";
import type { Work } from "./plan-files.ts";
import { isPlannable } from "./plan-paths.ts";
import { JOURNAL, JOURNAL_PATH } from "./staging.ts";

/** One operation, with all that is needed to finish or to undo it. */
export interface Step {
  readonly kind: Operation["kind"];
  readonly path: string;
  /** Of a move. */
  readonly to?: string | undefined;
  /** Hash of the old bytes; none for a new doc. */
  readonly before?: string | undefined;
  /** The new text and its hash, where there is one. */
  readonly text?: string | undefined;
  readonly after?: string | undefined;
  /** Permissions of the old file. */
  readonly mode?: number | undefined;
}

/** What is being done to the bank. Once it is noted, the plan will be done. */
export interface Journal {
  readonly plan: string;
  readonly steps: readonly Step[];
  /** That were not there before, the outer ones first. */
  readonly folders: readonly string[];
}

const FORMAT = 1;

const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const PATH = v.pipe(v.string(), v.check(isPlannable));
const FILE = { path: PATH, before: HASH, mode: v.pipe(v.number(), v.safeInteger()) };
const STEP = v.variant("kind", [
  v.object({ kind: v.literal("create"), path: PATH, text: v.string(), after: HASH }),
  v.object({ kind: v.literal("edit"), ...FILE, text: v.string(), after: HASH }),
  v.object({
    kind: v.literal("move"),
    ...FILE,
    to: PATH,
    text: v.optional(v.string()),
    after: v.optional(HASH),
  }),
  v.object({ kind: v.literal("remove"), ...FILE }),
]);
const SCHEMA = v.object({
  format: v.literal(FORMAT),
  plan: v.string(),
  steps: v.array(STEP),
  folders: v.array(PATH),
});

/** With all that a plan will do in it, the new texts included. */
export function toJournalText(journal: Journal): string {
  return JSON.stringify({ format: FORMAT, ...journal });
}

/** Throws for what is none. Its paths stay inside the bank. */
export function parseJournal(text: string): Journal {
  return v.parse(SCHEMA, JSON.parse(text));
}

/** For people: which staged file is of which doc. Nobody reads it to decide anything. */
export function writeOverview({ disk, area, note }: Work, { plan, steps }: Journal): void {
  const docs = steps.map(({ kind, path, to }, at) => ({ at, kind, path, to }));
  const bytes = new TextEncoder().encode(`${JSON.stringify({ plan, docs }, undefined, 1)}\n`);
  note(JOURNAL_PATH, bytes);
  disk.write(join(area, JOURNAL), bytes);
}

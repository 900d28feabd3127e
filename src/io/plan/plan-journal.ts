import { join } from "node:path";
import * as v from "valibot";
import type { Operation } from "../../types.ts";
import { attempt } from "../disk/attempt.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import type { Work } from "./plan-files.ts";
import { isPlannable } from "./plan-paths.ts";
import { hashOf } from "../kept/incident.ts";
import { DONE, JOURNAL, JOURNAL_PATH, unfinishedFile } from "./staging.ts";

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

/** What is being done to the bank. Once it is there, the plan will be done. */
export interface Journal {
  readonly plan: string;
  readonly steps: readonly Step[];
  /** That were not there before, the outer ones first. */
  readonly folders: readonly string[];
}

const FORMAT = 1;
const LARGEST = 256 * 1024 * 1024;

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
export function toJournalBytes(journal: Journal): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...journal }));
}

/** Whole or not at all, and for good: from here on a crash is followed by the new bank. */
export function writeJournal({ disk, area, note }: Work, bytes: Uint8Array): void {
  const path = join(area, JOURNAL);
  note(JOURNAL_PATH, bytes);
  disk.write(unfinishedFile(path), bytes);
  disk.sync(unfinishedFile(path));
  disk.rename(unfinishedFile(path), path);
  unlessRefused(() => disk.sync(area));
}

/** Undefined when there is none of this hash. Its paths stay inside the bank. */
export function readJournal(disk: Disk, area: string, hash: string): Journal | undefined {
  const bytes = readOfHash(disk, join(area, JOURNAL), hash);
  if (bytes === undefined) return undefined;
  const text = bytes.toString("utf8");
  const parsed = v.safeParse(
    SCHEMA,
    attempt(() => JSON.parse(text), undefined),
  );
  return parsed.success ? parsed.output : undefined;
}

/** A plan whose journal has this name is over: done, or taken back. */
export function isConcluded(disk: Disk, area: string, hash: string): boolean {
  return readOfHash(disk, join(area, DONE), hash) !== undefined;
}

function readOfHash(disk: Disk, path: string, hash: string): Buffer | undefined {
  const stats = disk.lstat(path);
  if (!stats?.isFile() || stats.size > LARGEST) return undefined;
  const bytes = disk.read(path);
  return hashOf(bytes) === hash ? bytes : undefined;
}

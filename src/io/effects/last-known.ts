import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import * as v from "valibot";
import { attempt } from "../disk/attempt.ts";
import { isRunning } from "../disk/disk.ts";
import { startOf } from "../disk/process-start.ts";
import { readPlain } from "../disk/read-plain.ts";
import { isSealed, seal } from "../disk/seal.ts";
import { hashOf } from "../kept/incident.ts";
import type { Snapshot, SnapshotEntry } from "./bank-snapshot.ts";

/** What a process knew of a bank when it was last looked at. */
export interface LastKnown {
  readonly at: number;
  /** What each doc was, by its path in the bank. */
  readonly docs: Readonly<Record<string, string>>;
  /** When the process began, where the system says so: another one may have its number now. */
  readonly start?: string | undefined;
}

const LAST_KNOWN = v.object({
  at: v.number(),
  docs: v.record(v.string(), v.string()),
  start: v.optional(v.string()),
});
const FILE = /^known-(\d+)(?:-[0-9a-f]+)?\.json$/;
/** In a container each start may have the number of the one before. */
const INSTANCE = randomBytes(4).toString("hex");
const LONGEST = 16 * 1024 * 1024;
/** Others have work to do between so many. */
const AT_ONCE = 200;

const digests = new WeakMap<SnapshotEntry, string>();

/** Undefined for what is no file, or too large to be held. */
export function digestOf(entry: SnapshotEntry | undefined): string | undefined {
  if (entry?.kind !== "file" || entry.bytes === undefined) return undefined;
  const known = digests.get(entry) ?? hashOf(entry.bytes);
  digests.set(entry, known);
  return known;
}

/** The same of anything that is no folder, for the next process: a doc that became a link is another one. */
export function signOf(entry: SnapshotEntry | undefined): string | undefined {
  if (entry?.kind === "link") return `link ${entry.to}`;
  if (entry?.kind === "file") return digestOf(entry) ?? `unread ${entry.stamp}`;
  return entry?.kind === "other" ? `other ${entry.stamp}` : undefined;
}

/** Notes what this process knows of a bank, so that the next one can tell what happened when it was killed. */
export async function saveKnown(folder: string, snapshot: Snapshot, at: number): Promise<void> {
  const docs: Record<string, string> = {};
  let count = 0;
  for (const [path, entry] of snapshot) {
    const sign = signOf(entry);
    if (sign !== undefined) docs[path] = sign;
    if (++count % AT_ONCE === 0) await setImmediate();
  }
  const text = JSON.stringify({ at, docs, start: startOf(process.pid) });
  const fresh = `${ownFile(folder)}.tmp`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(fresh, `${seal(folder, "known", text)}\n${text}`, { mode: 0o600 });
  renameSync(fresh, ownFile(folder));
}

/** The process ends as it should: nothing happens behind its back. */
export function dropKnown(folder: string): void {
  rmSync(ownFile(folder), { force: true });
}

/** What processes knew that ended in the middle of their work, and who forgets it once it is told. */
export function readAbandoned(folder: string): { known: LastKnown[]; forget: () => void } {
  const notes = attempt(() => readdirSync(folder), []).flatMap((name) => {
    const path = join(folder, name);
    const pid = Number(FILE.exec(name)?.[1]);
    if (Number.isNaN(pid) || path === ownFile(folder)) return [];
    const known = attempt(() => read(folder, path), undefined);
    return isThere(pid, known?.start) ? [] : [{ path, known }];
  });
  return {
    known: notes.flatMap(({ known }) => known ?? []),
    forget: () => {
      for (const { path } of notes) attempt(() => rmSync(path, { force: true }), undefined);
    },
  };
}

/** The very process, and no other one that has its number. */
function isThere(pid: number, start: string | undefined): boolean {
  if (pid === process.pid || !isRunning(pid)) return false;
  const present = startOf(pid);
  return start === undefined || present === undefined || present === start;
}

function read(folder: string, path: string): LastKnown | undefined {
  const [given = "", ...rest] = (readPlain(path, LONGEST)?.toString("utf8") ?? "").split("\n");
  const text = rest.join("\n");
  return isSealed(folder, "known", text, given) ? v.parse(LAST_KNOWN, JSON.parse(text)) : undefined;
}

function ownFile(folder: string): string {
  return join(folder, `known-${process.pid}-${INSTANCE}.json`);
}

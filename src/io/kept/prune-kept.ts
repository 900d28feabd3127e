import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf, toDiskError } from "../disk/disk-error.ts";
import { timeOfIncident } from "./incident-id.ts";
import { type KeptDoc, isVersionFile } from "./incident.ts";
import { isRunning } from "../disk/disk.ts";
import { lstatOf } from "../disk/stat.ts";

export interface KeptLimits {
  readonly incidents: number;
  /** Of all versions in the store. */
  readonly bytes: number;
  readonly days: number;
}

export const KEPT_LIMITS: KeptLimits = { incidents: 200, bytes: 50_000_000, days: 30 };

const DAY = 24 * 60 * 60 * 1000;
/** A process that is still there may have taken over the number of one that has crashed. */
const LONGEST_STORING = 60 * 60 * 1000;

export const UNFINISHED = ".new-";

/** The incidents in a store, damaged ones included: the oldest first. */
export function incidentIds(store: string): string[] {
  return namesIn(store)
    .filter((name) => timeOfIncident(name) !== undefined)
    .toSorted();
}

/** The docs that would not fit even into an empty store, because smaller ones go first. */
export function tooLargeToKeep(
  docs: readonly KeptDoc[],
  { bytes: most }: KeptLimits = KEPT_LIMITS,
): string[] {
  const sized = docs.map(({ doc, before, after }) => ({
    doc,
    bytes: (before?.length ?? 0) + (after?.length ?? 0),
  }));
  let total = 0;
  return sized
    .toSorted((one, other) => one.bytes - other.bytes)
    .filter(({ bytes }) => (total += bytes) > most)
    .map(({ doc }) => doc);
}

/** Removes what a crash left behind. What cannot be removed stays: it is in nobody's way. */
export function sweep(store: string, now: number): void {
  for (const name of namesIn(store)) {
    const path = join(store, name);
    if (name.startsWith(UNFINISHED) && isAbandoned(path, name, now)) remove(path);
  }
}

/** Holds the store to its limits. The incident that was just stored stays: a clock may have been set back since the others. */
export function dropOldest(store: string, newest: string, now: number, limits: KeptLimits): void {
  let count = 1;
  let bytes = sizeOf(join(store, newest));
  let isFull = false;
  for (const id of incidentIds(store).toReversed()) {
    if (id === newest) continue;
    count += 1;
    bytes += sizeOf(join(store, id));
    const isOld = now - (timeOfIncident(id) ?? now) > limits.days * DAY;
    isFull ||= count > limits.incidents || bytes > limits.bytes;
    if (isOld || isFull) drop(store, id);
  }
}

/** Out of sight in one step, so that a crash leaves no half of an incident. */
function drop(store: string, id: string): void {
  const dropped = join(store, `${UNFINISHED}0-${id}`);
  try {
    renameSync(join(store, id), dropped);
  } catch {
    return; // Another process was faster, or nothing may be removed here.
  }
  remove(dropped);
}

export function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next sweep tries again.
  }
}

function isAbandoned(path: string, name: string, now: number): boolean {
  const [pid] = name.slice(UNFINISHED.length).split("-");
  return !isRunning(Number(pid)) || now - (lstatOf(path)?.mtimeMs ?? now) > LONGEST_STORING;
}

function sizeOf(incident: string): number {
  let bytes = 0;
  try {
    for (const name of readdirSync(incident)) {
      if (isVersionFile(name)) bytes += lstatSync(join(incident, name)).size;
    }
  } catch {
    // Dropped by another process meanwhile, or damaged: what can be counted is counted.
  }
  return bytes;
}

/** None where there is no store yet. */
function namesIn(store: string): string[] {
  try {
    return readdirSync(store);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw toDiskError(error, store);
  }
}

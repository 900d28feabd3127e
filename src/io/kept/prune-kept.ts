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
const DROPPED = ".old-";

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
    if (name.startsWith(DROPPED)) remove(join(store, name));
    else if (name.startsWith(UNFINISHED) && isAbandoned(join(store, name), name, now))
      remove(join(store, name));
  }
}

/**
 * Holds the store to its limits, the incident that was just stored aside.
 * It is known by its id, because a clock may have been set back since the others. What somebody else put
 * there goes by its age alone: it must not drive out what is ours.
 */
export function dropOldest(
  store: string,
  newest: string,
  now: number,
  limits: KeptLimits,
  isOurs: (id: string) => boolean,
): void {
  const others = incidentIds(store).filter((id) => id !== newest);
  const isOld = (id: string) => now - (timeOfIncident(id) ?? now) > limits.days * DAY;
  const old = others.filter(isOld);
  for (const id of old) drop(store, id);
  const sized = others
    .filter((id) => !old.includes(id))
    .toReversed()
    .map((id) => ({ id, bytes: sizeOf(join(store, id)) }));
  const room = {
    incidents: limits.incidents - 1,
    bytes: limits.bytes - sizeOf(join(store, newest)),
  };
  // Most often all of it fits, whoever stored it: nobody need be asked.
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  if (sized.length <= room.incidents && total <= room.bytes) return;
  let count = 0;
  let bytes = 0;
  for (const incident of sized.filter(({ id }) => isOurs(id))) {
    count += 1;
    bytes += incident.bytes;
    if (count > room.incidents || bytes > room.bytes) drop(store, incident.id);
  }
}

/** Out of sight in one step, so that a crash leaves no half of an incident. */
function drop(store: string, id: string): void {
  const dropped = join(store, `${DROPPED}${process.pid}-${id}`);
  try {
    renameSync(join(store, id), dropped);
  } catch {
    return; // Another process was faster, or nothing may be removed here.
  } finally {
    sizes.delete(join(store, id));
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

/** An incident is stored once and never changed: its size is looked up once. */
const sizes = new Map<string, number>();

function sizeOf(incident: string): number {
  const bytes = sizes.get(incident) ?? lookUpSize(incident);
  sizes.set(incident, bytes);
  return bytes;
}

function lookUpSize(incident: string): number {
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

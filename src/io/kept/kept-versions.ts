import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDocPath } from "../../bank/layout.ts";
import { DiskError, toDiskError } from "../disk/disk-error.ts";
import { timeOfIncident, toIncidentId } from "./incident-id.ts";
import {
  type Incident,
  type KeptDoc,
  type Which,
  checkFiles,
  filesOf,
  readRecord,
  readVersion,
  toVersion,
  versionFile,
} from "./incident.ts";
import {
  KEPT_LIMITS,
  type KeptLimits,
  UNFINISHED,
  dropOldest,
  incidentIds,
  remove,
  sweep,
  tooLargeToKeep,
} from "./prune-kept.ts";
import { statOf } from "../disk/stat.ts";

export interface KeepReason {
  readonly rule: string;
  /** The command or the tool, for people. */
  readonly words: string;
}

/** One change whose versions are kept aside. */
export interface KeptIncident extends Incident {
  readonly id: string;
  readonly time: number;
}

export interface DamagedIncident {
  readonly id: string;
  /** What is left of it is here. */
  readonly folder: string;
  readonly reason: string;
}

const LONGEST_WORDS = 200;

/**
 * Keeps both versions of docs aside in a project's state folder; the id brings them back.
 * Throws a DiskError when nothing could be stored: who meant to undo a change must then leave it.
 * A doc that `tooLargeToKeep` names is only mentioned: its change must be left, too.
 */
export function keepVersions(
  folder: string,
  docs: readonly KeptDoc[],
  reason: KeepReason,
  now: number,
  limits: KeptLimits = KEPT_LIMITS,
): string {
  const store = storeOf(folder);
  const incident = toIncident(docs, reason, limits);
  const id = onDisk(store, () => {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    sweep(store, now);
    const unfinished = mkdtempSync(join(store, `${UNFINISHED}${process.pid}-`));
    try {
      for (const [name, content] of filesOf(incident, docs))
        writeFileSync(join(unfinished, name), content, { mode: 0o600, flush: true });
      return moveIn(store, unfinished, now);
    } catch (error) {
      remove(unfinished);
      throw error;
    }
  });
  dropOldest(store, id, now, limits);
  return id;
}

/** The newest first. Incidents that are damaged are left out, and told to `onDamaged`. */
export function listKept(
  folder: string,
  onDamaged: (damaged: DamagedIncident) => void = () => {},
): KeptIncident[] {
  const store = storeOf(folder);
  return incidentIds(store)
    .toReversed()
    .flatMap((id) => {
      const place = join(store, id);
      try {
        const incident = readRecord(place);
        checkFiles(place, incident);
        return { id, time: timeOfIncident(id) ?? 0, ...incident };
      } catch (error) {
        // Dropped by another process since its name was read.
        if (statOf(place) === undefined) return [];
        const reason = error instanceof Error ? error.message : String(error);
        onDamaged({ id, folder: place, reason });
        return [];
      }
    });
}

/** Undefined where there is no such version. Throws a DiskError when it is not as it was stored. */
export function readKept(
  folder: string,
  id: string,
  doc: string,
  which: Which,
): Uint8Array | undefined {
  const place = join(storeOf(folder), id);
  if (timeOfIncident(id) === undefined || statOf(place) === undefined) return undefined;
  return onDisk(place, () => {
    const { docs } = readRecord(place);
    const at = docs.findIndex((record) => record.doc === doc);
    const record = docs[at];
    const version = record?.[which];
    if (version === undefined || record?.tooLarge === true) return undefined;
    return readVersion(join(place, versionFile(at, which)), version);
  });
}

function storeOf(folder: string): string {
  return join(folder, "kept");
}

function toIncident(docs: readonly KeptDoc[], reason: KeepReason, limits: KeptLimits): Incident {
  if (docs.length === 0) throw new DiskError("not-a-doc", "there is no doc to keep");
  const stray = docs.find(({ doc }) => !isDocPath(doc));
  if (stray !== undefined)
    throw new DiskError("not-a-doc", `${stray.doc} is not a path inside the bank`);
  const left = new Set(tooLargeToKeep(docs, limits));
  return {
    rule: reason.rule,
    words: reason.words.slice(0, LONGEST_WORDS).toWellFormed(),
    docs: docs.map(({ doc, before, after }) => ({
      doc,
      before: toVersion(before),
      after: toVersion(after),
      tooLarge: left.has(doc),
    })),
  };
}

/**
 * A folder that is not empty cannot be renamed over: two processes never get the same id.
 * Within a millisecond ids only grow, so that none comes back after its incident was dropped.
 */
function moveIn(store: string, unfinished: string, now: number): string {
  const latest = incidentIds(store).findLast((id) => timeOfIncident(id) === now) ?? "";
  for (let count = 0; ; count += 1) {
    const id = toIncidentId(now, count);
    if (id <= latest || statOf(join(store, id)) !== undefined) continue;
    try {
      renameSync(unfinished, join(store, id));
      return id;
    } catch (error) {
      if (statOf(join(store, id)) === undefined) throw error;
    }
  }
}

function onDisk<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

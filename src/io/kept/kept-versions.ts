import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { isDocPath } from "../../bank/layout.ts";
import { attempt, lstatOf, readBytes, readJson } from "../disk/read.ts";
import { DiskError, codeOf, onDisk, reasonOf } from "../disk/disk-error.ts";

export type Which = "before" | "after";

/** A doc as it was and as it became. Undefined where there was no such file. */
export interface KeptDoc {
  /** Path inside the bank, with `/`. */
  readonly doc: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

export interface KeepReason {
  readonly rule: string;
  /** The command or the tool, for people. */
  readonly words: string;
}

const VERSION = v.object({
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** SHA-256, as hex. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
const RECORD = v.object({
  doc: v.pipe(v.string(), v.check(isDocPath)),
  before: v.optional(VERSION),
  after: v.optional(VERSION),
});
/** What `incident.json` says. Its docs are numbered from 1: no name in it is ever used as a path. */
const INCIDENT = v.object({
  format: v.literal(2),
  rule: v.string(),
  words: v.string(),
  docs: v.pipe(v.array(RECORD), v.minLength(1), v.readonly()),
});

export type KeptVersion = Readonly<v.InferOutput<typeof VERSION>>;
export type KeptRecord = Readonly<v.InferOutput<typeof RECORD>>;

/** One change whose versions are kept aside. */
export interface KeptIncident extends KeepReason {
  readonly id: string;
  readonly time: number;
  readonly docs: readonly KeptRecord[];
}

export interface DamagedIncident {
  readonly id: string;
  /** What is left of it is here. */
  readonly folder: string;
  readonly reason: string;
}

/** Of one store; bytes are those of all versions. */
export const KEPT_LIMITS = { incidents: 200, bytes: 50_000_000, days: 30 };

const DAY = 24 * 60 * 60 * 1000;
const RECORD_FILE = "incident.json";
const LONGEST_RECORD = 50_000_000;
const LONGEST_WORDS = 200;
const ID = /^k-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9a-z]{3,}$/;

/**
 * Keeps both versions of docs aside in a project's state folder; the id brings them back.
 * Throws a DiskError when nothing could be stored: who meant to undo a change must then leave it.
 */
export function keepVersions(
  folder: string,
  docs: readonly KeptDoc[],
  { rule, words }: KeepReason,
  now: number,
): string {
  const store = storeOf(folder);
  const record = {
    format: 2,
    rule,
    words: words.slice(0, LONGEST_WORDS),
    docs: docs.map(({ doc, before, after }) => ({
      doc,
      before: toVersion(before),
      after: toVersion(after),
    })),
  };
  return onDisk(store, () => {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    const id = makeIncident(store, now);
    const write = (name: string, content: Uint8Array | string) =>
      writeFileSync(join(store, id, name), content, { mode: 0o600, flush: true });
    for (const [at, doc] of docs.entries())
      for (const which of ["before", "after"] as const)
        if (doc[which] !== undefined) write(versionFile(at, which), doc[which]);
    // Last: without it the incident is none.
    write(RECORD_FILE, `${JSON.stringify(record, undefined, 1)}\n`);
    dropOldest(store, id, now);
    return id;
  });
}

/** The newest first. Incidents that are damaged are left out, and told to `onDamaged`. */
export function listKept(
  folder: string,
  onDamaged: (damaged: DamagedIncident) => void = () => {},
): KeptIncident[] {
  const store = storeOf(folder);
  return incidentIds(store).flatMap((id) => {
    const place = join(store, id);
    if (lstatOf(join(place, RECORD_FILE)) === undefined) return [];
    try {
      const { rule, words, docs } = readRecord(place);
      return { id, time: timeOfIncident(id) ?? 0, rule, words, docs };
    } catch (error) {
      onDamaged({ id, folder: place, reason: reasonOf(error) });
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
  if (timeOfIncident(id) === undefined || lstatOf(place) === undefined) return undefined;
  const { docs } = readRecord(place);
  const at = docs.findIndex((record) => record.doc === doc);
  const version = docs[at]?.[which];
  if (version === undefined) return undefined;
  const path = join(place, versionFile(at, which));
  const content = readBytes(path, version.bytes);
  if (content === undefined || hashOf(content) !== version.hash)
    throw new DiskError(`${path} is not as it was stored`);
  return content;
}

export function toVersion(bytes: Uint8Array | undefined): KeptVersion | undefined {
  return bytes && { bytes: bytes.length, hash: hashOf(bytes) };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** An id begins with its time, so that ids sort by it. Undefined for what is no id. */
export function timeOfIncident(id: string): number | undefined {
  const [, year, month, day, hour, minute, second] = ID.exec(id) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function storeOf(folder: string): string {
  return join(folder, "kept");
}

function versionFile(at: number, which: Which): string {
  return `${at + 1}-${which}`;
}

/** A folder can be made once: two processes never get the same id. */
function makeIncident(store: string, now: number): string {
  const time = new Date(now)
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .replace("T", "-");
  for (let count = 0; ; count += 1) {
    const id = `k-${time}-${count.toString(36).padStart(3, "0")}`;
    try {
      mkdirSync(join(store, id), { mode: 0o700 });
      return id;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

/** The incidents in a store, damaged ones included: the newest first. */
function incidentIds(store: string): string[] {
  if (lstatOf(store) === undefined) return [];
  return onDisk(store, () => readdirSync(store))
    .filter((name) => timeOfIncident(name) !== undefined)
    .toSorted()
    .toReversed();
}

/** Holds the store to its limits. The incident that was just stored stays: a clock may have been set back since the others. */
function dropOldest(store: string, newest: string, now: number): void {
  let [count, bytes] = [0, 0];
  for (const id of [newest, ...incidentIds(store).filter((each) => each !== newest)]) {
    const place = join(store, id);
    count += 1;
    for (const name of attempt(() => readdirSync(place), []))
      if (name !== RECORD_FILE) bytes += lstatOf(join(place, name))?.size ?? 0;
    const isOld = now - (timeOfIncident(id) ?? now) > KEPT_LIMITS.days * DAY;
    const isOver = count > KEPT_LIMITS.incidents || bytes > KEPT_LIMITS.bytes;
    if (id !== newest && (isOld || isOver))
      attempt(() => rmSync(place, { recursive: true, force: true }), undefined);
  }
}

function readRecord(folder: string): v.InferOutput<typeof INCIDENT> {
  const path = join(folder, RECORD_FILE);
  const parsed = v.safeParse(INCIDENT, readJson(path, LONGEST_RECORD));
  if (!parsed.success) throw new DiskError(`${path} does not say what an incident says`);
  return parsed.output;
}

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import { isDocPath } from "../../bank/layout.ts";
import { attempt, lstatOf, readBytes, readJson } from "../disk/read.ts";
import { DiskError, onDisk } from "../disk/disk-error.ts";

export type Which = "before" | "after";

/** A doc before and after a change. Undefined where there was no such file. */
export interface KeptDoc {
  /** Path inside the bank, with `/`. */
  readonly doc: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

export interface KeepReason {
  readonly rule: string;
  /** The name of the command or the tool, for people. */
  readonly words: string;
}

const VERSION = v.object({
  bytes: v.number(),
  /** SHA-256, as hex. */
  hash: v.string(),
});
const RECORD = v.object({
  doc: v.pipe(v.string(), v.check(isDocPath)),
  before: v.optional(VERSION),
  after: v.optional(VERSION),
});
/** The content of `incident.json`. Docs are numbered from 1: no name in it is ever used as a path. */
const INCIDENT = v.object({
  format: v.literal(2),
  rule: v.string(),
  words: v.string(),
  docs: v.array(RECORD),
});

export type KeptVersion = Readonly<v.InferOutput<typeof VERSION>>;
export type KeptRecord = Readonly<v.InferOutput<typeof RECORD>>;

/** One change whose versions are kept aside. */
export interface KeptIncident extends KeepReason {
  readonly id: string;
  readonly time: number;
  readonly docs: readonly KeptRecord[];
}

export const KEPT_LIMITS = { incidents: 200, days: 30 };

const DAY = 24 * 60 * 60 * 1000;
const RECORD_FILE = "incident.json";
const LONGEST_WORDS = 200;
const ID = /^k-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9A-Za-z]{3,}$/;

/**
 * Keeps both versions of docs aside in a project's state folder; the id brings them back.
 * Throws a DiskError when nothing could be stored: the caller must then not undo the change.
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
    const [day, time] = new Date(now).toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
    // `mkdtemp` gives no two processes the same id.
    const id = basename(mkdtempSync(join(store, `k-${day}-${time}-`)));
    const write = (name: string, content: Uint8Array | string) =>
      writeFileSync(join(store, id, name), content, { mode: 0o600, flush: true });
    for (const [at, doc] of docs.entries())
      for (const which of ["before", "after"] as const)
        if (doc[which] !== undefined) write(versionFile(at, which), doc[which]);
    // Written last: without this file the incident does not count.
    write(RECORD_FILE, `${JSON.stringify(record, undefined, 1)}\n`);
    dropOldest(store, now);
    return id;
  });
}

/** Newest first. Incidents without a record, or with a damaged one, are left out. */
export function listKept(folder: string): KeptIncident[] {
  const store = storeOf(folder);
  return incidentIds(store).flatMap((id) => {
    const parsed = v.safeParse(INCIDENT, readJson(join(store, id, RECORD_FILE)));
    if (!parsed.success) return [];
    const { rule, words, docs } = parsed.output;
    return { id, time: timeOfIncident(id) ?? 0, rule, words, docs };
  });
}

/** Undefined where there was no such file. Throws a DiskError when the version is not as it was stored. */
export function readKept(
  folder: string,
  { id, docs }: Pick<KeptIncident, "id" | "docs">,
  doc: string,
  which: Which,
): Uint8Array | undefined {
  const at = docs.findIndex((record) => record.doc === doc);
  const version = docs[at]?.[which];
  if (version === undefined) return undefined;
  const path = join(storeOf(folder), id, versionFile(at, which));
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

/** An id begins with its time, so that ids sort by time. Undefined for a text that is not an id. */
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

/** All incidents in a store, damaged ones included, newest first. */
function incidentIds(store: string): string[] {
  if (lstatOf(store) === undefined) return [];
  return onDisk(store, () => readdirSync(store))
    .filter((name) => timeOfIncident(name) !== undefined)
    .toSorted()
    .toReversed();
}

/** Deletes the oldest incidents until the store is within its limits. */
function dropOldest(store: string, now: number): void {
  for (const [at, id] of incidentIds(store).entries()) {
    const isOld = now - (timeOfIncident(id) ?? now) > KEPT_LIMITS.days * DAY;
    if (isOld || at >= KEPT_LIMITS.incidents)
      attempt(() => rmSync(join(store, id), { recursive: true, force: true }), undefined);
  }
}

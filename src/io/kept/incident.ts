import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { isDocPath } from "../../bank/layout.ts";
import { DiskError, codeOf } from "../disk/disk-error.ts";
import { readPlain } from "../disk/read-plain.ts";

export type Which = "before" | "after";

/** A doc as it was and as it became. Undefined where there was no such file. */
export interface KeptDoc {
  /** Path inside the bank, with `/`. */
  readonly doc: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

const RECORD_FILE = "incident.json";
const FORMAT = 2;
/** More than the docs of any bank; a larger record was not written by us. */
const LONGEST_RECORD = 50_000_000;

const VERSION = v.object({
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** SHA-256, as hex. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
const RECORD = v.object({
  doc: v.pipe(v.string(), v.check(isDocPath)),
  before: v.optional(VERSION),
  after: v.optional(VERSION),
  /** Neither version was kept: together they are past the bound of the whole store. */
  tooLarge: v.optional(v.boolean(), false),
});
/** What `incident.json` says. Its docs are numbered from 1: no name in it is ever used as a path. */
const INCIDENT = v.object({
  rule: v.string(),
  words: v.string(),
  docs: v.pipe(v.array(RECORD), v.minLength(1), v.readonly()),
});
const STORED = v.object({ format: v.literal(FORMAT), ...INCIDENT.entries });

export type KeptVersion = Readonly<v.InferOutput<typeof VERSION>>;
export type KeptRecord = Readonly<v.InferOutput<typeof RECORD>>;
export type Incident = Readonly<v.InferOutput<typeof INCIDENT>>;

export function toVersion(bytes: Uint8Array | undefined): KeptVersion | undefined {
  return bytes && { bytes: bytes.length, hash: hashOf(bytes) };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The files of an incident, by name. */
export function* filesOf(
  incident: Incident,
  docs: readonly KeptDoc[],
): Generator<[name: string, content: Uint8Array | string]> {
  for (const [at, { before, after }] of docs.entries()) {
    if (incident.docs[at]?.tooLarge !== false) continue;
    if (before !== undefined) yield [versionFile(at, "before"), before];
    if (after !== undefined) yield [versionFile(at, "after"), after];
  }
  yield [RECORD_FILE, `${JSON.stringify({ format: FORMAT, ...incident }, undefined, 1)}\n`];
}

export function versionFile(at: number, which: Which): string {
  return `${at + 1}-${which}`;
}

export function isVersionFile(name: string): boolean {
  return /^[1-9]\d*-(?:before|after)$/.test(name);
}

/** The record of an incident, as it was stored. */
export function readRecord(folder: string): Incident {
  const path = join(folder, RECORD_FILE);
  const text = new TextDecoder().decode(readWhole(path, LONGEST_RECORD));
  const parsed = v.safeParse(STORED, parseJson(text, path));
  if (!parsed.success) throw damaged(path, "does not say what an incident says");
  const { rule, words, docs } = parsed.output;
  return { rule, words, docs };
}

/** Throws unless each version that the record names is there in its size. */
export function checkFiles(folder: string, { docs }: Incident): void {
  for (const [at, record] of docs.entries()) {
    if (record.tooLarge) continue;
    for (const which of ["before", "after"] as const) {
      const version = record[which];
      if (version === undefined) continue;
      const path = join(folder, versionFile(at, which));
      if (sizeOf(path) !== version.bytes) throw damaged(path, "is not as it was stored");
    }
  }
}

/** The bytes of a version, exactly as they were stored. */
export function readVersion(path: string, { bytes, hash }: KeptVersion): Uint8Array {
  const content = readWhole(path, bytes);
  if (hashOf(content) !== hash) throw damaged(path, "is not as it was stored");
  return content;
}

function readWhole(path: string, most: number): Uint8Array {
  const bytes = sizeOf(path) > most ? undefined : readPlain(path, most);
  if (bytes === undefined) throw damaged(path, "is not as it was stored");
  return bytes;
}

/** Of a regular file only: a link could lead anywhere, and a pipe would never end. */
function sizeOf(path: string): number {
  try {
    const stats = lstatSync(path);
    if (stats.isFile()) return stats.size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw damaged(path, "is missing");
    throw error;
  }
  throw damaged(path, "is not a file");
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(path, "is not JSON");
  }
}

function damaged(path: string, what: string): DiskError {
  return new DiskError("damaged", `${path} ${what}`);
}

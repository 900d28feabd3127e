import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync } from "node:fs";
import { renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "./attempt.ts";
import { toDiskError } from "./disk-error.ts";
import { readPlain } from "./read-plain.ts";

/** What a seal is for: one that was made for another thing does not count. */
export type Sealed = "write" | "typed-write" | "incident" | "plan" | "known";

const KEY_FILE = "key";
const KEY_BYTES = 32;

/**
 * Tells what we stored in a state folder from what somebody else put there, by a key that is made on this
 * machine when it is first needed. A program of the same user that reads the key can make seals, too: the
 * guard keeps agents' tools and commands away from the folder, and this keeps out whatever does not know
 * better. Throws a DiskError where no key can be kept.
 */
export function seal(folder: string, kind: Sealed, content: string): string {
  return sealWith(readKey(folder) ?? makeKey(folder), kind, content);
}

/** False also where there is no key: then nothing was sealed here. */
export function isSealed(folder: string, kind: Sealed, content: string, given: string): boolean {
  return createSealTest(folder, kind)(content, given);
}

/** The same for many, for which the key is read once. */
export function createSealTest(folder: string, kind: Sealed) {
  const key = readKey(folder);
  return (content: string, given: string): boolean => {
    if (key === undefined) return false;
    const made = Buffer.from(sealWith(key, kind, content));
    const other = Buffer.from(given);
    return made.length === other.length && timingSafeEqual(made, other);
  };
}

function sealWith(key: Buffer, kind: Sealed, content: string): string {
  return createHmac("sha256", key).update(`${kind}\0${content}`).digest("hex");
}

/** Asked each time: who removes the folder starts anew, in every process. */
function readKey(folder: string): Buffer | undefined {
  const key = readPlain(join(folder, KEY_FILE), KEY_BYTES);
  return key?.length === KEY_BYTES ? key : undefined;
}

/** Whole or not at all. Of two processes that make one at once, both use the first. */
function makeKey(folder: string): Buffer {
  const path = join(folder, KEY_FILE);
  const fresh = join(folder, `.${KEY_FILE}-${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeForGood(fresh, randomBytes(KEY_BYTES));
    putFirst(fresh, path, () => readKey(folder) !== undefined);
  } catch (error) {
    throw toDiskError(error, folder);
  } finally {
    attempt(() => rmSync(fresh, { force: true }), undefined);
  }
  const key = readKey(folder);
  if (key === undefined) throw toDiskError(notKept(path), folder);
  return key;
}

function putFirst(fresh: string, path: string, hasKey: () => boolean): void {
  try {
    linkSync(fresh, path);
  } catch {
    // A file can have one name only here, or what is there was never a key. Else another process was faster.
    if (!hasKey()) renameSync(fresh, path);
  }
}

function writeForGood(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function notKept(path: string): Error {
  return Object.assign(new Error(`${path} could not be kept`), { code: "EIO" });
}

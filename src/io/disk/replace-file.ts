import { randomUUID } from "node:crypto";
import { chmodSync, fsyncSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, lstatOf, stampOf, statOf, withFile } from "./read.ts";

interface Replacement {
  /** Permissions; by default those of the existing file. */
  readonly mode?: number | undefined;
  /** The stamp that the existing file must still have. */
  readonly instead?: string;
}

const UNFINISHED = /^\.memory-bank-[\da-f-]{36}\.tmp$/;

/** Whether a file of this name is our temporary file, not yet renamed to its final name. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** Replaces a file in one step: a reader, also after a power cut, sees the old file or the new one. */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  { mode = statOf(path)?.mode, instead }: Replacement = {},
): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = join(dirname(path), `.memory-bank-${randomUUID()}.tmp`);
  try {
    writeFileSync(fresh, bytes, { flag: "wx" });
    withFile(fresh, fsyncSync);
    if (mode !== undefined) chmodSync(fresh, mode & 0o7777);
    if (instead !== undefined) requireStill(path, instead);
    renameSync(fresh, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Makes names in a folder survive a power cut, if the file system can do that. */
export function syncFolder(folder: string): void {
  attempt(() => withFile(folder, fsyncSync), undefined);
}

/** Throws if somebody else has changed the file since. */
export function requireStill(path: string, stamp: string): void {
  if (stampOf(lstatOf(path)) !== stamp) throw new Error("changed meanwhile");
}

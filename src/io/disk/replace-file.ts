import { randomUUID } from "node:crypto";
import { chmodSync, fsyncSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, lstatOf, stampOf, withFile } from "./read.ts";

export interface Replacement {
  /** Permissions; those of a new file where there are none to keep. */
  readonly mode?: number | undefined;
  /** The stamp of what must be there still. */
  readonly instead?: string | undefined;
  /** Whether it must outlast a power cut, as all but notes must. */
  readonly isLasting?: boolean;
}

/** Somebody else was faster. */
export class ChangedMeanwhile extends Error {}

const UNFINISHED = /^\.memory-bank-[\da-f-]{36}\.tmp$/;

/** Whether a file of this name is on its way to another one's place. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** Puts bytes in a file's place in one step: whoever looks sees the old file or the new one. */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  { mode, instead, isLasting = true }: Replacement = {},
): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = join(dirname(path), `.memory-bank-${randomUUID()}.tmp`);
  try {
    writeFileSync(fresh, bytes, { flag: "wx" });
    if (isLasting) withFile(fresh, fsyncSync);
    if (mode !== undefined) chmodSync(fresh, mode & 0o7777);
    if (instead !== undefined && !isStill(path, instead))
      throw new ChangedMeanwhile("changed meanwhile");
    renameSync(fresh, path);
    // Some file systems cannot sync a folder.
    if (isLasting) attempt(() => withFile(dirname(path), fsyncSync), undefined);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

export function isStill(path: string, stamp: string): boolean {
  return stampOf(lstatOf(path)) === stamp;
}

import { randomUUID } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stampOf } from "./stat.ts";

export interface Replacement {
  /** Permissions; those of a new file where there are none to keep. */
  readonly mode?: number | undefined;
  /** What must be there still: a file of this stamp, or "nothing". */
  readonly instead?: string | undefined;
}

/** Somebody else was faster. */
export class ChangedMeanwhile extends Error {}

export const NOTHING = "nothing";

/** Puts bytes in a file's place in one step: whoever looks sees the old file or the new one. */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  { mode, instead }: Replacement = {},
): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = join(dirname(path), `.memory-bank-${randomUUID()}.tmp`);
  try {
    writeFileSync(fresh, bytes, { flag: "wx" });
    if (mode !== undefined) chmodSync(fresh, mode & 0o7777);
    if (instead !== undefined && !isStill(path, instead))
      throw new ChangedMeanwhile("changed meanwhile");
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

export function isStill(path: string, stamp: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? stamp === NOTHING : stampOf(stats) === stamp;
}

import { mkdir, rename, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../disk/disk-error.ts";

export const LOG_FILE = "decisions.jsonl";
export const OLD_LOG_FILE = "decisions.1.jsonl";
/** Both files together have 5 MB at most. */
export const LOG_LIMITS = { fileBytes: 2_500_000 } as const;

const LOCK = "decisions.lock";
/** Rotating takes no time: whoever has held the lock longer is gone. */
const LONGEST_HOLD = 10_000;

/**
 * Makes room for this many bytes. Two processes that find the file full at the same time must not both
 * move it: the second would put an empty file in place of the old lines. Who does not get the lock goes
 * on with the file as it is, which may then become a little longer.
 */
export async function rotateLog(folder: string, bytes: number, fileBytes: number): Promise<void> {
  const isFull = async () => ((await sizeOf(join(folder, LOG_FILE))) ?? 0) + bytes > fileBytes;
  if (!(await isFull())) return;
  const lock = join(folder, LOCK);
  if (!(await hold(lock))) return;
  try {
    if (await isFull()) await rename(join(folder, LOG_FILE), join(folder, OLD_LOG_FILE));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

async function hold(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const since = await stat(lock).catch(() => undefined);
    // Only removed here: whoever comes next may take it, and sees then how full the file is.
    if (since !== undefined && Date.now() - since.mtimeMs > LONGEST_HOLD) await rmdir(lock);
    return false;
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size;
}

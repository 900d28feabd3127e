import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { PlanError, toPlanError } from "./plan-error.ts";

export interface LockOptions {
  readonly now: () => number;
  /** How long to wait for another process, in milliseconds. */
  readonly patience: number;
}

/** No plan takes so long; the number of a process that has crashed may belong to another one by now. */
const LONGEST_HOLD = 10 * 60 * 1000;
const PAUSE = 5;
const LOCK = /^lock-(\d+)-[0-9a-f]+$/;

/**
 * Waits until no other process changes the bank of this state folder; returns what ends the hold. Each
 * says first that it wants to, by a file of its own name, and looks then who else does: of two, the later
 * one sees the earlier. So nothing is ever taken away from anybody; the name of a process that is gone
 * does not count.
 */
export function holdBank(disk: Disk, stateFolder: string, options: LockOptions): () => void {
  const own = `lock-${process.pid}-${randomBytes(6).toString("hex")}`;
  const file = join(stateFolder, own);
  const release = () => {
    unlessRefused(() => disk.unlink(file));
  };
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    waitForOthers(disk, stateFolder, own, options);
    return release;
  } catch (error) {
    release();
    throw toPlanError(error, stateFolder);
  }
}

function waitForOthers(
  disk: Disk,
  folder: string,
  own: string,
  { now, patience }: LockOptions,
): void {
  const deadline = now() + patience;
  for (;;) {
    if (disk.lstat(join(folder, own)) === undefined) disk.write(join(folder, own), "");
    const others = disk.list(folder).filter((name) => name !== own && LOCK.test(name));
    const [first] = others.filter((name) => isLiving(disk, folder, name, now())).toSorted();
    if (first === undefined) {
      for (const name of others) unlessRefused(() => disk.unlink(join(folder, name)));
      return;
    }
    if (now() >= deadline) throw new PlanError("busy", String(pidOf(first)));
    // Of two that wait for each other, one must step back.
    if (first < own) disk.unlink(join(folder, own));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

function isLiving(disk: Disk, folder: string, name: string, now: number): boolean {
  const stats = disk.lstat(join(folder, name));
  // In the future, too: no clock is set back that far.
  if (stats === undefined || Math.abs(now - stats.mtimeMs) > LONGEST_HOLD) return false;
  return disk.isRunning(pidOf(name));
}

function pidOf(name: string): number {
  return Number(LOCK.exec(name)?.[1]);
}

import { writeFileSync } from "node:fs";
import { type Disk, REAL_DISK } from "../../src/io/disk/disk.ts";

/** Stands for the end of the process: whoever catches it has no disk to work with any more. */
export class Crash extends Error {}

type Change = Exclude<keyof Disk, "lstat" | "read" | "isRunning">;

const CHANGES: readonly Change[] = [
  "makeFolder",
  "write",
  "sync",
  "rename",
  "unlink",
  "removeFolder",
  "git",
];

export interface CountingDisk extends Disk {
  /** Calls so far. */
  readonly calls: () => number;
  readonly names: () => readonly string[];
}

/** Whoever was at it before has crashed, also if the test has its number. Waiting for the real disk takes too long. */
const AFTER_A_CRASH: Disk = { ...REAL_DISK, sync() {}, isRunning: () => false };

function intercept(
  names: readonly (keyof Disk)[],
  before: (call: number, name: keyof Disk, args: readonly unknown[]) => void,
): CountingDisk {
  const called: string[] = [];
  const disk: Record<string, unknown> = { ...AFTER_A_CRASH };
  for (const name of names) {
    const real = AFTER_A_CRASH[name] as (...args: unknown[]) => unknown;
    disk[name] = (...args: unknown[]) => {
      called.push(name);
      before(called.length, name, args);
      return real(...args);
    };
  }
  disk["calls"] = () => called.length;
  disk["names"] = () => called;
  return disk as unknown as CountingDisk;
}

/** Counts, and does what it is told. */
export function healthyDisk(): CountingDisk {
  return intercept(CHANGES, () => {});
}

/** From this change on nothing happens any more; a `torn` one happens in part. */
export function crashingDisk(at: number, isTorn = false): CountingDisk {
  return intercept(CHANGES, (call, name, args) => {
    if (call < at) return;
    if (call === at && isTorn) tear(name, args);
    throw new Crash(`crashed in call ${call}, ${name}`);
  });
}

/** Nothing happens any more once something would be renamed to this for the nth time. */
export function crashingAt(ending: string, nth = 1): CountingDisk {
  let times = 0;
  return intercept(CHANGES, (_, name, args) => {
    if (name === "rename" && String(args[1]).endsWith(ending)) times += 1;
    if (times >= nth) throw new Crash(`crashed before ${ending} was there`);
  });
}

function tear(name: keyof Disk, args: readonly unknown[]): void {
  if (name === "write") {
    const [path, content] = args as [string, string | Uint8Array];
    writeFileSync(path, content.slice(0, content.length / 2), { flag: "wx" });
  } else if (name === "git") {
    const [folder, rest, input] = args as [string, string[], string];
    REAL_DISK.git(folder, rest, input);
  }
}

/** This one call is refused by the system, reads included; all others work. */
export function refusingDisk(at: number, code: string): CountingDisk {
  return intercept([...CHANGES, "lstat", "read"], (call, name, args) => {
    if (call === at)
      throw Object.assign(new Error(`${code}: ${name} ${String(args[0])}`), { code });
  });
}

import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";

/** Stands for the end of the process: whoever catches it has no disk to work with any more. */
export class Crash extends Error {}

type Work = (...args: unknown[]) => unknown;

/** All that our own code changes a disk with. */
const CHANGES = [
  "appendFileSync",
  "chmodSync",
  "fsyncSync",
  "mkdirSync",
  "renameSync",
  "rmdirSync",
  "rmSync",
  "unlinkSync",
  "writeFileSync",
  "execFileSync",
] as const;

/** What was called so far, the latest last. */
export type Calls = readonly string[];
type Fault = (call: number, name: string, args: readonly unknown[]) => void;

/**
 * Does work on a disk of which each call goes through `fault` first. Whoever was at it before has crashed, also if
 * the test has its number; waiting for the real disk takes too long.
 */
export function onDisk<Result>(
  fault: Fault,
  work: (calls: Calls) => Result,
  more: readonly string[] = [],
): Result {
  const calls: string[] = [];
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error("no such process"), { code: "ESRCH" });
  });
  const put = [...CHANGES, ...more].map((name) => {
    const home = (name in fs ? fs : childProcess) as unknown as Record<string, Work>;
    const real = home[name] as Work;
    home[name] = (...args) => {
      calls.push(name);
      fault(calls.length, name, args);
      return name === "fsyncSync" ? undefined : real(...args);
    };
    return () => (home[name] = real);
  });
  syncBuiltinESMExports();
  try {
    return work(calls);
  } finally {
    for (const putBack of put) putBack();
    syncBuiltinESMExports();
    kill.mockRestore();
  }
}

/** Does what it is told. */
export const HEALTHY: Fault = () => {};

/** From this call on nothing happens any more; a `torn` one happens in part. */
export function crashingIn(at: number, isTorn = false): Fault {
  const tear = { write: fs.writeFileSync, git: childProcess.execFileSync as Work };
  return (call, name, args) => {
    if (call < at) return;
    if (call === at && isTorn && name === "writeFileSync") {
      const [path, content, options] = args as [string, string | Uint8Array, object];
      tear.write(path, content.slice(0, content.length / 2), options);
    }
    if (call === at && isTorn && name === "execFileSync") tear.git(...args);
    throw new Crash(`crashed in call ${call}, ${name}`);
  };
}

/** Nothing happens any more once something would be renamed to this for the nth time. */
export function crashingAt(ending: string, nth = 1): Fault {
  let times = 0;
  return (_, name, args) => {
    if (name === "renameSync" && String(args[1]).endsWith(ending)) times += 1;
    if (times >= nth) throw new Crash(`crashed before ${ending} was there`);
  };
}

/** This one call is refused by the system; all others work. */
export function refusing(at: number, code: string): Fault {
  return (call, name, args) => {
    if (call === at)
      throw Object.assign(new Error(`${code}: ${name} ${String(args[0])}`), { code });
  };
}

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./disk.ts";
import { attempt } from "./read.ts";
import { stateHomes } from "./state-folder.ts";

/** One file for each thread whose calls somebody judges: by it the net knows. */
const folder = () => join(stateHomes()[0] ?? "", "threads");

export function showLife(thread: string): void {
  bury((pid) => !isRunning(pid));
  attempt(() => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder(), thread.replaceAll(/[^\w-]/g, "")), `${process.pid}\n`);
  }, undefined);
}

/** The files of this process, and of those that were not given the time for it. */
export function buryDead(): void {
  bury((pid) => pid === process.pid || !isRunning(pid));
}

function bury(isDue: (pid: number) => boolean): void {
  for (const name of attempt(() => readdirSync(folder()), [])) {
    const file = join(folder(), name);
    attempt(() => {
      if (isDue(Number(readFileSync(file, "utf8")))) rmSync(file, { force: true });
    }, undefined);
  }
}

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "./attempt.ts";
import { stateHomes } from "./state-folder.ts";

/** One file for each thread whose calls somebody judges: by it the net knows. */
const folder = () => join(stateHomes()[0] ?? "", "threads");

export function showLife(thread: string): void {
  attempt(() => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder(), thread.replaceAll(/[^\w-]/g, "")), `${process.pid}\n`);
  }, undefined);
}

/** The files of this process, and of those that could not do it themselves. */
export function buryDead(): void {
  for (const name of attempt(() => readdirSync(folder()), [])) {
    const file = join(folder(), name);
    attempt(() => {
      const pid = Number(readFileSync(file, "utf8"));
      if (pid === process.pid || !isAlive(pid)) rmSync(file, { force: true });
    }, undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

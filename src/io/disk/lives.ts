import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "./disk-error.ts";
import { attempt } from "./read.ts";
import { stateHome } from "./state-folder.ts";

/** One file for each session with a live server; a host's fallback check looks for it. */
const folder = () => join(stateHome(), "threads");

export function showLife(thread: string): void {
  attempt(() => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder(), thread.replaceAll(/[^\w-]/g, "")), `${process.pid}\n`);
  }, undefined);
}

/** Removes the files of this process, and those of processes that ended without removing theirs. */
export function buryDead(): void {
  for (const name of attempt(() => readdirSync(folder()), []))
    attempt(() => {
      const file = join(folder(), name);
      const pid = Number(readFileSync(file, "utf8"));
      if (pid === process.pid || !isRunning(pid)) rmSync(file, { force: true });
    }, undefined);
}

/** Whether a process with this number exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

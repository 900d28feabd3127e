import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH = 4 * 2 ** 30;

/**
 * The environment with which temporary folders are in memory, where the system has room there: most of what tests
 * write is gone a moment later, and a disk takes longer for it than the tests for all else.
 */
export function inMemory(): Record<string, string> {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH && runsPrograms(MEMORY) ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}

/** In a container it often may not. */
function runsPrograms(place: string): boolean {
  const folder = mkdtempSync(join(place, "memory-bank-"));
  try {
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { join } from "node:path";
import { expect } from "vitest";
import { isRunning } from "../../src/io/disk/lives.ts";
import { readFiles } from "../helpers/files-on-disk.ts";

/** Whoever shows that it judges a thread has ended: a host that was killed takes its server with it a moment later. */
export async function untilServersEnd(home: string): Promise<void> {
  const running = () =>
    [...readFiles(join(home, ".local/state/memory-bank"))]
      .filter(([path]) => path.includes("threads"))
      .map(([, pid]) => Number(pid))
      .filter(isRunning);
  await expect.poll(running).toEqual([]);
}

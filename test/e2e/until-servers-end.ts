import { basename, join } from "node:path";
import { expect } from "vitest";
import { isRunning } from "../../src/io/disk/disk.ts";
import { readFiles } from "../helpers/files-on-disk.ts";

/** Whoever notes what it knows of a bank has ended: a host that was killed takes its server with it a moment later. */
export async function untilServersEnd(home: string): Promise<void> {
  const running = () =>
    [...readFiles(join(home, ".local/state/memory-bank")).keys()]
      .flatMap((path) => /^known-(\d+)/.exec(basename(path))?.[1] ?? [])
      .filter((pid) => isRunning(Number(pid)));
  await expect.poll(running).toEqual([]);
}

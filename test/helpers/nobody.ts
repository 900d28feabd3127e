import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** How a child is started to whom things can be forbidden: nothing is forbidden to root. */
export const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Makes somebody's what that child should own. */
export function giveToNobody(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY);
}

/** Lets everybody read what is in a folder, whatever the umask was. */
export function letAnybodyRead(folder: string): void {
  if (isRoot) execFileSync("chmod", ["-R", "a+rX", folder]);
}

/**
 * Files and folders of the repository for a child that runs as nobody. They are copied for all tests
 * of a file, because a checkout in root's home can be entered by root alone; so can a Node that a
 * version manager has put there.
 */
export function useNobody(...names: readonly string[]) {
  let folder = "";
  let node = process.execPath;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "memory-bank-shared-"));
    for (const name of names) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    if (spawnSync(node, ["--version"], asNobody).status !== 0) {
      node = join(folder, "node");
      cpSync(process.execPath, node);
    }
    letAnybodyRead(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    get node() {
      return node;
    },
    path: (name: string) => join(folder, name),
  };
}

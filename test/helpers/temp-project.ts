import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { writeFiles } from "./files-on-disk.ts";

/**
 * A folder with these files, gone when the test is over, with what the test puts beside it. A key that ends in `/` makes
 * an empty folder.
 */
export function tempProject(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-")));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const root = join(outer, "project");
  mkdirSync(root);
  writeFiles(root, Object.entries(files));
  return root;
}

/** A folder for all tests of a file, with an empty bank in it. */
export function tempFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-")));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "memory-bank"));
  return root;
}

/** For thousands of small projects: in memory, where the system has such a folder. The caller removes it. */
export function memoryFolder(): string {
  const memory = "/dev/shm";
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "memory-bank-"));
}

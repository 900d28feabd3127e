import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DiskError } from "../disk/disk-error.ts";
import { isBelow, realPathOf } from "../disk/paths.ts";
import { statOf } from "../disk/read.ts";
import { replaceFile } from "../disk/replace-file.ts";

/** The bytes of a doc; undefined when there is no such file. */
export function readDoc(bank: string, doc: string): Uint8Array | undefined {
  const path = locateDoc(bank, doc);
  return statOf(path) === undefined ? undefined : readFileSync(path);
}

/** Puts the bytes in the doc's place in one step, or removes it. */
export function writeDoc(bank: string, doc: string, bytes: Uint8Array | undefined): void {
  const path = locateDoc(bank, doc);
  if (bytes === undefined) rmSync(path, { force: true });
  else replaceFile(path, bytes);
}

/** The file that a doc's name leads to, which must be in the bank, links followed. */
function locateDoc(bank: string, doc: string): string {
  const path = realPathOf(join(bank, doc));
  if (isBelow(realPathOf(bank), path)) return path;
  throw new DiskError(`${doc} leads out of the bank, to ${path}. Nothing done`);
}

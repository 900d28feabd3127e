import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { codeOf } from "./disk-error.ts";
import { lstatOf } from "./read.ts";

/** Takes a file or folder out of a program's sight, into a folder of ours. Nothing is deleted. */
export function moveAside(path: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  let to = join(folder, basename(path));
  for (let number = 2; lstatOf(to) !== undefined; number += 1)
    to = join(folder, `${number}-${basename(path)}`);
  try {
    renameSync(path, to);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    cpSync(path, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(path, { recursive: true });
  }
  return to;
}

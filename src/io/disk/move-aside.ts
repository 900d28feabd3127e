import { cpSync, rmSync } from "node:fs";
import { join, parse, relative } from "node:path";

/** Moves a file or folder into a folder of ours, under its whole path, where a program no longer sees it. */
export function moveAside(path: string, folder: string): string {
  const to = join(folder, relative(parse(path).root, path));
  // Copied, not renamed: the folder may be on another disk.
  cpSync(path, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  rmSync(path, { recursive: true });
  return to;
}

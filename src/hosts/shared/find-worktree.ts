import { dirname, join } from "node:path";
import { lstatOf } from "../../io/disk/read.ts";

/** The root of the git work tree, `/` where there is none; without asking git. */
export function findWorktree(directory: string): string {
  const parent = dirname(directory);
  if (lstatOf(join(directory, ".git")) !== undefined) return directory;
  return parent === directory ? parent : findWorktree(parent);
}

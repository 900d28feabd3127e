import { sep } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import { STAGING_FOLDER, isDocPath } from "../../bank/layout.ts";
import type { Operation } from "../../types.ts";
import { invalid } from "./plan-error.ts";

/** Git would take a folder of its name for a repository, and run what is in it. */
const NOT_OURS = new Set([".git", STAGING_FOLDER]);

/** A path that a plan may touch: whoever wrote the plan, it stays in the bank and away from tools' folders. */
export function isPlannable(path: string): boolean {
  if (!isDocPath(path) || (sep !== "/" && /[\\:]/.test(path))) return false;
  return path.split("/").every((part) => !NOT_OURS.has(part.toLowerCase()));
}

export function pathsOf(operation: {
  readonly path: string;
  readonly to?: string | undefined;
}): string[] {
  return operation.to === undefined ? [operation.path] : [operation.path, operation.to];
}

/** Throws where a path leaves the bank. Each path occurs once, so that what is on disk tells how far a plan has got. */
export function checkPaths(
  operations: readonly Operation[],
  toShown: (path: string) => string,
): void {
  const paths = operations.flatMap(pathsOf);
  const all = new Set(paths);
  const bad = paths.find(
    (path, at) =>
      !isPlannable(path) ||
      paths.indexOf(path) !== at ||
      foldersOf(path).some((folder) => all.has(folder)),
  );
  if (bad !== undefined) throw invalid(toShown(bad));
}

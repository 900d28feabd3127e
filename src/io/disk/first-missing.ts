import { posix } from "node:path";
import { lstatOf } from "./read.ts";

/** The topmost of a path and its folders below the root that is not there; undefined where the path is there. */
export function firstMissing(root: string, path: string): string | undefined {
  let missing: string | undefined;
  for (let each = path; each !== "." && !lstatOf(`${root}/${each}`); each = posix.dirname(each))
    missing = each;
  return missing;
}

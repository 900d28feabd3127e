import { join } from "node:path";
import { ENTRY } from "../../bank/layout.ts";
import { findVersion } from "../../bank/markers.ts";
import { readText } from "../disk/read.ts";

/** Whether a folder holds an entry that this product made, and not another tool's file of that name. */
export function hasOwnEntry(folder: string): boolean {
  return findVersion(readText(join(folder, ENTRY)) ?? "") !== undefined;
}

import { createHash } from "node:crypto";
import { type Stats, readdirSync } from "node:fs";
import { join } from "node:path";
import { STAGING_FOLDER } from "../../bank/layout.ts";
import { attempt, lstatOf, stampOf, statOf } from "../disk/read.ts";
import { isUnfinished } from "../disk/replace-file.ts";

/** The bank as a plan sees it: its regular files, and a `state` that changes whenever anything in the bank does. */
export function readBankState(bank: string) {
  const entries = walkBank(bank);
  const lines = entries.map(({ path, stats }) => `${path}\0${stampOf(stats)}`);
  return {
    exists: statOf(bank)?.isDirectory() === true,
    paths: entries.flatMap(({ path, stats }) => (stats.isFile() ? path : [])),
    // No file name holds a zero byte, so that different lists never join to the same text.
    state: createHash("sha256").update(lines.join("\0\0")).digest("hex"),
  };
}

/** Whether something other than a folder stands where a bank should be. */
export function isTaken(bank: string): boolean {
  return lstatOf(bank) !== undefined && !statOf(bank)?.isDirectory();
}

/**
 * All entries of a bank except folders, sorted by path, with `/`. Links are not followed, a folder that cannot be opened
 * counts as empty, and our unfinished temporary files are left out.
 */
export function walkBank(bank: string) {
  const entries: { readonly path: string; readonly stats: Stats }[] = [];
  const folders = [""];
  for (const folder of folders) {
    for (const name of attempt(() => readdirSync(join(bank, folder)), [])) {
      const path = folder + name;
      if (path === STAGING_FOLDER || isUnfinished(name)) continue;
      const stats = lstatOf(join(bank, path));
      if (stats?.isDirectory()) folders.push(`${path}/`);
      else if (stats !== undefined) entries.push({ path, stats });
    }
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

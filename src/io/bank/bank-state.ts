import { createHash } from "node:crypto";
import { type Stats, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { NEXT_BYTES, STAGING_FOLDER } from "../../bank/layout.ts";
import { codeOf } from "../disk/disk-error.ts";
import { attempt, lstatOf, stampOf } from "../disk/read.ts";
import { isUnfinished } from "../disk/replace-file.ts";

export interface BankState {
  readonly exists: boolean;
  /** Regular files, sorted, with `/`. */
  readonly paths: readonly string[];
  /** Links, and what is neither a file nor a folder. */
  readonly others: readonly string[];
  /** Differs whenever a file in the bank does. */
  readonly state: string;
}

/** What is in a bank and no folder. Links are not followed; what we are writing is no doc yet. */
export interface BankEntry {
  /** Inside the bank, with `/`. */
  readonly path: string;
  readonly file: string;
  readonly stats: Stats;
}

/** What a plan for a bank that is not there was made for. */
export const NO_BANK = digest(["missing"]);

/** The bank as a plan sees it. */
export function readBankState(bank: string): BankState {
  const kind = bankKind(bank);
  if (kind !== "folder") return { exists: false, paths: [], others: [], state: digest([kind]) };
  const entries = walkBank(bank);
  const pathsOf = (isFile: boolean) =>
    entries.flatMap(({ path, stats }) => (stats.isFile() === isFile ? [path] : []));
  const lines = entries.map(({ path, stats }) => `${path}\0${stampOf(stats)}`);
  return { exists: true, paths: pathsOf(true), others: pathsOf(false), state: digest(lines) };
}

export function bankKind(bank: string): "folder" | "missing" | "not-a-folder" {
  try {
    if (statSync(bank).isDirectory()) return "folder";
  } catch (error) {
    if (codeOf(error) === "ENOENT" && lstatOf(bank) === undefined) return "missing";
  }
  return "not-a-folder";
}

/** Sorted by path. What cannot be opened is empty. */
export function walkBank(bank: string): BankEntry[] {
  const entries: BankEntry[] = [];
  const folders = [""];
  for (const folder of folders) {
    for (const name of attempt(() => readdirSync(join(bank, folder)), [])) {
      const path = folder + name;
      const file = join(bank, path);
      const isOurs = path === STAGING_FOLDER || name === NEXT_BYTES || isUnfinished(name);
      const stats = isOurs ? undefined : lstatOf(file);
      if (stats?.isDirectory()) folders.push(`${path}/`);
      else if (stats !== undefined) entries.push({ path, file, stats });
    }
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** No name holds a zero byte, so that no two lists of lines are the same text. */
function digest(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\0\0")).digest("hex");
}

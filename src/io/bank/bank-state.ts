import { createHash } from "node:crypto";
import { readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { STAGING_FOLDER } from "../../bank/layout.ts";
import { attempt, lstatOf } from "../disk/read.ts";
import { codeOf } from "../disk/disk-error.ts";

export interface BankState {
  readonly exists: boolean;
  readonly kind: "folder" | "missing" | "not-a-folder";
  /** Regular files, sorted, with `/`. */
  readonly paths: readonly string[];
  /** Links, and what is neither a file nor a folder. */
  readonly others: readonly string[];
  /** Differs whenever a name, a kind, a size or a time of change in the bank does. */
  readonly state: string;
}

/** More than any bank holds; a larger folder is somebody's mistake, and is not walked to its end. */
const MOST_ENTRIES = 50_000;

/** What a plan for a bank that is not there was made for. */
export const NO_BANK = digest(["missing"]);

/** The bank as a plan sees it. Links are named, never followed; what a plan has staged is not part of it. */
export function readBankState(bank: string): BankState {
  const kind = bankKind(bank);
  if (kind !== "folder")
    return { exists: false, kind, paths: [], others: [], state: digest([kind]) };
  const { files, others, lines } = walk(bank);
  return {
    exists: true,
    kind,
    paths: files.toSorted(),
    others: others.toSorted(),
    state: digest(lines.toSorted()),
  };
}

export function bankKind(bank: string): BankState["kind"] {
  try {
    if (statSync(bank).isDirectory()) return "folder";
  } catch (error) {
    if (codeOf(error) === "ENOENT" && lstatOf(bank) === undefined) return "missing";
  }
  return "not-a-folder";
}

function walk(bank: string) {
  const files: string[] = [];
  const others: string[] = [];
  const lines: string[] = [];
  const folders = [""];
  for (let prefix = folders.pop(); prefix !== undefined; prefix = folders.pop()) {
    const place = join(bank, prefix);
    const found = attempt(() => readdirSync(place, { withFileTypes: true }), undefined);
    if (found === undefined) lines.push(`${prefix}\0closed`);
    for (const entry of found ?? []) {
      const path = prefix + entry.name;
      if (path === STAGING_FOLDER) continue;
      if (lines.length >= MOST_ENTRIES) return { files, others, lines: [...lines, "…"] };
      if (entry.isDirectory()) {
        // Without its time: staging something changes that of the bank itself.
        lines.push(`${path}\0folder`);
        folders.push(`${path}/`);
      } else if (entry.isFile()) {
        files.push(path);
        lines.push(`${path}\0file\0${stampOf(join(bank, path))}`);
      } else {
        const to = entry.isSymbolicLink() ? attempt(() => readlinkSync(join(bank, path)), "") : "";
        others.push(path);
        lines.push(`${path}\0other\0${to}`);
      }
    }
  }
  return { files, others, lines };
}

function stampOf(path: string): string {
  const stats = lstatOf(path);
  return stats === undefined ? "" : `${stats.size}:${stats.mtimeMs}`;
}

/** No name holds a zero byte, so that no two lists of lines are the same text. */
function digest(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\0\0")).digest("hex");
}

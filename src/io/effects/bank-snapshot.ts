import { type Stats, fstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { sep } from "node:path";
import { NEXT_BYTES } from "../../bank/layout.ts";
import { NO_LINK, attempt, isSameStats, lstatOf, withFile } from "../disk/read.ts";
import { isUnfinished } from "../disk/replace-file.ts";

/** What a name in the bank stands for. */
export type SnapshotEntry =
  | FileEntry
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly to: string }
  /** A pipe, a socket, a device: never opened. */
  | { readonly kind: "other" };

interface FileEntry {
  readonly kind: "file";
  readonly stats: Stats;
  /** Undefined if the file is too large or cannot be read. */
  readonly bytes: Buffer | undefined;
  /** The file had not changed for a while when it was read: with the same stats it has the same bytes. */
  readonly isSettled: boolean;
}

/** Paths inside the bank, with `/`. Empty when there is no bank. */
export type Snapshot = ReadonlyMap<string, SnapshotEntry>;

export interface SnapshotChange {
  readonly path: string;
  readonly before: SnapshotEntry | undefined;
  readonly after: SnapshotEntry | undefined;
}

/** Docs are small. A larger file is noticed when it changes, and not held in memory. */
const LARGEST_FILE = 1024 * 1024;
const LARGEST_BANK = 64 * 1024 * 1024;
const MOST_ENTRIES = 50_000;
/** Two changes within one tick of the file system's clock have the same time. */
const TICK = 20;

/** Looks at all of a bank. A file that has the same stats as in the earlier snapshot is not read again. */
export function takeSnapshot(bank: string, known: Snapshot = new Map()): Snapshot {
  const entries = new Map<string, SnapshotEntry>();
  let room = LARGEST_BANK;

  function walk(folder: string, prefix: string): void {
    for (const name of attempt(() => readdirSync(folder), [])) {
      if (entries.size >= MOST_ENTRIES) return;
      const path = prefix + name;
      const before = known.get(path);
      if (before === undefined && (name === NEXT_BYTES || isUnfinished(name))) continue;
      const full = folder + sep + name;
      const entry = entryOf(full, before, room);
      if (entry === undefined) continue;
      entries.set(path, entry);
      if (entry.kind === "folder") walk(full, `${path}/`);
      if (entry.kind === "file") room -= entry.bytes?.length ?? 0;
    }
  }

  // If a link took the place of the bank, what is behind it is not the bank's.
  if (isFolder(bank)) walk(bank, "");
  return entries;
}

export function isFolder(path: string): boolean {
  return lstatOf(path)?.isDirectory() === true;
}

/** What a name stands for now; undefined if there is nothing. */
export function entryOf(
  path: string,
  known?: SnapshotEntry,
  room = LARGEST_FILE,
): SnapshotEntry | undefined {
  const stats = lstatOf(path);
  if (stats === undefined) return undefined;
  if (stats.isFile()) return fileEntry(path, stats, known, room);
  if (stats.isDirectory()) return { kind: "folder" };
  const to = stats.isSymbolicLink() ? attempt(() => readlinkSync(path), undefined) : undefined;
  return to === undefined ? { kind: "other" } : { kind: "link", to };
}

function fileEntry(
  path: string,
  stats: Stats,
  known: SnapshotEntry | undefined,
  room: number,
): FileEntry {
  const before = known?.kind === "file" ? known : undefined;
  if (before?.isSettled && isSameStats(before.stats, stats)) return before;
  const held = stats.size <= Math.min(LARGEST_FILE, room) ? readHeld(path) : undefined;
  return held ?? { kind: "file", stats, bytes: undefined, isSettled: true };
}

/** The stats are those of the bytes that were read: the file may have been replaced since it was listed. */
function readHeld(path: string): FileEntry | undefined {
  const read = (file: number): FileEntry | undefined => {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > LARGEST_FILE) return undefined;
    const isSettled = Date.now() - stats.ctimeMs > TICK;
    return { kind: "file", stats, bytes: readFileSync(file), isSettled };
  };
  return attempt(() => withFile(path, read, NO_LINK), undefined);
}

export function compareSnapshots(before: Snapshot, after: Snapshot): SnapshotChange[] {
  const changes: SnapshotChange[] = [];
  for (const [path, entry] of before) {
    const now = after.get(path);
    if (!isSame(entry, now)) changes.push({ path, before: entry, after: now });
  }
  for (const [path, entry] of after) {
    if (!before.has(path)) changes.push({ path, before: undefined, after: entry });
  }
  return changes;
}

/** The same bytes are the same doc, whenever they were written. */
function isSame(a: SnapshotEntry, b: SnapshotEntry | undefined): boolean {
  if (a === b) return true;
  if (a.kind === "file" && b?.kind === "file") {
    if (a.stats.mode !== b.stats.mode) return false;
    if (a.bytes === undefined || b.bytes === undefined) return isSameStats(a.stats, b.stats);
    return a.bytes.equals(b.bytes);
  }
  if (a.kind === "link" && b?.kind === "link") return a.to === b.to;
  return a.kind === b?.kind;
}

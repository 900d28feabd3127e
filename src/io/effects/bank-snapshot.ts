import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
} from "node:fs";
import { join } from "node:path";
import { stampOf } from "../disk/stat.ts";

/** What a name in the bank stands for. */
export type SnapshotEntry =
  | {
      readonly kind: "file";
      readonly stamp: string;
      readonly mode: number;
      /** Undefined for what is too large, or cannot be read. */
      readonly bytes: Buffer | undefined;
    }
  | { readonly kind: "folder"; readonly mode: number }
  | { readonly kind: "link"; readonly to: string }
  /** A pipe, a socket, a device: never opened. */
  | { readonly kind: "other" };

/** Paths inside the bank, with `/`. Empty when there is no bank. */
export type Snapshot = ReadonlyMap<string, SnapshotEntry>;

export interface SnapshotChange {
  readonly path: string;
  readonly before: SnapshotEntry | undefined;
  readonly after: SnapshotEntry | undefined;
}

/** Docs are small; a larger file is noticed when it changes, and not held in memory. */
const LARGEST_FILE = 1024 * 1024;
const LARGEST_BANK = 64 * 1024 * 1024;
const MOST_ENTRIES = 50_000;

/** Looks at all of a bank. What did not change since the last look is not read again. */
export function createSnapshots() {
  let latest: Snapshot = new Map();

  function take(bank: string): Snapshot {
    const entries = new Map<string, SnapshotEntry>();
    let room = LARGEST_BANK;

    function walk(folder: string, prefix: string): void {
      for (const found of list(folder)) {
        if (entries.size >= MOST_ENTRIES) return;
        const path = prefix + found.name;
        const full = join(folder, found.name);
        if (found.isDirectory()) {
          entries.set(path, { kind: "folder", mode: modeOf(full) });
          walk(full, `${path}/`);
        } else if (found.isFile()) {
          const entry = fileEntry(full, latest.get(path), room);
          if (entry === undefined) continue;
          room -= entry.bytes?.length ?? 0;
          entries.set(path, entry);
        } else {
          entries.set(path, found.isSymbolicLink() ? linkEntry(full) : { kind: "other" });
        }
      }
    }

    walk(bank, "");
    latest = entries;
    return entries;
  }

  return { take };
}

function modeOf(folder: string): number {
  return lstatSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function fileEntry(path: string, known: SnapshotEntry | undefined, room: number) {
  try {
    const stats = lstatSync(path);
    const stamp = stampOf(stats);
    if (known?.kind === "file" && known.stamp === stamp) return known;
    const held = stats.size <= Math.min(LARGEST_FILE, room) ? readHeld(path) : undefined;
    // A file that lost its permissions has not lost its text.
    const bytes = known?.kind === "file" && isTextOf(known.stamp, stamp) ? known.bytes : undefined;
    return held ?? { kind: "file" as const, stamp, mode: stats.mode, bytes };
  } catch {
    return undefined;
  }
}

/** All but the time of the last change of the entry itself. */
function isTextOf(stamp: string, other: string): boolean {
  return stamp.slice(0, stamp.lastIndexOf(":")) === other.slice(0, other.lastIndexOf(":"));
}

/** The stamp is that of the very bytes: a name may have changed hands since it was listed. */
function readHeld(path: string) {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > LARGEST_FILE) return undefined;
      const bytes = readFileSync(file);
      return { kind: "file" as const, stamp: stampOf(stats), mode: stats.mode, bytes };
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function linkEntry(path: string): SnapshotEntry {
  try {
    return { kind: "link", to: readlinkSync(path) };
  } catch {
    return { kind: "other" };
  }
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
export function isSame(a: SnapshotEntry, b: SnapshotEntry | undefined): boolean {
  if (a === b) return true;
  if (a.kind === "folder" && b?.kind === "folder") return a.mode === b.mode;
  if (a.kind === "file" && b?.kind === "file") {
    if (a.mode !== b.mode) return false;
    if (a.bytes === undefined || b.bytes === undefined) return a.stamp === b.stamp;
    return a.bytes.equals(b.bytes);
  }
  if (a.kind === "link" && b?.kind === "link") return a.to === b.to;
  return a.kind === b?.kind;
}

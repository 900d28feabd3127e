import {
  type Stats,
  fstatSync,
  lstatSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statfsSync,
} from "node:fs";
import { sep } from "node:path";
import { NEXT_BYTES } from "../../bank/layout.ts";
import { attempt } from "../disk/attempt.ts";
import { isSameStats, lstatOf, stampOf } from "../disk/stat.ts";
import { NO_LINK, withFile } from "../disk/with-file.ts";

/** What a name in the bank stands for. */
export type SnapshotEntry =
  | {
      readonly kind: "file";
      readonly stamp: string;
      readonly mode: number;
      /** Undefined for what is too large, or cannot be read. */
      readonly bytes: Buffer | undefined;
    }
  /** Of the same mode it is the same one: what is in it is looked at. */
  | { readonly kind: "folder"; readonly mode: number }
  | { readonly kind: "link"; readonly to: string }
  /** A pipe, a socket, a device: never opened. Or of a name that is no text: its stamp tells of a change. */
  | { readonly kind: "other"; readonly stamp: string };

/** The bank itself, among the paths in it. */
export const BANK_ITSELF = ".";

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
/** What stands in a name for bytes that are no text. */
const NO_TEXT = "\u{fffd}";

/** FAT notes times in steps of two seconds, and no file system in longer ones. */
const LONGEST_TICK = 2000;
/** On Windows there are file systems that leave a folder's times alone when a name comes or goes. */
const FOLDERS_TELL = process.platform !== "win32";
/**
 * File systems of Linux on which nobody can set the time of an entry's last change: ext, xfs, btrfs, overlay,
 * tmpfs, zfs, f2fs, bcachefs, aufs, hfs+. On others a doc may change and look as it did: there, all are read.
 */
const TELLING = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x794c7630, 0x01021994, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
  0x61756673, 0x482b,
]);

/** A snapshot, with what must still be so for it to hold. */
interface Look {
  readonly bank: string;
  readonly snapshot: Snapshot;
  /** Whether what looks as it did is as it was. */
  readonly doTimesTell: boolean;
  /** When it began. */
  readonly at: number;
  /** The bank's own folder; undefined when there is none. */
  readonly folder: Stats | undefined;
  /** Every name in it, as it was before it was read or listed. */
  readonly seen: readonly Seen[];
  /** The latest change of all these. */
  readonly newest: number;
}

interface Seen {
  readonly path: string | Buffer;
  readonly stats: Stats;
}

/** Looks at all of a bank. What did not change since the last look is neither read nor listed again. */
export function createSnapshots(now: () => number, doTimesTell = timesTell) {
  let latest: Look | undefined;

  return {
    take(bank: string): Snapshot {
      const known = latest?.bank === bank && latest.doTimesTell ? latest : undefined;
      latest =
        known !== undefined && isStillSo(known)
          ? known
          : look(bank, known, now(), known?.doTimesTell ?? doTimesTell(bank));
      return latest.snapshot;
    },
  };
}

/** Asked once for a bank that is there. */
function timesTell(bank: string): boolean {
  if (process.platform !== "linux") return true;
  return attempt(() => TELLING.has(statfsSync(bank).type), false);
}

/** A name that comes or goes changes its folder, everything else the file itself. */
function isStillSo({ bank, folder, seen, newest, at }: Look): boolean {
  if (!FOLDERS_TELL || folder === undefined || mayHideChange(newest, at)) return false;
  const isSo = () =>
    isSameStats(lstatSync(bank), folder) &&
    seen.every(({ path, stats }) => isSameStats(lstatSync(path), stats));
  return attempt(isSo, false);
}

/** What changed just before a look may have changed again after it, in the same tick of the file system's clock. */
function mayHideChange(changed: number, looked: number): boolean {
  return changed > looked - LONGEST_TICK;
}

/** What a name stands for now; undefined where there is nothing. */
export function entryOf(path: string): SnapshotEntry | undefined {
  const stats = lstatOf(path);
  if (stats === undefined) return undefined;
  return stats.isFile()
    ? fileEntry(path, stats, undefined, false, LARGEST_FILE)
    : plainEntry(path, stats);
}

/** Of anything but a file. */
function plainEntry(path: string, stats: Stats): SnapshotEntry {
  if (stats.isDirectory()) return { kind: "folder", mode: stats.mode };
  return stats.isSymbolicLink() ? linkEntry(path, stats) : otherEntry(stats);
}

function look(bank: string, known: Look | undefined, at: number, doTimesTell: boolean): Look {
  const entries = new Map<string, SnapshotEntry>();
  const seen: Seen[] = [];
  // Never through a link that took its place: what is behind it is not the bank's.
  const folder = lstatOf(bank);
  const own = folder && entryOf(bank);
  if (own !== undefined) entries.set(BANK_ITSELF, own);
  let newest = folder?.ctimeMs ?? 0;
  let room = LARGEST_BANK;

  function walk(folder: string, prefix: string): void {
    for (const name of attempt(() => readdirSync(folder), [])) {
      if (entries.size >= MOST_ENTRIES) return;
      if (name === NEXT_BYTES) continue;
      const full = folder + sep + name;
      const stats = lstatOf(full);
      const path = prefix + name;
      if (stats === undefined) {
        if (name.includes(NO_TEXT)) noteUnnamed(folder, prefix);
        continue;
      }
      seen.push({ path: full, stats });
      newest = Math.max(newest, stats.ctimeMs);
      if (stats.isDirectory()) {
        entries.set(path, plainEntry(full, stats));
        walk(full, `${path}/`);
      } else if (stats.isFile()) {
        const before = known?.snapshot.get(path);
        const isDoubtful = known !== undefined && mayHideChange(stats.ctimeMs, known.at);
        const entry = fileEntry(full, stats, before, isDoubtful, room);
        room -= entry.bytes?.length ?? 0;
        entries.set(path, entry);
      } else {
        entries.set(path, plainEntry(full, stats));
      }
    }
  }

  /** Names that are no text in UTF-8: they can be looked at, but not told from each other in words. */
  function noteUnnamed(folder: string, prefix: string): void {
    for (const bytes of attempt(() => readdirSync(folder, { encoding: "buffer" }), [])) {
      // Bun gives plain bytes.
      const raw = Buffer.from(bytes);
      const name = raw.toString("utf8");
      if (Buffer.from(name).equals(raw)) continue;
      const full = Buffer.concat([Buffer.from(folder + sep), raw]);
      const stats = lstatOf(full);
      if (stats === undefined) continue;
      seen.push({ path: full, stats });
      newest = Math.max(newest, stats.ctimeMs);
      const hex = raw.toString("hex").slice(0, 40);
      entries.set(`${prefix}${name} (${hex})`, otherEntry(stats));
    }
  }

  if (folder?.isDirectory() === true) walk(bank, "");
  return { bank, snapshot: entries, doTimesTell, at, folder, seen, newest };
}

type FileEntry = Extract<SnapshotEntry, { kind: "file" }>;

function fileEntry(
  path: string,
  stats: Stats,
  known: SnapshotEntry | undefined,
  isDoubtful: boolean,
  room: number,
): FileEntry {
  const stamp = stampOf(stats);
  const before = known?.kind === "file" ? known : undefined;
  if (before?.stamp === stamp && !isDoubtful) return before;
  const held = stats.size <= Math.min(LARGEST_FILE, room) ? readHeld(path) : undefined;
  // A file that lost its permissions has not lost its text.
  const bytes = before !== undefined && isTextOf(before.stamp, stamp) ? before.bytes : undefined;
  return held ?? { kind: "file", stamp, mode: stats.mode, bytes };
}

/** All but the time of the last change of the entry itself. */
function isTextOf(stamp: string, other: string): boolean {
  return stamp.slice(0, stamp.lastIndexOf(":")) === other.slice(0, other.lastIndexOf(":"));
}

/** The stamp is that of the very bytes: a name may have changed hands since it was listed. */
function readHeld(path: string): FileEntry | undefined {
  return attempt(() => withFile(path, readEntry, NO_LINK), undefined);
}

function readEntry(file: number): FileEntry | undefined {
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.size > LARGEST_FILE) return undefined;
  const bytes = readFileSync(file);
  return { kind: "file", stamp: stampOf(stats), mode: stats.mode, bytes };
}

function linkEntry(path: string, stats: Stats): SnapshotEntry {
  const to = attempt(() => readlinkSync(path), undefined);
  return to === undefined ? otherEntry(stats) : { kind: "link", to };
}

function otherEntry(stats: Stats): SnapshotEntry {
  return { kind: "other", stamp: stampOf(stats) };
}

export function compareSnapshots(before: Snapshot, after: Snapshot): SnapshotChange[] {
  const changes: SnapshotChange[] = [];
  if (before === after) return changes;
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
  return a.kind === "other" && b?.kind === "other" && a.stamp === b.stamp;
}

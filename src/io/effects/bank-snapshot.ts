import {
  type Stats,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { walkBank } from "../bank/bank-state.ts";
import { hashOf } from "../kept/kept-versions.ts";
import { attempt, isSettled, lstatOf, stampOf } from "../disk/read.ts";
import { ChangedMeanwhile, isStill, replaceFile } from "../disk/replace-file.ts";

/** What a name in the bank stands for, if it is no folder. */
export type SnapshotEntry =
  | FileEntry
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

/** Looks at all of a bank. A file that has the same stats as in the earlier snapshot is not read again. */
export function takeSnapshot(bank: string, known: Snapshot = new Map()): Snapshot {
  // If a link took the place of the bank, what is behind it is not the bank's.
  const entries = lstatOf(bank)?.isDirectory() ? walkBank(bank) : [];
  return new Map(
    entries.map(({ path, file, stats }) => [path, entryOf(file, stats, known.get(path))]),
  );
}

/** What a name stands for now. */
export function entryOf(path: string, stats: Stats, known?: SnapshotEntry): SnapshotEntry {
  if (stats.isFile()) {
    if (known?.kind === "file" && known.isSettled && stampOf(known.stats) === stampOf(stats))
      return known;
    const isSmall = stats.size <= LARGEST_FILE;
    const bytes = isSmall ? attempt(() => readFileSync(path), undefined) : undefined;
    return { kind: "file", stats, bytes, isSettled: isSettled(stats) };
  }
  const to = stats.isSymbolicLink() ? attempt(() => readlinkSync(path), undefined) : undefined;
  return to === undefined ? { kind: "other" } : { kind: "link", to };
}

export function compareSnapshots(before: Snapshot, after: Snapshot): SnapshotChange[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter(
      (change) => change.before !== change.after && signOf(change.before) !== signOf(change.after),
    );
}

const hashes = new WeakMap<SnapshotEntry, string>();

/** Stands for a doc as it is: the same bytes are the same doc, whenever they were written. */
export function signOf(entry: SnapshotEntry | undefined): string | undefined {
  if (entry?.kind !== "file") return entry?.kind === "link" ? `link ${entry.to}` : entry?.kind;
  if (entry.bytes === undefined) return `unread ${stampOf(entry.stats)}`;
  const sign = hashes.get(entry) ?? hashOf(entry.bytes);
  hashes.set(entry, sign);
  return sign;
}

/** Whether a change can be undone without losing anything: both of its versions are at hand. */
export function canPutBack({ before, after }: SnapshotChange): boolean {
  const isAtHand = (entry: SnapshotEntry | undefined) =>
    entry?.kind !== "file" || entry.bytes !== undefined;
  return before?.kind !== "other" && isAtHand(before) && isAtHand(after);
}

/** Undoes changes in the bank. Returns those that were left, because somebody changed them again meanwhile, or a link or a file took the bank's place. */
export function putBack(bank: string, changes: readonly SnapshotChange[]): SnapshotChange[] {
  if (lstatOf(bank)?.isDirectory() === false) return [...changes];
  const left = new Set<SnapshotChange>();
  const doAll = (act: (path: string, change: SnapshotChange) => void) => {
    for (const change of changes) {
      try {
        act(join(bank, change.path), change);
      } catch {
        left.add(change);
      }
    }
  };
  // What came goes first: a folder may stand where a doc was.
  doAll((path, { before, after }) => {
    // A doc that is replaced by a doc is never missing in between.
    if (after === undefined || (before?.kind === "file" && after.kind === "file")) return;
    if (after.kind === "file" && !isStill(path, stampOf(after.stats)))
      throw new ChangedMeanwhile("changed meanwhile");
    unlinkSync(path);
    removeEmpty(dirname(path), bank);
  });
  doAll((path, { before, after }) => {
    if (before?.kind === "link") {
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(before.to, path);
    }
    if (before?.kind !== "file" || before.bytes === undefined) return;
    removeEmpty(path, bank);
    replaceFile(path, before.bytes, {
      mode: before.stats.mode,
      instead: stampOf(after?.kind === "file" ? after.stats : undefined),
    });
  });
  return [...left];
}

/** Removes a folder that holds nothing any more, and those above it. */
function removeEmpty(folder: string, bank: string): void {
  for (let each = folder; each.length > bank.length; each = dirname(each))
    if (!attempt(() => rmdirSync(each) === undefined, false)) return;
}

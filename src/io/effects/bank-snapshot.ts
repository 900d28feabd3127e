import { type Stats, readFileSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { walkBank } from "../bank/bank-state.ts";
import { hashOf } from "../kept/kept-versions.ts";
import { attempt, isSame, lstatOf, settled, stampOf } from "../disk/read.ts";
import { replaceFile, requireStill } from "../disk/replace-file.ts";

/** What a path in the bank is, unless it is a folder. */
export interface SnapshotEntry {
  readonly stats: Stats;
  /** While these are the same, the file's bytes are. */
  readonly settled: Stats | undefined | null;
  /** The bytes of a file that is not too large; links and devices are never opened. */
  readonly bytes: Buffer | undefined;
  /** A hash of the bytes, whenever they were written. */
  readonly sign: string;
}

/** Paths inside the bank, with `/`. Empty when there is no bank. */
export type Snapshot = ReadonlyMap<string, SnapshotEntry>;

export interface SnapshotChange {
  readonly path: string;
  readonly before: SnapshotEntry | undefined;
  readonly after: SnapshotEntry | undefined;
}

/** Docs are small. A change of a larger file is noticed, but its bytes are not kept in memory. */
const LARGEST_FILE = 1024 * 1024;

/** Looks at the whole bank. A file with the same stats as in the earlier snapshot is not read again. */
export function takeSnapshot(bank: string, known: Snapshot = new Map()): Snapshot {
  // If a link took the place of the bank, what is behind the link does not belong to the bank.
  const entries = lstatOf(bank)?.isDirectory() ? walkBank(bank) : [];
  return new Map(
    entries.map(({ path, stats }) => [path, entryOf(join(bank, path), stats, known.get(path))]),
  );
}

/** What is at a path now. */
function entryOf(path: string, stats: Stats, known?: SnapshotEntry): SnapshotEntry {
  if (known && isSame(known.settled, stats)) return known;
  const isSmall = stats.isFile() && stats.size <= LARGEST_FILE;
  const bytes = isSmall ? attempt(() => readFileSync(path), undefined) : undefined;
  const sign = bytes === undefined ? `unread ${stampOf(stats)}` : hashOf(bytes);
  return { stats, settled: settled(stats), bytes, sign };
}

export function compareSnapshots(before: Snapshot, after: Snapshot): SnapshotChange[] {
  if (before === after) return [];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter(({ before, after }) => before?.sign !== after?.sign);
}

/** Whether undoing a change loses nothing: the bytes of both versions are known. A link that appeared has no bytes. */
export function canPutBack({ before, after }: SnapshotChange): boolean {
  const isOldAtHand = before === undefined || before.bytes !== undefined;
  return isOldAtHand && (after?.bytes !== undefined || after?.stats.isFile() !== true);
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
  // Remove what appeared first: a folder may stand where a doc was.
  doAll((path, { before, after }) => {
    // A doc that replaced a doc is overwritten below, so that it is never missing in between.
    if (after === undefined || (before !== undefined && after.stats.isFile())) return;
    requireStill(path, stampOf(after.stats));
    unlinkSync(path);
    removeEmpty(dirname(path), bank);
  });
  doAll((path, { before, after }) => {
    if (before?.bytes === undefined) return;
    removeFolders(path);
    const instead = stampOf(after?.stats.isFile() ? after.stats : undefined);
    replaceFile(path, before.bytes, { mode: before.stats.mode, instead });
  });
  return [...left];
}

/** Removes a folder that holds nothing but folders. */
function removeFolders(folder: string): void {
  if (lstatOf(folder)?.isDirectory() !== true) return;
  for (const name of readdirSync(folder)) removeFolders(join(folder, name));
  attempt(() => rmdirSync(folder), undefined);
}

/** Removes an empty folder, and those above it that become empty. */
function removeEmpty(folder: string, bank: string): void {
  for (let each = folder; each.length > bank.length; each = dirname(each))
    if (!attempt(() => rmdirSync(each) === undefined, false)) return;
}

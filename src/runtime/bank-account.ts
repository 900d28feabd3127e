import { join } from "node:path";
import { findBlockDamage } from "../bank/blocks.ts";
import { lstatOf, statOf } from "../io/disk/read.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import {
  type Snapshot,
  type SnapshotChange,
  type SnapshotEntry,
  canPutBack,
  compareSnapshots,
  entryOf,
  putBack,
  signOf,
  takeSnapshot,
} from "../io/effects/bank-snapshot.ts";
import { createLastKnown } from "../io/effects/last-known.ts";
import { createWriteLedger } from "../io/effects/write-ledger.ts";
import type { FoundChange } from "../policy/judge-change.ts";

export type BankAccount = ReturnType<typeof openAccount>;

/** What a bank was when it was last looked at: each comparison begins where the last one ended. */
export function openAccount(folder: string) {
  const stateFolder = () => stateFolderOf(folder);
  const ledger = createWriteLedger(stateFolder);
  const lastKnown = createLastKnown(stateFolder);
  const before = lastKnown.read();
  const openedAt = Date.now();
  let known: Snapshot = takeSnapshot(folder);
  let isSaved = false;
  /** A bank that was emptied is still looked after. */
  let isBank = known.size > 0;

  function setKnown(next: Snapshot): void {
    known = next;
    isSaved = false;
  }

  return {
    /** Docs that changed since a process of ours was killed. If nobody is told of them before this one ends, the next start tells them. */
    changedMeanwhile(): string[] {
      if (before === undefined) return [];
      const { at, docs } = before;
      return [...new Set([...Object.keys(docs), ...known.keys()])].filter((path) => {
        const entry = known.get(path);
        if (signOf(entry) === docs[path]) return false;
        return ledger.explain(path, bytesOf(entry), at) === undefined;
      });
    },

    /** What has changed since it was last looked at. A folder that becomes a bank is no change. */
    compare(): readonly SnapshotChange[] {
      const latest = takeSnapshot(folder, known);
      const changes = compareSnapshots(known, latest);
      if (isBank && changes.length > 0) return changes;
      known = latest;
      isBank ||= known.size > 0;
      return [];
    },

    /** These are accounted for. */
    settle(changes: readonly SnapshotChange[]): void {
      const entries = new Map(known);
      for (const { path, after } of changes) {
        if (after === undefined) entries.delete(path);
        else entries.set(path, after);
      }
      setKnown(entries);
    },

    /** A structured tool is about to write the doc. */
    noteWrite: (path: string, bytes: Uint8Array) => ledger.note(path, bytes),

    /** A structured tool has written the doc. */
    write(path: string, bytes: Buffer): void {
      ledger.note(path, bytes);
      const file = join(folder, path);
      const stats = lstatOf(file);
      if (!stats?.isFile()) return;
      const entry = { ...entryOf(file, stats), kind: "file", stats, bytes } as const;
      setKnown(new Map(known).set(path, { ...entry, isSettled: false }));
    },

    /** Undoes these. Returns those that somebody changed again meanwhile. */
    putBack(changes: readonly SnapshotChange[]): readonly SnapshotChange[] {
      for (const { path, before: old } of changes)
        if (old === undefined || bytesOf(old) !== undefined) ledger.note(path, bytesOf(old));
      return putBack(folder, changes);
    },

    /** Before a command runs, which may kill this process: the next start must know how the bank was. */
    save(): void {
      if (!isBank || (isSaved && lastKnown.isOurs())) return;
      lastKnown.save(known);
      isSaved = true;
    },

    close(isAllTold: boolean): void {
      if (isAllTold) lastKnown.drop();
    },

    toFacts(change: SnapshotChange): Omit<FoundChange, "doc" | "culprit" | "inGit"> {
      const { path, after } = change;
      const isText = after === undefined || bytesOf(after) !== undefined;
      return {
        kind: "found",
        writtenBy: isText ? ledger.explain(path, bytesOf(after), openedAt) : undefined,
        isBlockChanged: isBlockChanged(change),
        isStray: after !== undefined && isStray(join(folder, path), after),
        isAtHand: canPutBack(change),
      };
    },
  };
}

export function toVersions({ before, after }: Pick<SnapshotChange, "before" | "after">) {
  return { before: bytesOf(before), after: bytesOf(after) };
}

function bytesOf(entry: SnapshotEntry | undefined): Uint8Array | undefined {
  return entry?.kind === "file" ? entry.bytes : undefined;
}

/** Compared byte by byte: a doc may have another encoding. */
function isBlockChanged(change: SnapshotChange): boolean {
  const { before, after } = toVersions(change);
  if (before === undefined || after === undefined) return false;
  const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  return findBlockDamage(toText(before), toText(after)) !== undefined;
}

/** A link that leads nowhere, or a pipe: whoever writes or reads it as a doc gets lost. */
function isStray(path: string, { kind }: SnapshotEntry): boolean {
  return kind === "other" || (kind === "link" && statOf(path) === undefined);
}

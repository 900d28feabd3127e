import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { findBlockDamage } from "../bank/blocks.ts";
import { attempt, readJson, remember } from "../io/disk/read.ts";
import { replaceFile } from "../io/disk/replace-file.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import {
  type Snapshot,
  type SnapshotChange,
  canPutBack,
  compareSnapshots,
  putBack,
  takeSnapshot,
} from "../io/effects/bank-snapshot.ts";
import { createWriteLedger } from "../io/effects/write-ledger.ts";
import type { FoundChange } from "../policy/judge-change.ts";

/** A bank as it was last seen: when, and the state of each doc by path. One file in the state folder. */
const LAST_KNOWN = v.object({ at: v.number(), docs: v.record(v.string(), v.string()) });

export type BankAccount = ReturnType<typeof openAccount>;

/** Remembers how a bank was when it was last looked at: each comparison starts from there. */
export function openAccount(folder: string) {
  const file = () => join(stateFolderOf(folder), "known.json");
  /** Undefined if the last process ended normally. */
  const last = attempt(() => v.parse(LAST_KNOWN, readJson(file())), undefined);
  const ledger = createWriteLedger(() => stateFolderOf(folder));
  const openedAt = Date.now();
  let known: Snapshot = new Map();
  const look = remember(() => takeSnapshot(folder, known));
  known = look();
  let isSaved = false;

  return {
    /** Docs that changed since a process of ours was killed. If nobody is told of them before this one ends, the next start tells them. */
    changedMeanwhile(): string[] {
      if (last === undefined) return [];
      const { at, docs } = last;
      return [...new Set([...Object.keys(docs), ...known.keys()])].filter((path) => {
        const entry = known.get(path);
        return entry?.sign !== docs[path] && !ledger.explains(path, entry?.bytes, at);
      });
    },

    /** What has changed since the last look. A folder that becomes a bank is not a change. */
    compare(): readonly SnapshotChange[] {
      const latest = look();
      const changes = known.size === 0 ? [] : compareSnapshots(known, latest);
      if (changes.length === 0) known = latest;
      return changes;
    },

    /** Marks these changes as handled. */
    settle(changes: readonly SnapshotChange[]): void {
      if (changes.length === 0) return;
      const entries = new Map(known);
      for (const { path, after } of changes) {
        if (after === undefined) entries.delete(path);
        else entries.set(path, after);
      }
      known = entries;
      isSaved = false;
    },

    /** A structured tool is about to write the doc. */
    noteWrite: (path: string, bytes: Uint8Array | undefined) => ledger.note(path, bytes),

    /** Undoes these changes. Returns those that were undone, without those that somebody changed again meanwhile. */
    putBack(changes: readonly SnapshotChange[]): ReadonlySet<SnapshotChange> {
      for (const { path, before } of changes) ledger.note(path, before?.bytes);
      const left = putBack(folder, changes);
      return new Set(changes.filter((change) => !left.includes(change)));
    },

    /** Called before a command runs, which may kill this process: the next start must know how the bank was. */
    save(): void {
      if (known.size === 0 || (isSaved && existsSync(file()))) return;
      const docs = Object.fromEntries([...known].map(([path, entry]) => [path, entry.sign]));
      const bytes = Buffer.from(JSON.stringify({ at: Date.now(), docs }));
      isSaved = attempt(() => {
        mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
        replaceFile(file(), bytes, { mode: 0o600 });
        return true;
      }, false);
    },

    /** Called when this process ends and everything was told. */
    close: () => attempt(() => rmSync(file(), { force: true }), undefined),

    toFacts({ path, ...change }: SnapshotChange) {
      const [before, after] = [change.before?.bytes, change.after?.bytes];
      return {
        kind: "found",
        isOurs: ledger.explains(path, after, openedAt),
        isBlockChanged: after !== undefined && damageOf(before, after) !== undefined,
        isAtHand: canPutBack({ path, ...change }),
      } satisfies Partial<FoundChange>;
    },
  };
}

/** What happened to the blocks of a doc. They are compared byte by byte: the doc may have another encoding. */
export function damageOf(before: Buffer | undefined, after: Buffer | undefined) {
  return before && findBlockDamage(before.toString("latin1"), after?.toString("latin1") ?? "");
}

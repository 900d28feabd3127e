import { join } from "node:path";
import {
  type Snapshot,
  type SnapshotChange,
  type SnapshotEntry,
  compareSnapshots,
  createSnapshots,
  entryOf,
} from "../io/effects/bank-snapshot.ts";
import { digestOf } from "../io/effects/last-known.ts";
import { canPutBack, putBack } from "../io/effects/put-back.ts";
import type { WriteLedger } from "../io/effects/write-ledger.ts";
import { attempt } from "../io/disk/attempt.ts";
import type { KeptDoc } from "../io/kept/incident.ts";
import { tooLargeToKeep } from "../io/kept/prune-kept.ts";
import { findBlockDamage } from "../bank/blocks.ts";
import { type FoundChange, judgeChange } from "../policy/judge-change.ts";
import type { ChangeStep, Effect } from "../types.ts";
import { createKnownNote } from "./known-note.ts";

/** A bank whose changes are all accounted for. */
export interface WatchedBank {
  readonly folder: string;
  /** What a doc's path inside it is told with: nothing for the project's own bank. */
  readonly prefix: string;
  /** A path inside it in the form that a target's `doc` has. */
  readonly toDoc: (path: string) => string;
  readonly ledger: WriteLedger;
  /** Where what was known of it outlives the process. */
  readonly stateFolder: () => string;
  /** Keeps both versions aside; throws when it cannot. */
  readonly keep: (docs: readonly KeptDoc[], words: string) => string;
}

export interface JudgedChange {
  readonly change: SnapshotChange;
  readonly step: ChangeStep;
}

interface CarriedOut {
  /** What is as it was before. */
  readonly undone: ReadonlySet<SnapshotChange>;
  readonly effect: Effect;
}

/** So long another session's write may be on its way from its note to the disk. */
const UNDER_WAY = 10_000;
/** Of as many incidents the texts are held in memory. */
const MOST_OWED = 20;
const SOMEBODY_ELSES: Omit<FoundChange, "doc"> = {
  kind: "found",
  culprit: undefined,
  writtenBy: undefined,
  inGit: "none",
  isBlockChanged: false,
  isAtHand: false,
};

export type BankAccount = ReturnType<typeof openAccount>;

/** What a bank was when it was last looked at: each comparison begins where the last one ended. */
export function openAccount(bank: WatchedBank, now: () => number) {
  const { folder, prefix, ledger, keep } = bank;
  const snapshots = createSnapshots(now);
  let known: Snapshot | undefined;
  /** There was something in it once: what comes after it was emptied is no new bank. */
  let wasBank = false;
  let knownSince = 0;
  let lookedAt = 0;
  /** When a doc was last seen with bytes that were noted: the same note explains no other change. */
  const seenAsNoted = new Map<string, number>();
  /** What could not be kept, as on a full disk: it is tried again while this process has it. */
  let owed: readonly { readonly docs: readonly KeptDoc[]; readonly words: string }[] = [];
  const note = createKnownNote(bank, () => ({ snapshot: known, since: knownSince }));

  function setKnown(next: Snapshot): void {
    if (next === known) return;
    known = next;
    note.saveSoon();
  }

  function keepOwed(): void {
    owed = owed.filter(
      ({ docs, words }) => attempt(() => keep(docs, words), undefined) === undefined,
    );
  }

  /** On a file system that ignores letter case a doc's name is not always that of its file. */
  function pathOf(doc: string): string {
    if (known === undefined || known.has(doc)) return doc;
    return [...known.keys()].find((path) => bank.toDoc(path) === doc) ?? doc;
  }

  function compare(): readonly SnapshotChange[] {
    keepOwed();
    lookedAt = now();
    const latest = snapshots.take(folder);
    const changes = known === undefined || !wasBank ? [] : compareSnapshots(known, latest);
    wasBank ||= latest.size > 0;
    if (changes.length === 0) {
      setKnown(latest);
      knownSince = lookedAt;
    }
    return changes;
  }

  return {
    bank,
    get isOpen() {
      return known !== undefined;
    },
    /** What is another one than it was; nothing the first time, and where there never was a bank. */
    compare,

    /** Looks for the first time. What changed while nobody looked is told like what somebody else did. */
    open(): Effect | undefined {
      lookedAt = now();
      const latest = snapshots.take(folder);
      const changed = note.changedMeanwhile(latest).map((path) => prefix + path);
      known = latest;
      wasBank = latest.size > 0;
      knownSince = lookedAt;
      void note.save();
      note.saveSoon();
      if (changed.length === 0) return undefined;
      const trace = changed.map((doc) => judgeChange({ ...SOMEBODY_ELSES, doc }));
      return { words: undefined, undone: [], kept: undefined, changed, problem: undefined, trace };
    },

    /** The process ends. What happened while it was in the middle of something is not told yet, either. */
    close(isIdle: boolean): Promise<void> {
      const isUnchanged = attempt(() => compare().length === 0, false);
      return note.close(isIdle && isUnchanged);
    },

    /** These are accounted for: all of them, or others remain. */
    settle(changes: readonly SnapshotChange[], isAll: boolean): void {
      const entries = new Map(known);
      for (const { path, after } of changes) {
        if (after === undefined) entries.delete(path);
        else entries.set(path, after);
      }
      setKnown(entries);
      if (isAll) knownSince = lookedAt;
    },

    /** A structured tool has written the doc: so it is known, whatever is on disk. */
    write(doc: string, bytes: Buffer): void {
      ledger.note(doc, bytes, now());
      if (known === undefined) return;
      const path = pathOf(doc);
      const entry = entryOf(join(folder, path));
      if (entry?.kind !== "file") return;
      const { stamp } = entry.bytes?.equals(bytes) === true ? entry : { stamp: "" };
      const written = { ...entry, stamp, bytes };
      setKnown(new Map(known).set(path, written));
      noteSeen(path, written);
    },

    /** Who has noted these bytes since the last look: another session, a plan, or our command line. */
    notedBy({ path, before, after }: SnapshotChange): "plan" | "command-line" | undefined {
      const writerOf = (bytes: Uint8Array | undefined, since: number) =>
        ledger.knows(path, bytes, since, "session") ? "plan" : "command-line";
      if (after === undefined) {
        const isGone = ledger.knows(path, undefined, knownSince);
        return isGone ? writerOf(undefined, knownSince) : undefined;
      }
      const bytes = bytesOf(after);
      // A note is of bytes, not of modes.
      if (bytes === undefined || digestOf(before) === digestOf(after)) return undefined;
      const seen = (seenAsNoted.get(`${path} ${digestOf(after) ?? ""}`) ?? -Infinity) + 1;
      // It is noted before it is written: somebody may have looked in between.
      const since = Math.max(knownSince - UNDER_WAY, seen);
      const isNoted =
        ledger.knows(path, bytes, Math.max(knownSince, seen)) ||
        (ledger.knows(path, bytes, since) && !ledger.isOther(path, bytes, since));
      if (!isNoted) return undefined;
      noteSeen(path, after);
      return writerOf(bytes, since);
    },

    /** The version before it is at hand: nobody wrote the doc since it was seen. */
    canPutBack: (change: SnapshotChange) =>
      canPutBack(change) && !ledger.isOther(change.path, bytesOf(change.before), knownSince),

    /** Keeps both versions, and puts back what does not stay. */
    carryOut(judged: readonly JudgedChange[], words: string | undefined): CarriedOut {
      const told = judged.filter(({ step }) => step.verdict !== "keep");
      const trace = told.flatMap(({ change, step }) =>
        isFolder(change) ? [] : [{ ...step, doc: prefix + step.doc }],
      );
      const all = told.map(({ change }) => change);
      const unwanted = new Set(
        told.flatMap(({ change, step }) => (step.verdict === "put-back" ? [change] : [])),
      );
      const effect = { words, undone: [], kept: undefined, problem: undefined, trace };
      const texts = all.filter((change) => unwanted.has(change) || hadText(change));
      const docs = texts.filter(hasText).map(toKept);
      try {
        const kept = docs.length === 0 ? undefined : keep(docs, words ?? "");
        // What is past the bound of the whole store was not kept: it must not go.
        const tooLarge = new Set(tooLargeToKeep(docs));
        const undoable = [...unwanted].filter(({ path }) => !tooLarge.has(path));
        // Others may look just before it, or just after.
        notePutBack(undoable);
        const left = new Set(putBack(folder, undoable));
        notePutBack(undoable);
        const undone = new Set(undoable.filter(({ path }) => !left.has(path)));
        const others = all.filter((change) => !undone.has(change));
        return {
          undone,
          effect: { ...effect, undone: namesOf([...undone]), kept, changed: namesOf(others) },
        };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        owed = [...owed, { docs, words: words ?? "" }].slice(-MOST_OWED);
        // Who only reports has lost nothing but the older version, and that for now.
        const problem = unwanted.size === 0 ? undefined : reason;
        return { undone: new Set(), effect: { ...effect, changed: namesOf(all), problem } };
      }
    },
  };

  function noteSeen(path: string, entry: SnapshotEntry | undefined): void {
    seenAsNoted.set(`${path} ${digestOf(entry) ?? ""}`, now());
  }

  /** To other processes an undoing is no command's work. */
  function notePutBack(changes: readonly SnapshotChange[]): void {
    for (const { path, before, after } of changes.filter(hasText)) {
      const bytes = bytesOf(before);
      if (bytes === undefined && (before !== undefined || after?.kind !== "file")) continue;
      ledger.note(path, bytes, now());
      noteSeen(path, before);
    }
  }

  function namesOf(changes: readonly SnapshotChange[]): string[] {
    return changes.filter((change) => !isFolder(change)).map(({ path }) => prefix + path);
  }
}

export function isFolder({ before, after }: SnapshotChange): boolean {
  return (before ?? after)?.kind === "folder" && (after ?? before)?.kind === "folder";
}

function hasText({ before, after }: SnapshotChange): boolean {
  return before?.kind === "file" || after?.kind === "file";
}

/** Of a doc that is still there. Byte by byte: it may have another encoding. */
export function isBlockChanged(change: SnapshotChange): boolean {
  const { before, after } = toVersions(change);
  if (before === undefined || after === undefined) return false;
  const [old, present] = [before, after].map((bytes) => Buffer.from(bytes).toString("latin1"));
  return findBlockDamage(old ?? "", present ?? "") !== undefined;
}

function hadText({ before }: SnapshotChange): boolean {
  return bytesOf(before) !== undefined;
}

export function toVersions({ before, after }: SnapshotChange) {
  return { before: bytesOf(before), after: bytesOf(after) };
}

function toKept(change: SnapshotChange): KeptDoc {
  return { doc: change.path, ...toVersions(change) };
}

function bytesOf(entry: SnapshotEntry | undefined): Uint8Array | undefined {
  return entry?.kind === "file" ? entry.bytes : undefined;
}

import { join, relative } from "node:path";
import { findBlockDamage } from "../bank/blocks.ts";
import { type Paths, realPathOf, toSlashes } from "../io/disk/paths.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { statOf } from "../io/disk/read.ts";
import {
  type Snapshot,
  type SnapshotChange,
  type SnapshotEntry,
  compareSnapshots,
  entryOf,
  takeSnapshot,
} from "../io/effects/bank-snapshot.ts";
import { createLastKnown, signOf } from "../io/effects/last-known.ts";
import { canPutBack, putBack } from "../io/effects/put-back.ts";
import { createWriteLedger } from "../io/effects/write-ledger.ts";
import type { KeptDoc } from "../io/kept/kept-versions.ts";
import { keepVersions } from "../io/kept/kept-versions.ts";
import { tooLargeToKeep } from "../io/kept/kept-versions.ts";
import type { FoundChange } from "../policy/judge-change.ts";
import type { ChangeStep, Effect } from "../types.ts";
import type { Project } from "./project.ts";

/** A bank that is compared, and where its records are. */
export interface WatchedBank {
  readonly folder: string;
  /** What a doc's path in it is told with: nothing for the project's own bank. */
  readonly prefix: string;
  /** A path inside it in the form that a target's `doc` has. */
  readonly toDoc: (path: string) => string;
  readonly stateFolder: () => string;
  /** Keeps both versions aside; throws when it cannot. */
  readonly keep: (docs: readonly KeptDoc[], words: string) => string;
}

/** The banks of the work tree: the session's own first. */
export function watchBanks(paths: () => Paths) {
  /** By the bank that each doc is in: what is kept of another one is brought back from there. */
  const keep: Project["keep"] = (docs, reason) => {
    const { root, bank, toHome } = paths();
    const homes = docs.map(({ doc }) => toHome(doc));
    const folder = homes[0]?.folder ?? bank;
    const own = docs.map((each, index) => ({ ...each, doc: homes[index]?.doc ?? each.doc }));
    const id = keepVersions(stateFolderOf(folder), own, reason, Date.now());
    const isOwn = folder === bank;
    return isOwn ? id : `${id} --bank ${toSlashes(relative(realPathOf(root), folder))}`;
  };

  const banks = (): WatchedBank[] => {
    const folders = paths().banks();
    const [own = ""] = folders;
    return folders.map((folder) => {
      const prefix = folder === own ? "" : `${toSlashes(relative(own, folder))}/`;
      return {
        folder,
        prefix,
        toDoc: paths().toDoc,
        stateFolder: () => stateFolderOf(folder),
        keep(docs, words) {
          const named = docs.map((each) => ({ ...each, doc: prefix + each.doc }));
          return keep(named, { rule: "guard-memory-files", words });
        },
      };
    });
  };

  return { banks, keep };
}

export interface JudgedChange {
  readonly change: SnapshotChange;
  readonly step: ChangeStep;
}

export const NO_EFFECT: Effect = {
  words: undefined,
  undone: [],
  kept: undefined,
  changed: [],
  problem: undefined,
  trace: [],
};

export type BankAccount = ReturnType<typeof openAccount>;

/** What a bank was when it was last looked at: each comparison begins where the last one ended. */
export function openAccount({ folder, stateFolder, toDoc }: WatchedBank) {
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

  /** On a file system that ignores letter case a doc's name is not always that of its file. */
  function pathOf(doc: string): string {
    if (known.has(doc)) return doc;
    return [...known.keys()].find((path) => toDoc(path) === doc) ?? doc;
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

    /** A structured tool, or we ourselves, are about to write the doc. */
    noteWrite: (doc: string, bytes: Uint8Array | undefined) => ledger.note(doc, bytes),

    /** A structured tool has written the doc. */
    write(doc: string, bytes: Buffer): void {
      ledger.note(doc, bytes);
      const path = pathOf(doc);
      const entry = entryOf(join(folder, path));
      if (entry?.kind !== "file") return;
      setKnown(new Map(known).set(path, { ...entry, bytes, isSettled: false }));
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

    toFacts: (change: SnapshotChange): Omit<FoundChange, "culprit" | "inGit"> => {
      const { path, after } = change;
      return {
        kind: "found",
        doc: path,
        writtenBy: isText(change) ? ledger.explain(path, bytesOf(after), openedAt) : undefined,
        isBlockChanged: isBlockChanged(change),
        isStray: after !== undefined && isStray(join(folder, path), after),
        isAtHand: canPutBack(change),
      };
    },
  };
}

/** Keeps both versions, and puts back what does not stay. */
export function carryOut(
  { folder, prefix, keep }: WatchedBank,
  account: BankAccount,
  judged: readonly JudgedChange[],
  words: string | undefined,
) {
  const told = judged.filter(({ step }) => step.verdict !== "keep");
  const all = told.map(({ change }) => change);
  const unwanted = all.filter((_, index) => told[index]?.step.verdict === "put-back");
  const trace = told.flatMap(({ change, step }) =>
    isFolder(change) ? [] : [{ ...step, doc: prefix + step.doc }],
  );
  const namesOf = (changes: readonly SnapshotChange[]) =>
    changes.filter((change) => !isFolder(change)).map(({ path }) => prefix + path);
  // A new doc that stays has no older version.
  const docs = all
    .filter((change) => unwanted.includes(change) || bytesOf(change.before) !== undefined)
    .filter(({ before, after }) => before?.kind === "file" || after?.kind === "file")
    .map((change) => ({ doc: change.path, ...toVersions(change) }));
  const undone = new Set<SnapshotChange>();
  let kept: string | undefined;
  let problem: string | undefined;
  try {
    kept = docs.length === 0 ? undefined : keep(docs, words ?? "");
    // What is too large for the store was not kept, so it must not go.
    const tooLarge = new Set(tooLargeToKeep(docs));
    const undoable = unwanted.filter(({ path }) => !tooLarge.has(path));
    for (const { path, before } of undoable.filter(isText))
      account.noteWrite(path, bytesOf(before));
    const left = new Set(putBack(folder, undoable));
    for (const change of undoable) if (!left.has(change.path)) undone.add(change);
  } catch (error) {
    // If nothing was to be undone, only an older version is not kept.
    if (unwanted.length > 0) problem = error instanceof Error ? error.message : String(error);
  }
  const changed = namesOf(all.filter((change) => !undone.has(change)));
  return {
    undone,
    effect: { words, undone: namesOf([...undone]), kept, changed, problem, trace },
  };
}

export function toVersions({ before, after }: Pick<SnapshotChange, "before" | "after">) {
  return { before: bytesOf(before), after: bytesOf(after) };
}

/** A doc's text, as far as there is one. */
function isText({ before, after }: SnapshotChange): boolean {
  return [before, after].every((entry) => entry === undefined || bytesOf(entry) !== undefined);
}

function isFolder({ before, after }: SnapshotChange): boolean {
  return (before ?? after)?.kind === "folder" && (after ?? before)?.kind === "folder";
}

/** Compared byte by byte: a doc may have another encoding. */
function isBlockChanged(change: SnapshotChange): boolean {
  const { before, after } = toVersions(change);
  if (before === undefined || after === undefined) return false;
  const [old = "", present = ""] = [before, after].map((bytes) =>
    Buffer.from(bytes).toString("latin1"),
  );
  return findBlockDamage(old, present) !== undefined;
}

/** A link that leads nowhere, or a pipe: whoever writes or reads it as a doc gets lost. */
function isStray(path: string, { kind }: SnapshotEntry): boolean {
  return kind === "other" || (kind === "link" && statOf(path) === undefined);
}

function bytesOf(entry: SnapshotEntry | undefined): Uint8Array | undefined {
  return entry?.kind === "file" ? entry.bytes : undefined;
}

import type { Effect, EffectCheck } from "../../types.ts";
import {
  type Snapshot,
  type SnapshotChange,
  type SnapshotEntry,
  compareSnapshots,
  createSnapshots,
} from "./bank-snapshot.ts";
import { knownToGit } from "./git-knows.ts";
import { canPutBack, putBack } from "./put-back.ts";
import { readBytes } from "../disk/read-text.ts";
import { JOURNAL_PATH, isScratch } from "../plan/staging.ts";
import type { WriteLedger } from "./write-ledger.ts";

export interface EffectPlace {
  readonly bank: () => string;
  readonly ledger: WriteLedger;
  /** Keeps both versions aside; throws when it cannot. */
  readonly keep: (
    docs: readonly { doc: string; before: Uint8Array | undefined; after: Uint8Array | undefined }[],
    words: string,
  ) => string;
  readonly now: () => number;
}

interface OpenCheck {
  readonly check: EffectCheck;
  readonly bank: string;
  readonly before: Snapshot;
  readonly since: number;
  /** What structured tools wrote since, the latest last. */
  readonly explained: Map<string, Buffer[]>;
}

interface WriteUnderWay {
  readonly doc: string;
  readonly file: string;
  /** Where it can be told. */
  readonly expected: Buffer | undefined;
}

/** A write that waits for the user's permission may take long; nobody waits for it longer than this. */
const PATIENCE = 2000;

/** The bank before and after commands that no parse can foresee. */
export function createEffectChecks(place: EffectPlace) {
  const snapshots = createSnapshots();
  const open = new Map<string, OpenCheck>();
  const underWay = new Map<string, readonly WriteUnderWay[]>();
  const waiting = new Set<() => void>();

  function isBeingWritten({ path }: SnapshotChange): boolean {
    return [...underWay.values()].flat().some(({ doc }) => doc === path);
  }

  function changesOf({ bank, before, since, explained }: OpenCheck): SnapshotChange[] {
    return compareSnapshots(before, snapshots.take(bank)).flatMap((change): SnapshotChange[] => {
      const versions = explained.get(change.path) ?? [];
      const { after } = change;
      // What a plan has staged, and what became of a journal, is the plan's.
      if (isScratch(change.path)) return [];
      if (after === undefined && isExplainedLoss(change.path, since)) return [];
      if (after?.kind === "file" && after.bytes !== undefined) {
        const { bytes } = after;
        if (versions.some((version) => version.equals(bytes))) return [];
        if (isExpected(change.path, bytes) || place.ledger.knows(change.path, bytes, since))
          return [];
      }
      const latest = versions.at(-1);
      return [latest === undefined ? change : { ...change, before: asWritten(change, latest) }];
    });
  }

  function isExplainedLoss(path: string, since: number): boolean {
    return path === JOURNAL_PATH || place.ledger.knows(path, undefined, since);
  }

  function isExpected(doc: string, bytes: Buffer): boolean {
    return [...underWay.values()]
      .flat()
      .some((write) => write.doc === doc && write.expected?.equals(bytes) === true);
  }

  async function settle(found: OpenCheck): Promise<Effect | undefined> {
    let changes = changesOf(found);
    if (changes.some(isBeingWritten)) {
      await waitForWrites();
      changes = changesOf(found);
    }
    return changes.length === 0 ? undefined : conclude(found, changes);
  }

  async function waitForWrites(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      waiting.add(resolve);
      timer = setTimeout(resolve, PATIENCE);
    });
    clearTimeout(timer);
  }

  function conclude(found: OpenCheck, changes: readonly SnapshotChange[]): Effect {
    const { check, bank } = found;
    const mine = check.undo ? withoutGits(found, changes) : [];
    // Whose work it is cannot be told while a tool is still at it.
    const undoable = mine.filter((change) => canPutBack(change) && !isBeingWritten(change));
    const names = (list: readonly SnapshotChange[]) =>
      list.filter((change) => !isFolder(change)).map(({ path }) => path);
    if (undoable.length === 0) return report(check, names(changes), undefined);
    try {
      const texts = undoable.filter(hasText);
      const kept = texts.length === 0 ? undefined : place.keep(texts.map(toKept), check.words);
      const left = new Set(putBack(bank, undoable));
      const undone = undoable.filter(({ path }) => !left.has(path));
      const others = changes.filter((change) => !undone.includes(change));
      return {
        words: check.words,
        undone: names(undone),
        kept,
        changed: names(others),
        problem: undefined,
      };
    } catch (error) {
      return report(check, names(changes), error instanceof Error ? error.message : String(error));
    }
  }

  /** What a switch or a pull of the same command brought in is not the agent's. */
  function withoutGits(
    { check, bank }: OpenCheck,
    changes: readonly SnapshotChange[],
  ): SnapshotChange[] {
    if (!check.runsGit) return [...changes];
    const known = knownToGit(
      bank,
      changes.map(({ path, before, after }) => ({
        path,
        before: bytesOf(before),
        after: bytesOf(after),
      })),
    );
    return changes.filter((change, index) => isFolder(change) || known[index] !== true);
  }

  /** While the agent's own code is running, what is on disk may be its work on top of the tool's. */
  function isWatched(): boolean {
    return [...open.values()].some(({ check }) => check.undo);
  }

  /** Looks at the bank before a command runs. */
  function begin(key: string, check: EffectCheck): void {
    const bank = place.bank();
    const before = snapshots.take(bank);
    if (before.size === 0) return;
    open.set(key, { check, bank, before, since: place.now(), explained: new Map() });
  }

  return {
    begin,

    /** Looks again, and undoes or reports what the command changed. What lingers may be looked at once more. */
    finish(key: string): Promise<Effect | undefined> | undefined {
      const found = open.get(key);
      if (found === undefined) return undefined;
      return settle(found).finally(() => {
        open.delete(key);
        if (found.check.lingers) begin(key, found.check);
      });
    },

    forget(key: string): void {
      open.delete(key);
      underWay.delete(key);
    },

    startWrites(key: string, writes: readonly WriteUnderWay[]): void {
      underWay.set(key, writes);
    },

    /** What a structured tool has written is its own, whatever else is running. */
    finishWrites(key: string): void {
      const writes = underWay.get(key);
      if (writes === undefined) return;
      underWay.delete(key);
      for (const { doc, file, expected } of writes) {
        const bytes = isWatched() ? (expected ?? readBytes(file)) : readBytes(file);
        if (bytes === undefined) continue;
        place.ledger.note(doc, bytes, place.now());
        for (const { explained } of open.values()) {
          explained.set(doc, [...(explained.get(doc) ?? []), bytes]);
        }
      }
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}

export type EffectChecks = ReturnType<typeof createEffectChecks>;

function report(
  check: EffectCheck,
  changed: readonly string[],
  problem: string | undefined,
): Effect {
  return { words: check.words, undone: [], kept: undefined, changed, problem };
}

function asWritten({ before, after }: SnapshotChange, bytes: Buffer): SnapshotEntry {
  const known = before?.kind === "file" ? before : after;
  return { kind: "file", stamp: "", mode: known?.kind === "file" ? known.mode : 0o644, bytes };
}

function isFolder({ before, after }: SnapshotChange): boolean {
  return (before ?? after)?.kind === "folder" && (after ?? before)?.kind === "folder";
}

function hasText({ before, after }: SnapshotChange): boolean {
  return before?.kind === "file" || after?.kind === "file";
}

function toKept({ path, before, after }: SnapshotChange) {
  return { doc: path, before: bytesOf(before), after: bytesOf(after) };
}

function bytesOf(entry: SnapshotEntry | undefined): Uint8Array | undefined {
  return entry?.kind === "file" ? entry.bytes : undefined;
}

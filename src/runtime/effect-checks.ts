import { judgeChange } from "../policy/judge-change.ts";
import type { ChangeStep, Effect, EffectCheck } from "../types.ts";
import {
  type Snapshot,
  type SnapshotChange,
  type SnapshotEntry,
  compareSnapshots,
  createSnapshots,
} from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { canPutBack, putBack } from "../io/effects/put-back.ts";
import { readBytes } from "../io/disk/read-text.ts";
import { JOURNAL_PATH, isScratch } from "../io/plan/staging.ts";
import type { WriteLedger } from "../io/effects/write-ledger.ts";

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

interface JudgedChange {
  readonly change: SnapshotChange;
  readonly step: ChangeStep;
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
  const snapshots = createSnapshots(place.now);
  const open = new Map<string, OpenCheck>();
  const underWay = new Map<string, readonly WriteUnderWay[]>();
  const waiting = new Set<() => void>();

  function isBeingWritten({ path }: SnapshotChange): boolean {
    return [...underWay.values()].flat().some(({ doc }) => doc === path);
  }

  /** What is another one now, and what is known of each. */
  function look(found: OpenCheck): JudgedChange[] {
    const changes = compareSnapshots(found.before, snapshots.take(found.bank)).flatMap(
      // What a plan has staged is no doc yet.
      (change) => (isScratch(change.path) ? [] : [sinceWritten(found, change)]),
    );
    const gits = knownGits(found, changes);
    return changes.map((change, index) => ({
      change,
      step: judgeChange({
        kind: "command",
        doc: change.path,
        cause: found.check.cause,
        writtenBy: writerOf(found, change) ?? (gits[index] === true ? "git" : undefined),
        isBeingWritten: isBeingWritten(change),
        isAtHand: canPutBack(change),
      }),
    }));
  }

  /** What a structured tool wrote meanwhile is what there was before the command got at it. */
  function sinceWritten({ explained }: OpenCheck, change: SnapshotChange): SnapshotChange {
    const latest = explained.get(change.path)?.at(-1);
    return latest === undefined ? change : { ...change, before: asWritten(change, latest) };
  }

  function writerOf(
    { since, explained }: OpenCheck,
    { path, after }: SnapshotChange,
  ): "tool" | "plan" | undefined {
    if (after === undefined) {
      const isPlans = path === JOURNAL_PATH || place.ledger.knows(path, undefined, since);
      return isPlans ? "plan" : undefined;
    }
    if (after.kind !== "file" || after.bytes === undefined) return undefined;
    const { bytes } = after;
    const isTools =
      explained.get(path)?.some((version) => version.equals(bytes)) === true ||
      isExpected(path, bytes);
    if (isTools) return "tool";
    return place.ledger.knows(path, bytes, since) ? "plan" : undefined;
  }

  function isExpected(doc: string, bytes: Buffer): boolean {
    return [...underWay.values()]
      .flat()
      .some((write) => write.doc === doc && write.expected?.equals(bytes) === true);
  }

  /** Asked only where it matters: git is a process of its own. */
  function knownGits(
    { check, bank }: OpenCheck,
    changes: readonly SnapshotChange[],
  ): readonly (boolean | undefined)[] {
    if (!check.runsGit || check.cause === "program" || changes.length === 0) return [];
    const known = knownToGit(bank, changes.map(toVersions));
    return changes.map((change, index) => known[index] === true && !isFolder(change));
  }

  async function finishCheck(found: OpenCheck): Promise<Effect | undefined> {
    let judged = look(found);
    if (judged.some(({ change, step }) => step.verdict !== "keep" && isBeingWritten(change))) {
      await waitForWrites();
      judged = look(found);
    }
    const told = judged.filter(({ step }) => step.verdict !== "keep");
    if (told.length === 0) return undefined;
    const { hideValues } = await import("../secrets/hide-values.ts");
    const check = { ...found.check, words: hideValues(found.check.words) };
    return carryOut({ ...found, check }, told);
  }

  async function waitForWrites(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      waiting.add(resolve);
      timer = setTimeout(resolve, PATIENCE);
    });
    clearTimeout(timer);
  }

  /** Keeps both versions of what is put back, and puts it back. */
  function carryOut({ check, bank }: OpenCheck, judged: readonly JudgedChange[]): Effect {
    const all = judged.map(({ change }) => change);
    const trace = judged.flatMap(({ change, step }) => (isFolder(change) ? [] : [step]));
    const effect = { words: check.words, undone: [], kept: undefined, problem: undefined, trace };
    const undoable = judged.flatMap(({ change, step }) =>
      step.verdict === "put-back" ? [change] : [],
    );
    if (undoable.length === 0) return { ...effect, changed: namesOf(all) };
    try {
      const texts = undoable.filter(hasText);
      const kept = texts.length === 0 ? undefined : place.keep(texts.map(toKept), check.words);
      const left = new Set(putBack(bank, undoable));
      const undone = undoable.filter(({ path }) => !left.has(path));
      const others = all.filter((change) => !undone.includes(change));
      return { ...effect, undone: namesOf(undone), kept, changed: namesOf(others) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { ...effect, changed: namesOf(all), problem };
    }
  }

  /** While the agent's own code is running, what is on disk may be its work on top of the tool's. */
  function isWatched(): boolean {
    return [...open.values()].some(({ check }) => check.cause !== "program");
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
      return finishCheck(found).finally(() => {
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

function namesOf(changes: readonly SnapshotChange[]): string[] {
  return changes.filter((change) => !isFolder(change)).map(({ path }) => path);
}

function toVersions({ path, before, after }: SnapshotChange) {
  return { path, before: bytesOf(before), after: bytesOf(after) };
}

function toKept(change: SnapshotChange) {
  const { path: doc, before, after } = toVersions(change);
  return { doc, before, after };
}

function bytesOf(entry: SnapshotEntry | undefined): Uint8Array | undefined {
  return entry?.kind === "file" ? entry.bytes : undefined;
}

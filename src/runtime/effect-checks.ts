import { type Suspect, findCulprit, judgeChange } from "../policy/judge-change.ts";
import { hideKeys } from "../bank/shorten.ts";
import type { Effect, EffectCheck } from "../types.ts";
import type { SnapshotChange } from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { readBytes } from "../io/disk/read-text.ts";
import {
  type BankAccount,
  type JudgedChange,
  type WatchedBank,
  isBlockChanged,
  openAccount,
  toVersions,
} from "./bank-account.ts";

export interface EffectPlace {
  /** The project's own bank first. */
  readonly banks: () => readonly WatchedBank[];
  readonly now: () => number;
}

/** A command, or a call of a tool that may do anything, while it runs. */
interface Command extends Suspect {
  readonly key: string;
  readonly session: string;
  readonly words: string;
}

interface WriteUnderWay {
  readonly doc: string;
  readonly file: string;
  /** Where it can be told. */
  readonly expected: Buffer | undefined;
}

/** What a comparison of the bank brought to light. */
export interface Found {
  /** The call that did it, and its session; undefined where none of the agent's calls did. */
  readonly call: Pick<Command, "key" | "session"> | undefined;
  readonly effect: Effect;
}

/** Hooks come in quick succession: what one of them has seen, the next one need not look for. */
const JUST_NOW = 30;

/** Every change of the bank is explained: by a tool, a plan, a command, or as somebody else's. */
export function createEffectChecks({ banks, now }: EffectPlace) {
  const accounts = new Map<string, BankAccount>();
  const commands = new Map<string, Command>();
  const underWay = new Map<string, readonly WriteUnderWay[]>();
  /** Calls of which the user is being asked whether they may run. */
  const asked = new Set<string>();
  let lookedAt = -Infinity;

  function accountOf(bank: WatchedBank): BankAccount {
    const known = accounts.get(bank.folder);
    if (known?.bank === bank) return known;
    const account = openAccount(bank, now);
    accounts.set(bank.folder, account);
    return account;
  }

  /** The project's own bank comes first, and any name would do for it. */
  function bankOf(doc: string): WatchedBank | undefined {
    return banks().findLast(({ prefix }) => doc.startsWith(prefix));
  }

  /** A tool is about to write it, or has written it and has not come back. */
  function writesOf(doc: string): WriteUnderWay[] {
    return [...underWay]
      .flatMap(([key, writes]) => (asked.has(key) ? [] : writes))
      .filter((write) => write.doc === doc);
  }

  const suspects = () => [...commands.values()].filter(({ key }) => !asked.has(key));

  function nameOf({ bank }: BankAccount, { path }: SnapshotChange): string {
    return bank.prefix + bank.toDoc(path);
  }

  function writerOf(
    account: BankAccount,
    change: SnapshotChange,
  ): "tool" | "plan" | "command-line" | undefined {
    const { after } = toVersions(change);
    const isTools =
      after !== undefined &&
      writesOf(nameOf(account, change)).some(({ expected }) => expected?.equals(after) === true);
    return isTools ? "tool" : account.notedBy(change);
  }

  function judgeAll(
    account: BankAccount,
    changes: readonly SnapshotChange[],
    culprit: Command | undefined,
  ): JudgedChange[] {
    // Git is a process of its own: asked only where it matters.
    const inGit =
      culprit?.runsGit === true
        ? knownToGit(account.bank.folder, changes.map(toVersions))
        : undefined;
    return changes.map((change, index) => {
      const step = judgeChange({
        kind: "found",
        doc: change.path,
        culprit,
        writtenBy: writerOf(account, change),
        inGit: inGit?.[index] ?? "none",
        isBlockChanged: isBlockChanged(change),
        isAtHand: account.canPutBack(change),
      });
      return { change, step };
    });
  }

  function settle(account: BankAccount): Found[] {
    if (!account.isOpen) {
      const effect = account.open();
      return effect === undefined ? [] : [{ call: undefined, effect }];
    }
    const changes = account.compare();
    if (changes.length === 0) return [];
    const culprit = findCulprit(suspects());
    // What a tool is writing right now is judged when it has come back.
    const judged = judgeAll(account, changes, culprit).filter(
      ({ change, step }) =>
        step.verdict === "keep" || writesOf(nameOf(account, change)).length === 0,
    );
    const { undone, effect } = account.carryOut(judged, culprit && hideKeys(culprit.words));
    const settled = judged.flatMap(({ change }) => (undone.has(change) ? [] : [change]));
    account.settle(settled, judged.length === changes.length);
    const isFound = effect.undone.length + effect.changed.length > 0;
    return isFound ? [{ call: culprit, effect }] : [];
  }

  function settleAll(): Found[] {
    lookedAt = now();
    return banks().flatMap((bank) => settle(accountOf(bank)));
  }

  const hasNew = () => banks().some(({ folder }) => accounts.get(folder)?.isOpen !== true);

  function forget(key: string): void {
    commands.delete(key);
    underWay.delete(key);
    asked.delete(key);
  }

  return {
    /** A call will run. Take the snapshot first, so that an earlier edit is not blamed on it. */
    begin(key: string, session: string, { words, cause, runsGit }: EffectCheck): Found[] {
      if (cause === "reads") return hasNew() ? settleAll() : [];
      const found = settleAll();
      commands.set(key, { key, session, words, cause, runsGit });
      return found;
    },

    /** The user is asked whether the call may run: what changes until they have answered is not its work. */
    pause(key: string): Found[] {
      if (!commands.has(key) && !underWay.has(key)) return [];
      const found = settleAll();
      asked.add(key);
      return found;
    },

    /** They have answered. */
    resume(key: string): Found[] {
      if (!asked.has(key)) return [];
      const found = settleAll();
      asked.delete(key);
      return found;
    },

    /** It has come back. What a background job of it does later is told as nobody's work. */
    finish(key: string): Found[] {
      asked.delete(key);
      const found = settleAll();
      commands.delete(key);
      return found;
    },

    /** Looks for the first time, where nobody has yet. */
    open: (): Found[] => (accounts.size === 0 ? settleAll() : []),

    /** The same for banks that were found since. */
    openFound: (): Found[] => (hasNew() ? settleAll() : []),

    /** What has changed since somebody last looked. */
    look(): Found[] {
      if (accounts.size === 0) return [];
      return commands.size > 0 || now() - lookedAt > JUST_NOW ? settleAll() : [];
    },

    /** The same before a structured tool writes into the bank: nothing may hide behind its write. */
    lookCloser: settleAll,

    async close(): Promise<void> {
      for (const account of accounts.values()) await account.close(commands.size === 0);
    },

    forget,

    /** Other processes are told beforehand where that can be: they may look before the tool comes back. */
    startWrites(key: string, writes: readonly WriteUnderWay[]): void {
      underWay.set(key, writes);
      for (const { doc, expected } of writes) {
        const bank = expected && bankOf(doc);
        bank?.ledger.note(doc.slice(bank.prefix.length), expected, now());
      }
    },

    /**
     * What a structured tool has written is its own, whatever else is running. Of one that failed, only what it
     * was to write is: all else is somebody else's.
     */
    finishWrites(key: string, hasFailed = false): Found[] {
      const writes = underWay.get(key);
      if (writes === undefined) return [];
      underWay.delete(key);
      asked.delete(key);
      // While the agent's own code is running, what is on disk may be its work on top of the tool's.
      const isWatched = suspects().some(({ cause }) => cause === "own-words");
      let isOthers = false;
      for (const { doc, file, expected } of writes) {
        const bank = bankOf(doc);
        if (bank === undefined) continue;
        const name = doc.slice(bank.prefix.length);
        const present = readBytes(file);
        if (hasFailed && expected !== undefined && present?.equals(expected) !== true) {
          bank.ledger.drop(name, expected, now());
          isOthers = true;
          continue;
        }
        const bytes = isWatched ? (expected ?? present) : present;
        if (bytes !== undefined) accountOf(bank).write(name, bytes);
      }
      return isOthers ? settleAll() : [];
    },
  };
}

export type EffectChecks = ReturnType<typeof createEffectChecks>;

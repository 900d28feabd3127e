import { hideKeys } from "../bank/shorten.ts";
import type { SnapshotChange } from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { readBytes } from "../io/disk/read-text.ts";
import { findCulprit, judgeChange } from "../policy/judge-change.ts";
import type { Effect, EffectCheck } from "../types.ts";
import {
  type BankAccount,
  type JudgedChange,
  type WatchedBank,
  openAccount,
  toVersions,
} from "./bank-account.ts";

/** A call that may change the bank, while it runs. */
interface Running {
  readonly key: string;
  readonly session: string;
  /** Of a command, or of a tool that may do anything. */
  readonly check: EffectCheck | undefined;
  /** Docs that a structured tool writes. */
  readonly writes: readonly DocWrite[];
  /** The user is being asked whether it may run: what changes meanwhile is not its work. */
  readonly isAsked: boolean;
}

interface DocWrite {
  readonly doc: string;
  readonly file: string;
  /** Undefined if only running the tool tells. */
  readonly expected: Buffer | undefined;
}

/** What a comparison of the bank brought to light. */
export interface Found {
  /** The call that did it, and its session; undefined if none of the agent's calls did. */
  readonly call: { readonly key: string; readonly session: string } | undefined;
  readonly effect: Effect;
}

export type EffectChecks = ReturnType<typeof createEffectChecks>;

/** Every change of a bank is explained: by a tool, a plan, a command, or as somebody else's. */
export function createEffectChecks(
  /** The project's own bank first. */
  banks: () => readonly WatchedBank[],
  now: () => number,
) {
  const accounts = new Map<string, BankAccount>();
  const running = new Map<string, Running>();

  /** The bank that a doc is in: the project's own comes first, and any name would do for it. */
  function bankOf(doc: string): WatchedBank | undefined {
    return banks().findLast(({ prefix }) => doc.startsWith(prefix));
  }

  const active = () => [...running.values()].filter(({ isAsked }) => !isAsked);

  function culpritOf() {
    const suspects = active().flatMap(({ key, session, check }) =>
      check === undefined || check.cause === "reads" ? [] : [{ ...check, key, session }],
    );
    return findCulprit(suspects);
  }

  /** What a tool is writing right now is judged when the tool has come back. */
  function isPending({ bank }: BankAccount, { path }: SnapshotChange): boolean {
    const doc = bank.prefix + bank.toDoc(path);
    return active().some(({ writes }) => writes.some((write) => write.doc === doc));
  }

  function judgeAll(
    account: BankAccount,
    changes: readonly SnapshotChange[],
    culprit: EffectCheck | undefined,
  ): JudgedChange[] {
    // Git is a process of its own, so it is asked only if it may have done it.
    const inGit = culprit?.runsGit
      ? knownToGit(account.bank.folder, changes.map(toVersions))
      : undefined;
    return changes.map((change, index) => {
      const facts = { ...account.toFacts(change), culprit, inGit: inGit?.[index] ?? "none" };
      return { change, step: judgeChange(facts) };
    });
  }

  function compare(bank: WatchedBank): Found[] {
    let account = accounts.get(bank.folder);
    if (account?.bank !== bank) {
      account = openAccount(bank, now);
      accounts.set(bank.folder, account);
      const effect = account.changedMeanwhile();
      return effect === undefined ? [] : [{ call: undefined, effect }];
    }
    const known = account;
    const changes = known.compare().filter((change) => !isPending(known, change));
    if (changes.length === 0) return [];
    const culprit = culpritOf();
    const judged = judgeAll(known, changes, culprit);
    const { undone, effect } = known.carryOut(judged, culprit && hideKeys(culprit.words));
    known.settle(changes.filter((change) => !undone.has(change)));
    const isFound = effect.undone.length + effect.changed.length > 0;
    return isFound ? [{ call: culprit, effect }] : [];
  }

  /** What has changed since somebody last looked. */
  const look = (): Found[] => banks().flatMap(compare);

  /** Another process that ended may have removed what the next start must know. */
  function saveAll(): void {
    for (const account of accounts.values()) account.save();
  }

  /** Looks for the first time at banks that nobody has looked at. */
  const open = (): Found[] =>
    banks().flatMap((bank) => (accounts.get(bank.folder)?.bank === bank ? [] : compare(bank)));

  /** What a structured tool has written is its own. */
  function settleWrites({ writes }: Running, hasFailed: boolean): void {
    if (writes.length === 0) return;
    // While a command of the agent's is running, what is on disk may be its work on top of the tool's.
    const isWatched = culpritOf()?.cause === "own-words";
    for (const { doc, file, expected } of writes) {
      const bank = bankOf(doc);
      const present = readBytes(file);
      const isOthers = hasFailed && expected !== undefined && present?.equals(expected) !== true;
      const bytes = isWatched ? (expected ?? present) : present;
      if (bank === undefined || bytes === undefined || isOthers) continue;
      accounts.get(bank.folder)?.write(doc.slice(bank.prefix.length), bytes);
    }
  }

  return {
    look,
    open,

    startTurn(): Found[] {
      const found = look();
      saveAll();
      return found;
    },

    /** A call will run. Looks first, so that an earlier change is not blamed on it. */
    begin(
      key: string,
      session: string,
      check: EffectCheck | undefined,
      writes: readonly DocWrite[],
    ): Found[] {
      const mayWrite = check !== undefined && check.cause !== "reads";
      const found = mayWrite ? look() : open();
      if (mayWrite) saveAll();
      // Other processes may look before the tool comes back.
      for (const { doc, expected } of writes) {
        const bank = expected && bankOf(doc);
        if (bank) accounts.get(bank.folder)?.noteWrite(doc.slice(bank.prefix.length), expected);
      }
      running.set(key, { key, session, check, writes, isAsked: false });
      return found;
    },

    /** The user is asked whether the call may run. */
    ask(key: string): Found[] {
      const call = running.get(key);
      if (call === undefined) return [];
      const found = look();
      running.set(key, { ...call, isAsked: true });
      return found;
    },

    /** They have answered. What they saved meanwhile is what the call finds. */
    answer(key: string, writes: readonly DocWrite[]): Found[] {
      const call = running.get(key);
      if (call?.isAsked !== true) return [];
      const found = look();
      running.set(key, { ...call, writes, isAsked: false });
      return found;
    },

    /** The call has come back, or failed. What a background job of it does later is told as nobody's work. */
    finish(key: string, hasFailed = false): Found[] {
      const call = running.get(key);
      if (call === undefined) return [];
      running.set(key, { ...call, writes: [], isAsked: false });
      settleWrites(call, hasFailed);
      const found = call.check !== undefined || hasFailed ? look() : [];
      running.delete(key);
      return found;
    },

    forget: (key: string) => void running.delete(key),

    /** The process ends. What is not told yet is left to the next start. */
    close(): void {
      const isIdle = running.size === 0;
      for (const account of accounts.values()) {
        account.close(isIdle && account.compare().length === 0);
      }
    },
  };
}

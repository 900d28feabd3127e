import { hideKeys } from "../bank/shorten.ts";
import type { SnapshotChange } from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { readBytes } from "../io/disk/read.ts";
import { findCulprit, judgeChange } from "../policy/judge-change.ts";
import type { Effect, EffectCheck } from "../types.ts";
import {
  type BankAccount,
  type JudgedChange,
  NO_EFFECT,
  type WatchedBank,
  carryOut,
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

/** Every change of a bank is explained: by a tool, a plan, a command, or as somebody else's. `banks`: the project's own first. */
export function createEffectChecks(banks: () => readonly WatchedBank[]) {
  const accounts = new Map<string, BankAccount>();
  const running = new Map<string, Running>();

  /** The account of the bank that a doc is in, and its path there. Any name would do for the project's own, which comes first. */
  function find(doc: string): { account: BankAccount; path: string } | undefined {
    const bank = banks().findLast(({ prefix }) => doc.startsWith(prefix));
    const account = bank && accounts.get(bank.folder);
    return account && { account, path: doc.slice(bank.prefix.length) };
  }

  function culpritOf() {
    const suspects = [...running.values()].flatMap(({ key, session, check }) =>
      check === undefined || check.cause === "reads" ? [] : [{ ...check, key, session }],
    );
    return findCulprit(suspects);
  }

  /** What a tool is writing right now is judged when the tool has come back. */
  function isPending({ prefix, toDoc }: WatchedBank, { path }: SnapshotChange): boolean {
    const doc = prefix + toDoc(path);
    return [...running.values()].some(({ writes }) => writes.some((write) => write.doc === doc));
  }

  function judgeAll(
    bank: WatchedBank,
    account: BankAccount,
    changes: readonly SnapshotChange[],
    culprit: EffectCheck | undefined,
  ): JudgedChange[] {
    // Git is a process of its own, so it is asked only if it may have done it.
    const inGit = culprit?.runsGit ? knownToGit(bank.folder, changes.map(toVersions)) : undefined;
    return changes.map((change, index) => {
      const facts = { ...account.toFacts(change), culprit, inGit: inGit?.[index] ?? "none" };
      return { change, step: judgeChange(facts) };
    });
  }

  /** Looks at a bank for the first time. */
  function open(bank: WatchedBank): Found[] {
    const account = openAccount(bank);
    accounts.set(bank.folder, account);
    const changed = account.changedMeanwhile().map((path) => bank.prefix + path);
    return changed.length === 0
      ? []
      : [{ call: undefined, effect: { ...NO_EFFECT, changed, trace: changed.map(toNobodys) } }];
  }

  function compare(bank: WatchedBank): Found[] {
    const account = accounts.get(bank.folder);
    if (account === undefined) return open(bank);
    const changes = account.compare().filter((change) => !isPending(bank, change));
    if (changes.length === 0) return [];
    const culprit = culpritOf();
    const judged = judgeAll(bank, account, changes, culprit);
    const words = culprit && hideKeys(culprit.words);
    const { undone, effect } = carryOut(bank, account, judged, words);
    account.settle(changes.filter((change) => !undone.has(change)));
    const isFound = effect.undone.length + effect.changed.length > 0;
    return isFound ? [{ call: culprit, effect }] : [];
  }

  /** What has changed since somebody last looked. */
  const look = (): Found[] => banks().flatMap(compare);

  /** What a structured tool has written is its own. */
  function settleWrites({ writes }: Running, hasFailed: boolean): void {
    // While a command of the agent's is running, what is on disk may be its work on top of the tool's.
    const isWatched = culpritOf()?.cause === "own-words";
    for (const { doc, file, expected } of writes) {
      const present = readBytes(file);
      const isOthers = hasFailed && expected !== undefined && present?.equals(expected) !== true;
      const bytes = isWatched ? (expected ?? present) : present;
      if (bytes === undefined || isOthers) continue;
      const found = find(doc);
      found?.account.write(found.path, bytes);
    }
  }

  return {
    look(): Found[] {
      const found = look();
      // What nobody has been told of yet, the next start tells if this process is killed.
      if (found.length === 0) for (const account of accounts.values()) account.save();
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
      const found = mayWrite || accounts.size === 0 ? look() : [];
      if (mayWrite) for (const account of accounts.values()) account.save();
      // Other processes may look before the tool comes back.
      for (const { doc, expected } of writes) {
        const place = expected && find(doc);
        place?.account.noteWrite(place.path, expected);
      }
      running.set(key, { key, session, check, writes });
      return found;
    },

    /** The call has come back, or failed. What a background job of it does later is told as nobody's work. */
    finish(key: string, hasFailed = false): Found[] {
      const call = running.get(key);
      if (call === undefined) return [];
      running.set(key, { ...call, writes: [] });
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

function toNobodys(doc: string) {
  return judgeChange({
    kind: "found",
    doc,
    culprit: undefined,
    writtenBy: undefined,
    inGit: "none",
    isBlockChanged: false,
    isStray: false,
    isAtHand: false,
  });
}

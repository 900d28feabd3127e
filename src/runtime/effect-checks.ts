import { type Suspect, findCulprit, judgeChange } from "../policy/judge-change.ts";
import type { Effect, EffectCheck } from "../types.ts";
import type { SnapshotChange } from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { readBytes } from "../io/disk/read-text.ts";
import {
  type BankAccount,
  type JudgedChange,
  type WatchedBank,
  isFolder,
  openAccount,
  toVersions,
} from "./bank-account.ts";
import { createLateLooks } from "./late-looks.ts";
import { toSafeWords } from "./safe-words.ts";

export interface EffectPlace {
  /** The project's own bank first. */
  readonly banks: () => readonly WatchedBank[];
  readonly now: () => number;
}

/** A command, or a call of a tool that may do anything. */
interface Command extends Suspect {
  from: number;
  readonly key: string;
  readonly session: string;
  readonly check: EffectCheck;
  to: number;
  /** The call has come back; a part of it may go on. */
  isBack: boolean;
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

interface Blamed extends JudgedChange {
  readonly culprit: Command | undefined;
}

/** Hooks come in quick succession: what one of them has seen, the next one need not look for. */
const JUST_NOW = 30;
/** A host says at most so much later that a call is over. */
const LATE = 2000;

/** Every change of the bank is explained: by a tool, a plan, a command, or as somebody else's. */
export function createEffectChecks({ banks, now }: EffectPlace) {
  const accounts = new Map<string, BankAccount>();
  const commands = new Map<string, Command>();
  const underWay = new Map<string, readonly WriteUnderWay[]>();
  /** Calls of which the user is being asked whether they may run. */
  const asked = new Set<string>();
  let lookedAt = -Infinity;
  /** Docs that are another one, and it cannot be told yet by whom: with the command to blame, if any. */
  let open: ReadonlyMap<string, Command | undefined> = new Map();

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

  function writerOf(
    account: BankAccount,
    change: SnapshotChange,
  ): "tool" | "plan" | "command-line" | undefined {
    const { after } = change;
    const bytes = after?.kind === "file" ? after.bytes : undefined;
    const isTools =
      bytes !== undefined &&
      writesOf(nameOf(account, change)).some(({ expected }) => expected?.equals(bytes) === true);
    return isTools ? "tool" : account.notedBy(change);
  }

  function nameOf({ bank }: BankAccount, { path }: SnapshotChange): string {
    return bank.prefix + bank.toDoc(path);
  }

  /** Asked only where it matters: git is a process of its own. */
  function gitsOf(
    { bank }: BankAccount,
    changes: readonly SnapshotChange[],
  ): ReadonlySet<SnapshotChange> {
    const runsGit = suspects().some(({ check }) => check.runsGit && check.cause !== "program");
    if (!runsGit) return new Set();
    const known = knownToGit(bank.folder, changes.map(toVersions));
    return new Set(changes.filter((change, index) => known[index] === true && !isFolder(change)));
  }

  function judgeAll(account: BankAccount, changes: readonly SnapshotChange[]): Blamed[] {
    const gits = gitsOf(account, changes);
    const paths = new Set(changes.map(({ path }) => path));
    return changes.map((change) => {
      const at = account.timeOf(change, paths);
      const culprit = findCulprit(suspects(), at) ?? open.get(nameOf(account, change));
      const step = judgeChange({
        kind: "found",
        doc: change.path,
        culprit,
        at,
        writtenBy: writerOf(account, change) ?? (gits.has(change) ? "git" : undefined),
        isAtHand: account.canPutBack(change),
      });
      return { change, step, culprit };
    });
  }

  /** What is not to be settled yet: a tool is at it. */
  function isOpen(account: BankAccount, { change, step }: Blamed): boolean {
    return step.verdict !== "keep" && writesOf(nameOf(account, change)).length > 0;
  }

  function settle(account: BankAccount, waiting: Map<string, Command | undefined>): Found[] {
    if (!account.isOpen) {
      const effect = account.open();
      return effect === undefined ? [] : [{ call: undefined, effect }];
    }
    const changes = account.compare();
    if (changes.length === 0) return [];
    const judged: Blamed[] = [];
    for (const each of judgeAll(account, changes)) {
      if (isOpen(account, each)) waiting.set(nameOf(account, each.change), each.culprit);
      else judged.push(each);
    }
    const found: Found[] = [];
    const undone = new Set<SnapshotChange>();
    for (const culprit of new Set(judged.map((each) => each.culprit))) {
      const own = judged.filter((each) => each.culprit === culprit);
      const done = account.carryOut(own, culprit && toSafeWords(culprit.check.words));
      for (const change of done.undone) undone.add(change);
      const { effect } = done;
      if (effect.undone.length + effect.changed.length > 0) found.push({ call: culprit, effect });
    }
    const settled = judged.flatMap(({ change }) => (undone.has(change) ? [] : [change]));
    account.settle(settled, judged.length === changes.length);
    return found;
  }

  function settleAll(): Found[] {
    lookedAt = now();
    const waiting = new Map<string, Command | undefined>();
    const found = banks().flatMap((bank) => settle(accountOf(bank), waiting));
    open = waiting;
    if (open.size === 0) dropOver();
    return found;
  }

  /** A call that is over is remembered only as long as a change may be its work. */
  function dropOver(): void {
    for (const [key, { isBack, to }] of commands)
      if (isBack && to <= lookedAt) commands.delete(key);
  }

  /** The same where that would hold up the host: nobody waits, what is found is told later. */
  async function lookInPieces(): Promise<Found[]> {
    const began = now();
    for (const bank of banks()) {
      if (!(await accountOf(bank).isStillSo())) return settleAll();
    }
    lookedAt = began;
    dropOver();
    return [];
  }

  const isLarge = () => [...accounts.values()].some((account) => account.isLarge);

  const { lookLater, looked } = createLateLooks(lookInPieces);

  function lookAt(tellLater: (found: Found[]) => void): Found[] {
    if (!isLarge()) return settleAll();
    void lookLater(tellLater).catch(() => undefined);
    return [];
  }

  const hasNew = () => banks().some(({ folder }) => accounts.get(folder)?.isOpen !== true);

  /** While the agent's own code is running, what is on disk may be its work on top of the tool's. */
  function isWatched(): boolean {
    return suspects().some(({ cause }) => isOwn(cause));
  }

  /**
   * The bank is looked at for the first time, or something may be laid at the wrong door. The agent's own code
   * waits for a look at a large one, the host does not.
   */
  function begin(key: string, session: string, check: EffectCheck): Found[] | Promise<Found[]> {
    const { cause } = check;
    const start = (found: Found[], isUnchecked = false): Found[] => {
      const from = now();
      commands.set(key, {
        key,
        session,
        check,
        cause,
        from,
        to: Infinity,
        isUnchecked,
        isBack: false,
      });
      return found;
    };
    const isNew = hasNew();
    if (!isNew && !isOwn(cause)) return start([]);
    if (isNew || !isLarge()) return start(settleAll());
    return lookLater(() => undefined)
      .catch(() => [])
      .then((found) => start(found, true));
  }

  return {
    /** A command will run: the last comparison is the one before it. */
    begin,

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
      const command = commands.get(key);
      if (command !== undefined) command.from = now();
      return found;
    },

    /**
     * It has come back. What lingers is blamed for what happens later in its turn. Where a host says how long
     * it ran, the user may have been asked before that.
     */
    finish(key: string, tellLater: (found: Found[]) => void, ranFor?: number): Found[] {
      const command = commands.get(key);
      if (command === undefined) return [];
      asked.delete(key);
      command.isBack = true;
      if (ranFor !== undefined) command.from = Math.max(command.from, now() - ranFor - LATE);
      if (!command.check.lingers) command.to = now();
      return lookAt(tellLater);
    },

    /** Looks for the first time, where nobody has yet. */
    open: (): Found[] => (accounts.size === 0 ? settleAll() : []),

    /** The same for banks that were found since. */
    openFound: (): Found[] => (hasNew() ? settleAll() : []),

    /** What has changed since somebody last looked. */
    look(tellLater: (found: Found[]) => void): Found[] {
      if (accounts.size === 0) return [];
      const isOld = commands.size > 0 || now() - lookedAt > JUST_NOW;
      return isOld ? lookAt(tellLater) : [];
    },

    /** What is looked at in pieces has been looked at. */
    looked,

    /** The same before a structured tool writes into the bank: nothing may hide behind its write. */
    lookCloser: settleAll,

    async close(): Promise<void> {
      for (const account of accounts.values()) await account.close(commands.size === 0);
    },

    forget(key: string): void {
      commands.delete(key);
      underWay.delete(key);
      asked.delete(key);
    },

    /** What still runs from an earlier turn is no longer blamed: the user's own work would be taken for it. */
    endTurn(session: string): void {
      for (const [key, command] of commands) {
        if (command.isBack && command.session === session) commands.delete(key);
      }
    },

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
        const bytes = isWatched() ? (expected ?? present) : present;
        if (bytes !== undefined) accountOf(bank).write(name, bytes);
      }
      return isOthers || open.size > 0 ? settleAll() : [];
    },
  };
}

export type EffectChecks = ReturnType<typeof createEffectChecks>;

function isOwn(cause: EffectCheck["cause"]): boolean {
  return cause === "own-words" || cause === "names-bank";
}

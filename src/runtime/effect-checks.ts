import { join, relative } from "node:path";
import { hideKeys } from "../bank/shorten.ts";
import { type Paths, isBelow, realPathOf, toSlashes } from "../io/disk/paths.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import type { SnapshotChange } from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { type KeepReason, type KeptDoc, keepVersions } from "../io/kept/kept-versions.ts";
import { findCulprit, judgeChange } from "../policy/judge-change.ts";
import type { Effect, EffectCheck } from "../types.ts";
import { type BankAccount, openAccount } from "./bank-account.ts";

/** A call that may change the bank, while it runs. */
export interface Running {
  readonly session: string;
  /** What the comparison needs to know of a command, or of a tool that may do anything. */
  readonly check: EffectCheck | undefined;
  /** Docs that a structured tool writes, by their real paths. `expected`: undefined if only running the tool tells. */
  readonly docs: readonly { readonly file: string; readonly expected: Buffer | undefined }[];
}

/** What a comparison of the bank brought to light. */
export interface Found {
  /** The call that did it; undefined if none of the agent's calls did. */
  readonly call: Running | undefined;
  readonly effect: Effect;
}

/** Keeps versions of docs of one bank aside. Returns the id that `memory-bank restore` takes; throws if it cannot. */
export function keepAside(
  { root, bank }: Pick<Paths, "root" | "bank">,
  folder: string,
  docs: readonly KeptDoc[],
  reason: KeepReason,
): string {
  const id = keepVersions(stateFolderOf(folder), docs, reason, Date.now());
  const isOwn = folder === bank || folder === realPathOf(bank);
  return isOwn ? id : `${id} --bank ${toSlashes(relative(realPathOf(root), folder))}`;
}

export type EffectChecks = ReturnType<typeof createEffectChecks>;

/** Finds the cause of every change of a bank: a tool, a plan, a command, or somebody else. */
export function createEffectChecks(paths: () => Paths, running: () => readonly Running[]) {
  /** The accounts by their bank's folder. */
  const accounts = new Map<string, BankAccount>();

  /** The name of a bank's doc in messages: its path from the session's own bank. */
  function toName(folder: string, path: string): string {
    const [own = folder] = paths().banks();
    return toSlashes(relative(own, join(folder, path)));
  }

  /** Looks at a bank for the first time. */
  function open(folder: string): Found[] {
    const account = openAccount(folder);
    accounts.set(folder, account);
    const changed = account.changedMeanwhile().map((path) => toName(folder, path));
    if (changed.length === 0) return [];
    const nobody = { words: undefined, kept: undefined, problem: undefined };
    return [{ call: undefined, effect: { ...nobody, undone: [], changed, trace: [] } }];
  }

  /** `ended`: the call that has just come back; what it has written is its own work. */
  function compare(folder: string, ended?: Running, hasFailed = false): Found[] {
    const account = accounts.get(folder);
    if (account === undefined) return open(folder);
    const others = running().filter((call) => call !== ended);
    // A doc that a tool is writing right now is judged when the tool has come back.
    const pending = new Set(others.flatMap(({ docs }) => docs.map(({ file }) => file)));
    const changes = account.compare().filter(({ path }) => !pending.has(join(folder, path)));
    const own = changes.filter(({ path, after }) =>
      ended?.docs.some(({ file, expected }) => {
        const isAsForeseen = expected !== undefined && after?.bytes?.equals(expected) === true;
        return file === join(folder, path) && (isAsForeseen || !hasFailed);
      }),
    );
    for (const { path, after } of own) account.noteWrite(path, after?.bytes);
    account.settle(own);
    return judge(
      folder,
      account,
      changes.filter((change) => !own.includes(change)),
    );
  }

  /** Keeps both versions of what changed, and puts back what does not stay. */
  function judge(
    folder: string,
    account: BankAccount,
    changes: readonly SnapshotChange[],
  ): Found[] {
    if (changes.length === 0) return [];
    const culprit = findCulprit(
      running().flatMap((call) => (mayWrite(call) ? { ...call.check, call } : [])),
    );
    // Git is a process of its own, so it is asked only if it may have done it.
    const inGit = culprit?.runsGit ? knownToGit(folder, changes) : [];
    const judged = changes.map((change, index) => {
      const doc = toName(folder, change.path);
      const facts = { ...account.toFacts(change), doc, culprit, inGit: inGit[index] ?? "none" };
      return { change, step: judgeChange(facts) };
    });
    const told = judged.filter(({ step }) => step.verdict !== "keep");
    const unwanted = told.filter(({ step }) => step.verdict === "put-back");
    const words = culprit && hideKeys(culprit.words);
    const docs = told.flatMap(({ change, step }) => {
      const [before, after] = [change.before?.bytes, change.after?.bytes];
      // A new doc that stays has no older version to lose.
      const isLost = before !== undefined || (after !== undefined && step.verdict === "put-back");
      return isLost ? [{ doc: change.path, before, after }] : [];
    });
    let kept: string | undefined;
    let problem: string | undefined;
    let undone: ReadonlySet<SnapshotChange> = new Set();
    try {
      const reason = { rule: "guard-memory-files", words: words ?? "" };
      if (docs.length > 0) kept = keepAside(paths(), folder, docs, reason);
      undone = account.putBack(unwanted.map(({ change }) => change));
    } catch (error) {
      // If nothing was to be undone, the only loss is that an older version was not kept.
      if (unwanted.length > 0) problem = error instanceof Error ? error.message : String(error);
    }
    account.settle(changes.filter((change) => !undone.has(change)));
    const namesOf = (isUndone: boolean) =>
      told.flatMap(({ change, step }) => (undone.has(change) === isUndone ? [step.doc] : []));
    const trace = told.map(({ step }) => step);
    const effect = { words, undone: namesOf(true), kept, changed: namesOf(false), problem, trace };
    return told.length > 0 ? [{ call: culprit?.call, effect }] : [];
  }

  const saveAll = () => accounts.forEach((account) => account.save());

  /** Finds what has changed since the last look. */
  function look(): Found[] {
    const banks = paths().banks();
    const found = banks.flatMap((folder) => compare(folder));
    // Save only if there is nothing to tell: if this process is killed first, the next start tells it.
    if (found.length === 0) saveAll();
    return found;
  }

  return {
    look,

    /** Called before a call runs. Looks first, so that an earlier change is not blamed on it. */
    begin(call: Running): Found[] {
      const found = mayWrite(call) ? look() : [];
      if (mayWrite(call)) saveAll();
      // Note the writes now: other processes may look before the tool comes back.
      for (const { file, expected } of call.docs)
        for (const [folder, account] of accounts)
          if (expected !== undefined && isBelow(folder, file))
            account.noteWrite(toSlashes(relative(folder, file)), expected);
      return found;
    },

    /** The call has come back, or failed. What its background jobs do later is told as nobody's work. */
    finish(call: Running, hasFailed = false): Found[] {
      if (call.check === undefined && call.docs.length === 0) return [];
      const banks = paths().banks();
      return banks.flatMap((folder) => compare(folder, call, hasFailed));
    },

    /** The process ends. The next start tells what was not told yet. */
    close: (): void => {
      for (const account of accounts.values())
        if (running().length === 0 && account.compare().length === 0) account.close();
    },
  };
}

function mayWrite(call: Running): call is Running & { readonly check: EffectCheck } {
  return call.check !== undefined && call.check.cause !== "reads";
}

import { join, relative } from "node:path";
import { hideKeys } from "../bank/shorten.ts";
import { type Paths, isBelow, realPathOf, toSlashes } from "../io/disk/paths.ts";
import { readBytes } from "../io/disk/read.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import type { SnapshotChange } from "../io/effects/bank-snapshot.ts";
import { knownToGit } from "../io/effects/git-knows.ts";
import { type KeepReason, type KeptDoc, keepVersions } from "../io/kept/kept-versions.ts";
import { findCulprit, judgeChange } from "../policy/judge-change.ts";
import type { ChangeStep, Effect, EffectCheck } from "../types.ts";
import { type BankAccount, openAccount, toVersions } from "./bank-account.ts";

/** A call that may change the bank, while it runs. */
export interface Running {
  readonly session: string;
  /** Of a command, or of a tool that may do anything. */
  readonly check: EffectCheck | undefined;
  /** Docs that a structured tool writes, by their real paths; what they become is undefined if only running it tells. */
  readonly docs: readonly { readonly file: string; readonly expected: Buffer | undefined }[];
}

/** What a comparison of the bank brought to light. */
export interface Found {
  /** The call that did it; undefined if none of the agent's calls did. */
  readonly call: Running | undefined;
  readonly effect: Effect;
}

export const NO_EFFECT: Effect = {
  words: undefined,
  undone: [],
  kept: undefined,
  changed: [],
  problem: undefined,
  trace: [],
};

/** Keeps versions of docs of one bank aside. Returns how `memory-bank restore` is told of them; throws when it cannot. */
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

/** Every change of a bank is explained: by a tool, a plan, a command, or as somebody else's. */
export function createEffectChecks(paths: () => Paths, running: () => readonly Running[]) {
  /** By the bank's folder. */
  const accounts = new Map<string, BankAccount>();

  /** What a doc of a bank is told as: by its path from the session's own bank. */
  function toName(folder: string, path: string): string {
    const [own = ""] = paths().banks();
    return folder === own ? path : `${toSlashes(relative(own, folder))}/${path}`;
  }

  /** The account of the bank that a file is in, and its path there. */
  function find(file: string): { account: BankAccount; path: string } | undefined {
    const found = [...accounts].findLast(([folder]) => isBelow(folder, file));
    return found && { account: found[1], path: toSlashes(relative(found[0], file)) };
  }

  function culpritOf() {
    const suspects = running().flatMap((call) => (mayWrite(call) ? { ...call.check, call } : []));
    return findCulprit(suspects);
  }

  /** Looks at a bank for the first time. */
  function open(folder: string): Found[] {
    const account = openAccount(folder);
    accounts.set(folder, account);
    const changed = account.changedMeanwhile().map((path) => toName(folder, path));
    return changed.length === 0 ? [] : [{ call: undefined, effect: { ...NO_EFFECT, changed } }];
  }

  /** `ended`: what this call has written is its own already. */
  function compare(folder: string, ended?: Running): Found[] {
    const account = accounts.get(folder);
    if (account === undefined) return open(folder);
    // What a tool is writing right now is judged when the tool has come back.
    const others = running().filter((call) => call !== ended);
    const pending = new Set(others.flatMap(({ docs }) => docs.map(({ file }) => file)));
    const changes = account.compare().filter(({ path }) => !pending.has(join(folder, path)));
    if (changes.length === 0) return [];
    const culprit = culpritOf();
    // Git is a process of its own, so it is asked only if it may have done it.
    const inGit = culprit?.runsGit ? knownToGit(folder, changes.map(toVersions)) : [];
    const judged = changes.map((change, index) => {
      const doc = toName(folder, change.path);
      const facts = { ...account.toFacts(change), doc, culprit, inGit: inGit[index] ?? "none" };
      return { change, step: judgeChange(facts) };
    });
    const words = culprit && hideKeys(culprit.words);
    const told = judged.filter(({ step }) => step.verdict !== "keep");
    const { undone, kept, problem } = carryOut(folder, account, told, words ?? "");
    account.settle(changes.filter((change) => !undone.has(change)));
    const namesOf = (isUndone: boolean) =>
      told.flatMap(({ change, step }) => (undone.has(change) === isUndone ? [step.doc] : []));
    const trace = told.map(({ step }) => step);
    const effect = { words, undone: namesOf(true), kept, changed: namesOf(false), problem, trace };
    return told.length > 0 ? [{ call: culprit?.call, effect }] : [];
  }

  /** Keeps both versions, and puts back what does not stay. */
  function carryOut(
    folder: string,
    account: BankAccount,
    told: readonly { readonly change: SnapshotChange; readonly step: ChangeStep }[],
    words: string,
  ) {
    const unwanted = told.flatMap(({ change, step }) =>
      step.verdict === "put-back" ? [change] : [],
    );
    // A new doc that stays has no older version.
    const docs = told
      .map(({ change }) => ({ change, doc: change.path, ...toVersions(change) }))
      .filter(({ change, before, after }) =>
        unwanted.includes(change) ? (before ?? after) !== undefined : before !== undefined,
      );
    let kept: string | undefined;
    try {
      const reason = { rule: "guard-memory-files", words };
      if (docs.length > 0) kept = keepAside(paths(), folder, docs, reason);
    } catch (error) {
      // If nothing was to be undone, only an older version is not kept.
      const problem = error instanceof Error ? error.message : String(error);
      const undone: ReadonlySet<SnapshotChange> = new Set();
      return { undone, kept, problem: unwanted.length > 0 ? problem : undefined };
    }
    const left = account.putBack(unwanted);
    const undone = new Set(unwanted.filter((change) => !left.includes(change)));
    return { undone, kept, problem: undefined };
  }

  /** What has changed since somebody last looked. */
  const look = (ended?: Running): Found[] =>
    paths()
      .banks()
      .flatMap((folder) => compare(folder, ended));

  /** What a structured tool has written is its own. */
  function settleWrites({ docs }: Running, hasFailed: boolean): void {
    // While a command of the agent's is running, what is on disk may be its work on top of the tool's.
    const isWatched = culpritOf()?.cause === "own-words";
    for (const { file, expected } of docs) {
      const present = readBytes(file);
      const isOthers = hasFailed && expected !== undefined && present?.equals(expected) !== true;
      const bytes = isWatched ? (expected ?? present) : present;
      if (bytes === undefined || isOthers) continue;
      const found = find(file);
      found?.account.write(found.path, bytes);
    }
  }

  function saveAll(): void {
    for (const account of accounts.values()) account.save();
  }

  return {
    look(): Found[] {
      const found = look();
      // What nobody has been told of yet, the next start tells if this process is killed.
      if (found.length === 0) saveAll();
      return found;
    },

    /** A call will run. Looks first, so that an earlier change is not blamed on it. */
    begin(call: Running): Found[] {
      const found = mayWrite(call) || accounts.size === 0 ? look() : [];
      if (mayWrite(call)) saveAll();
      // Other processes may look before the tool comes back.
      for (const { file, expected } of call.docs) {
        const place = find(file);
        if (expected !== undefined) place?.account.noteWrite(place.path, expected);
      }
      return found;
    },

    /** The call has come back, or failed. What a background job of it does later is told as nobody's work. */
    finish(call: Running, hasFailed = false): Found[] {
      if (call.check === undefined && call.docs.length === 0) return [];
      settleWrites(call, hasFailed);
      return call.check !== undefined || hasFailed ? look(call) : [];
    },

    /** The process ends. What is not told yet is left to the next start. */
    close(): void {
      const isIdle = running().length === 0;
      for (const account of accounts.values())
        account.close(isIdle && account.compare().length === 0);
    },
  };
}

function mayWrite(call: Running): call is Running & { readonly check: EffectCheck } {
  return call.check !== undefined && call.check.cause !== "reads";
}

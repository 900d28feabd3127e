import { dirname, join, relative, sep } from "node:path";
import { codeOf } from "../disk/disk-error.ts";
import type { Disk } from "../disk/disk.ts";
import type { Step } from "./plan-journal.ts";

interface IndexEntry {
  readonly mode: string;
  readonly blob: string;
  readonly stage: string;
  readonly flags: number;
}

/** What to do to a tracked doc's entry; the flags are git's own, in `cache.h`. */
interface IndexMove {
  readonly from: string;
  /** Undefined where the doc was removed. */
  readonly to: string | undefined;
  readonly entry: IndexEntry;
}

const ASSUME_UNCHANGED = 0x8000;
const INTENT_TO_ADD = 0x20000000;
const SKIP_WORKTREE = 0x40000000;

/** Neither hooks nor a watcher of the user's run because of us. */
const QUIET = ["--literal-pathspecs", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor="];
const MOST_TRIES = 6;
const PAUSE = 40;

/**
 * Moves and removes the entries of docs that were moved and removed, as `git mv` and `git rm` do: what was
 * staged stays staged, what was not is not. May be called again. Returns why it was not done.
 */
export function updateIndex(disk: Disk, bank: string, steps: readonly Step[]): string | undefined {
  try {
    const gone = steps.filter(
      ({ kind, path }) =>
        (kind === "move" || kind === "remove") && disk.lstat(join(bank, path)) === undefined,
    );
    const top = gone.length === 0 ? undefined : findTop(disk, bank);
    return top && withPatience(() => moveEntries(disk, top, bank, gone));
  } catch (error) {
    return reasonOf(error);
  }
}

/** The nearest folder with a repository, as git looks for it. */
function findTop(disk: Disk, bank: string): string | undefined {
  for (let folder = bank; ; folder = dirname(folder)) {
    if (disk.lstat(join(folder, ".git")) !== undefined) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function moveEntries(
  disk: Disk,
  top: string,
  bank: string,
  steps: readonly Step[],
): string | undefined {
  const git = (args: readonly string[], input = "") => disk.git(top, [...QUIET, ...args], input);
  const prefix = relative(top, bank).split(sep).join("/");
  const inTop = (path: string) => (prefix === "" ? path : `${prefix}/${path}`);
  const entries = parseEntries(git(["ls-files", "-s", "-z", "--debug", "--", prefix || "."]));

  const moves = steps.flatMap(({ path, to }): IndexMove[] => {
    const isThere = to !== undefined && disk.lstat(join(bank, to)) !== undefined;
    return (entries.get(inTop(path)) ?? []).map((entry) => ({
      from: inTop(path),
      to: isThere ? inTop(to) : undefined,
      entry,
    }));
  });
  const isUnmerged = ({ entry }: IndexMove) => entry.stage !== "0";
  const merged = moves.filter((move) => !isUnmerged(move));
  if (merged.length > 0) git(["update-index", "-z", "--index-info"], toIndexInfo(merged));
  restoreFlags(git, merged);
  const unmerged = moves.find(isUnmerged);
  return unmerged && `${unmerged.from} is unmerged`;
}

function toIndexInfo(moves: readonly IndexMove[]): string {
  return moves
    .map(({ from, to, entry: { mode, blob, flags } }) => {
      const removal = `0 ${"0".repeat(blob.length)}\t${from}\0`;
      const isPlain = to !== undefined && (flags & INTENT_TO_ADD) === 0;
      return isPlain ? `${removal}${mode} ${blob}\t${to}\0` : removal;
    })
    .join("");
}

function restoreFlags(
  git: (args: readonly string[], input?: string) => string,
  moves: readonly IndexMove[],
): void {
  const flagged = (flag: number) =>
    moves.flatMap(({ to, entry }) => (to !== undefined && (entry.flags & flag) !== 0 ? to : []));
  const toAdd = flagged(INTENT_TO_ADD);
  if (toAdd.length > 0) git(["add", "--intent-to-add", "--force", "--", ...toAdd]);
  const mark = (option: string, paths: readonly string[]) => {
    if (paths.length > 0) git(["update-index", option, "-z", "--stdin"], `${paths.join("\0")}\0`);
  };
  mark("--assume-unchanged", flagged(ASSUME_UNCHANGED));
  mark("--skip-worktree", flagged(SKIP_WORKTREE));
}

function parseEntries(output: string): Map<string, IndexEntry[]> {
  const entries = new Map<string, IndexEntry[]>();
  const found = output.matchAll(
    /(\d{6}) ([0-9a-f]{40,64}) (\d)\t([^\0]+)\0(?: {2}[^\n]*\n)*? {2}size: \d+\tflags: ([0-9a-f]+)\n/g,
  );
  for (const [, mode = "", blob = "", stage = "", path = "", flags = ""] of found) {
    const entry = { mode, blob, stage, flags: Number.parseInt(flags, 16) };
    entries.set(path, [...(entries.get(path) ?? []), entry]);
  }
  return entries;
}

/** Editors and other agents ask git all the time, and hold the index for a moment. */
function withPatience<Result>(work: () => Result): Result {
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      if (tries === MOST_TRIES || !reasonOf(error).includes("index.lock")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Git's first line. What neither git nor the system said is a bug, or a test's crash, and goes on. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? error.stderr : undefined;
  if (typeof said === "string" && said.trim() !== "") return said.trim().split("\n", 1)[0] ?? "";
  const code = codeOf(error);
  if (code === "ENOENT") return "git was not found";
  if (code !== undefined) return code;
  if (error instanceof Error && "status" in error) return error.message;
  throw error;
}

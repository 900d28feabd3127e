import { spawn } from "node:child_process";
import { join } from "node:path";
import { statOf } from "../disk/read.ts";

export interface ChangeTime {
  /** In milliseconds; undefined for a file that is gone. */
  readonly changedAt: number | undefined;
  /** Git keeps its history, and it is not as in its last commit. */
  readonly isUncommitted: boolean;
}

const PATIENCE = 5000;
/** Neither hooks nor a watcher of the user's run because of us, and no lock of theirs is taken. */
const QUIET = ["--no-optional-locks", "-c", "core.fsmonitor=", "-c", "core.quotePath=false"];
/** Begins a line that is a time; no path can. */
const TIME = "\u0001";

/**
 * When each doc last changed: its last commit, or what the file system says of one that git does not know or
 * that differs from its commit. A clone gives all files the same time, so that git is asked first.
 */
export async function readChangeTimes(
  bank: string,
  paths: readonly string[],
): Promise<Map<string, ChangeTime>> {
  const [committed, changed] = await Promise.all([readCommits(bank, paths), readUncommitted(bank)]);
  return new Map(
    paths.map((path) => {
      const time = committed.get(path);
      const isUncommitted = time !== undefined && changed.has(path);
      const changedAt =
        time === undefined || isUncommitted ? statOf(join(bank, path))?.mtimeMs : time;
      return [path, { changedAt, isUncommitted }];
    }),
  );
}

/** One walk through the history, newest first, that ends when it has seen every doc. */
async function readCommits(bank: string, paths: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const wanted = new Set(paths);
  let time = 0;
  const args = ["log", `--format=${TIME}%ct`, "--name-only", "-z", "--no-renames", "--relative"];
  await readParts(bank, [...args, "--", "."], (part) => {
    // Git puts a line break between the time and the first name.
    for (const word of part.split("\n")) {
      if (word.startsWith(TIME)) time = Number(word.slice(1)) * 1000;
      else if (wanted.delete(word)) found.set(word, time);
    }
    return wanted.size > 0;
  });
  return found;
}

async function readUncommitted(bank: string): Promise<Set<string>> {
  const changed = new Set<string>();
  const args = ["diff", "HEAD", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative"];
  await readParts(bank, [...args, "--", "."], (part) => {
    changed.add(part);
    return true;
  });
  return changed;
}

/** Runs git until it ends or `take` has enough. No git, no repository, no commit: there are no parts. */
function readParts(
  folder: string,
  args: readonly string[],
  take: (part: string) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const git = spawn("git", [...QUIET, ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: PATIENCE,
    });
    let rest = "";
    git.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const parts = `${rest}${chunk}`.split("\0");
      rest = parts.pop() ?? "";
      if (!parts.every(take)) git.kill();
    });
    git.once("error", () => resolve());
    git.once("close", () => resolve());
  });
}

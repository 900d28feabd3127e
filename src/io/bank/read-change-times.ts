import { join } from "node:path";
import { REAL_DISK } from "../disk/disk.ts";
import { attempt, statOf } from "../disk/read.ts";

export interface ChangeTime {
  /** In milliseconds; undefined for a file that is gone. */
  readonly changedAt: number | undefined;
  /** Git keeps its history, and it is not as in its last commit. */
  readonly isUncommitted: boolean;
}

/** Begins a line that is a time; no path can. */
const TIME = "\u0001";
const NAMES = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative"];

/**
 * When each doc last changed: its last commit, or what the file system says of one that git does not know or
 * that differs from its commit. A clone gives all files the same time, so that git is asked first.
 */
export function readChangeTimes(bank: string, paths: readonly string[]): Map<string, ChangeTime> {
  const git = (...args: string[]) =>
    attempt(() => REAL_DISK.git(bank, [...args, ...NAMES, "--", "."], ""), "").split(/[\0\n]/);
  const committed = new Map<string, number>();
  let time = 0;
  // The newest first.
  for (const word of git("log", `--format=${TIME}%ct`)) {
    if (word.startsWith(TIME)) time = Number(word.slice(1)) * 1000;
    else if (!committed.has(word)) committed.set(word, time);
  }
  const changed = new Set(git("diff", "HEAD"));
  return new Map(
    paths.map((path) => {
      const time = committed.get(path);
      const isUncommitted = time !== undefined && changed.has(path);
      const isTold = time !== undefined && !isUncommitted;
      const changedAt = isTold ? time : statOf(join(bank, path))?.mtimeMs;
      return [path, { changedAt, isUncommitted }];
    }),
  );
}

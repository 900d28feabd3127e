import { execFileSync } from "node:child_process";
import {
  type Stats,
  chmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { codeOf } from "./disk-error.ts";
import { NO_LINK, withFile } from "./read.ts";

/**
 * Everything that applying a plan does to the disk goes through here, so that a test can make each call
 * fail, or be the last one before a crash.
 */
export interface Disk {
  /** Undefined where nothing is. Links are not followed. */
  lstat(path: string): Stats | undefined;
  /** Of a regular file; never through a link. */
  read(path: string): Buffer;
  makeFolder(path: string): void;
  /** A new file; one that is there is an error. */
  write(path: string, bytes: Uint8Array | string, mode?: number): void;
  /** Of a file or a folder: what was done to it outlasts a power cut. */
  sync(path: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  removeFolder(path: string): void;
  git(folder: string, args: readonly string[], input: string): string;
  isRunning(pid: number): boolean;
}

const GIT_PATIENCE = 10_000;
const MOST_OUTPUT = 256 * 1024 * 1024;

export const REAL_DISK: Disk = {
  lstat: (path) => lstatSync(path, { throwIfNoEntry: false }),
  read: (path) => withFile(path, (file) => readFileSync(file), NO_LINK),
  makeFolder: (path) => {
    mkdirSync(path);
  },
  write(path, bytes, mode) {
    writeFileSync(path, bytes, { flag: "wx" });
    if (mode !== undefined) chmodSync(path, mode & 0o7777);
  },
  sync: (path) => withFile(path, fsyncSync),
  rename: renameSync,
  unlink: unlinkSync,
  removeFolder: (path) => rmdirSync(path),
  git: (folder, args, input) =>
    execFileSync("git", args, {
      cwd: folder,
      input,
      encoding: "utf8",
      env: gitEnvironment(),
      timeout: GIT_PATIENCE,
      maxBuffer: MOST_OUTPUT,
      stdio: "pipe",
    }),
  isRunning,
};

/** Whether there is a process of this number, whoever it belongs to. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** False where the system said no. What it did not say is a bug, or a test's crash, and goes on. */
export function unlessRefused(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** In a git hook these name another repository or index than the bank's. */
const ELSEWHERE = new Set(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]);

function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !ELSEWHERE.has(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
  };
}

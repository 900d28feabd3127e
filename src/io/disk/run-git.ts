import { execFileSync } from "node:child_process";
import { attempt } from "./read.ts";

const PATIENCE = 10_000;
const MOST_OUTPUT = 256 * 1024 * 1024;
/** In a git hook these variables name another repository or index than the bank's. */
const ELSEWHERE = new Set(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]);

/** What git prints. Throws if there is no git, or if it fails. */
export function runGit(folder: string, args: readonly string[], input = ""): string {
  const kept = Object.entries(process.env).filter(([name]) => !ELSEWHERE.has(name));
  const own = { LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" };
  return execFileSync("git", args, {
    cwd: folder,
    input,
    encoding: "utf8",
    env: { ...Object.fromEntries(kept), ...own },
    timeout: PATIENCE,
    maxBuffer: MOST_OUTPUT,
    stdio: "pipe",
  });
}

/** What git prints; undefined if there is no git, or if it fails. */
export function askGit(...asked: Parameters<typeof runGit>): string | undefined {
  return attempt(() => runGit(...asked), undefined);
}

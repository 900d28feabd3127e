import { execFileSync } from "node:child_process";

const SETTINGS = [
  "user.name=Test",
  "user.email=test@example.com",
  "commit.gpgsign=false",
  "gc.auto=0",
].flatMap((setting) => ["-c", setting]);

/** Runs git whatever the machine's own settings are; `at` is the time of a commit. Gives what it prints. */
export function gitIn(root: string, args: readonly string[], at?: number): string {
  const date = at === undefined ? undefined : new Date(at).toISOString();
  const times = date && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return execFileSync("git", [...SETTINGS, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, ...times },
  });
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "../disk/read.ts";
import { REAL_DISK } from "../disk/disk.ts";

const DOC = "memory-bank/MEMORY.md";
const row = (words: string) => `| ${words} | 2026-01-01 | to see that both stay |\n`;
const withRows = (...rows: readonly string[]) =>
  `# Trial\n\n## Decision Highlights\n\n| decision | date | why |\n|---|---|---|\n${rows.join("")}`;

/** Nothing of the user's takes part: no hooks, no signatures, no templates. */
const ALONE = [
  "user.name=memory-bank",
  "user.email=memory-bank@localhost",
  "commit.gpgsign=false",
  "core.hooksPath=/dev/null",
  "core.autocrlf=false",
  "init.templateDir=",
  "gc.auto=0",
];

/**
 * Lets git merge two branches that both recorded a decision, in a repository of its own, with this driver. Undefined
 * where both are there; else why not.
 */
export function tryDriver(name: string, command: string, attributes: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "memory-bank-trial-"));
  const settings = [...ALONE, `merge.${name}.driver=${command}`].flatMap((set) => ["-c", set]);
  const git = (...args: readonly string[]) => REAL_DISK.git(folder, [...settings, ...args], "");
  const record = (message: string, ...rows: readonly string[]) => {
    writeFileSync(join(folder, DOC), withRows(row("the first"), ...rows));
    git("add", "--all");
    git("commit", "--quiet", "--no-verify", "-m", message);
  };
  try {
    mkdirSync(join(folder, "memory-bank"));
    writeFileSync(join(folder, ".gitattributes"), `${attributes}\n`);
    git("init", "--quiet");
    record("base");
    git("branch", "theirs");
    record("ours", row("ours"));
    git("checkout", "--quiet", "theirs");
    record("theirs", row("theirs"));
    attempt(() => git("merge", "--quiet", "--no-edit", "@{-1}"), "");
    const merged = readFileSync(join(folder, DOC), "utf8");
    const wanted = withRows(row("the first"), row("theirs"), row("ours"));
    return merged === wanted ? undefined : "git left a conflict";
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REAL_DISK } from "../disk/disk.ts";

const row = (words: string) => `| ${words} | 2026-01-01 | to see that both stay |\n`;
const withRows = (...rows: readonly string[]) =>
  `# Trial\n\n## Decision Highlights\n\n| decision | date | why |\n|---|---|---|\n${rows.map(row).join("")}`;

/** Has git's shell run a driver's command on two versions that both recorded a decision. Undefined where both are there; else why not. */
export function tryDriver(command: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "memory-bank-trial-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  const values: Readonly<Record<string, string>> = {
    O: write("base", withRows("the first")),
    A: write("ours", withRows("the first", "ours")),
    B: write("theirs", withRows("the first", "theirs")),
    L: "7",
    P: "MEMORY.md",
    "%": "%",
  };
  const line = command.replaceAll(/%([OABLPXY%])/g, (_, name: string) => values[name] ?? name);
  try {
    REAL_DISK.git(folder, ["-c", `alias.trial=!${line}`, "trial"], "");
    const merged = readFileSync(join(folder, "ours"), "utf8");
    const hasBoth = merged === withRows("the first", "ours", "theirs");
    return hasBoth ? undefined : "it left a conflict";
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

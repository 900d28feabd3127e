import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../disk/run-git.ts";
import { inTempFolder } from "../disk/temp-folder.ts";

const row = (words: string) => `| ${words} | 2026-01-01 | to see that both stay |\n`;
const withRows = (...rows: readonly string[]) =>
  `# Trial\n\n## Decision Highlights\n\n| decision | date | why |\n|---|---|---|\n${rows.map(row).join("")}`;

/** Has git's shell run a driver's command on two versions that both recorded a decision. Undefined where both are there; else why not. */
export function tryDriver(command: string): string | undefined {
  const files = {
    O: withRows("the first"),
    A: withRows("the first", "ours"),
    B: withRows("the first", "theirs"),
  };
  const values: Readonly<Record<string, string>> = { L: "7", P: "MEMORY.md" };
  const line = command.replaceAll(/%([A-Z%])/g, (_, name: string) => values[name] ?? name);
  return inTempFolder((folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    try {
      runGit(folder, ["-c", `alias.trial=!${line}`, "trial"]);
    } catch (error) {
      return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    }
    const merged = readFileSync(join(folder, "A"), "utf8");
    return merged === withRows("the first", "ours", "theirs") ? undefined : "it left a conflict";
  });
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitIn } from "./git.ts";
import { tempProject } from "./temp-project.ts";

export const CLASHING_DOC = "memory-bank/details/patterns.md";

/** With a route that `check --fix` would drop. */
const ENTRY = `# Tea

<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

## Current Focus

Tea.

## Routing Rules (Intent-Driven)

| when | read |
|---|---|
| pour | details/patterns.md |
| steep | details/gone.md |

<!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`;

/** A repository with a bank whose branches `main`, which is checked out, and `other` both changed a file. */
export function clashingBranches(changed = CLASHING_DOC) {
  const root = tempProject({
    "package.json": '{ "name": "tea", "scripts": { "test": "vitest" } }',
    "README.md": "# Tea\n\nSells tea.\n",
    "memory-bank/MEMORY.md": ENTRY,
    [CLASHING_DOC]: "# Patterns\n\nPour slowly.\n",
  });
  const git = (...args: string[]) => gitIn(root, args);
  const commit = (text: string) => {
    writeFileSync(join(root, changed), `# Changed\n\n${text}\n`);
    git("add", "-A");
    git("commit", "-qm", text);
  };
  git("init", "-q", "-b", "main", "--template=");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("switch", "-qc", "other");
  commit("Pour as they do.");
  git("switch", "-q", "main");
  commit("Pour as we do.");
  return { root, git };
}

/** Begins what ends in a conflict. */
export function clash(root: string, ...args: string[]): void {
  try {
    gitIn(root, args);
  } catch {
    return;
  }
  throw new Error(`git ${args.join(" ")} met no conflict`);
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLASHING_DOC, clashingBranches } from "../helpers/clashing-banks.ts";
import { cliIn } from "../helpers/run-cli.ts";

function aBranch() {
  const { root, git } = clashingBranches();
  const { run } = cliIn(root, join(root, "..", "state"), { GITHUB_BASE_REF: undefined });
  git("switch", "-qc", "feature");
  const entry = join(root, "memory-bank/MEMORY.md");
  writeFileSync(
    entry,
    readFileSync(entry, "utf8")
      .replace("Tea.\n", "- Goal: sell tea\n")
      .replace("| steep | details/gone.md |", "| brew | details/patterns.md |"),
  );
  git("commit", "-qam", "routes");
  writeFileSync(join(root, CLASHING_DOC), "# Changed\n\nPour as we all do.\n");
  return { root, git, run };
}

describe("memory-bank diff", () => {
  it("tells what the branch changed since it left the default one, committed or not", () => {
    const { run } = aBranch();
    const { status, stdout, stderr } = run("diff");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(`memory-bank/MEMORY.md: changed (+2 -2)
  ~ Current Focus (+1 -1)
  ~ Routing Rules (Intent-Driven) (+1 -1)

memory-bank/details/patterns.md: changed (+1 -1)
  ~ under no heading (+1 -1)

Docs since main: 2 changed
`);
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

function project() {
  const root = tempProject({
    "memory-bank/MEMORY.md": "# Memory\n",
    "memory-bank/details/patterns.md": "- be kind\n",
    "memory-bank/details/progress.md": "# Progress\n",
    "package.json": "{}\n",
    "state/": "",
  });
  const cli = cliIn(root, join(root, "state"), { MEMORY_BANK_GUARD_MODE: "block" });
  const run = (...args: string[]) => cli.run("explain", ...args);
  const decide = (...args: string[]) =>
    (JSON.parse(run(...args, "--json").stdout) as { decision: object }).decision;
  return { folder: cli.folder, run, decide };
}

describe("a call", () => {
  it("is judged as the host would, before anything was read", () => {
    const { decide } = project();
    expect(decide("--edit", "package.json")).toMatchObject({
      kind: "refuse",
      rule: "read-before-write",
    });
    expect(decide("--edit", "src/a.ts")).toEqual({ kind: "allow" });
    expect(decide("--edit", "memory-bank/a.txt")).toMatchObject({ rule: "guard-memory-files" });
    expect(decide("--bash", "cat package.json")).toEqual({ kind: "allow" });
    expect(decide("--bash", "rm -rf memory-bank")).toMatchObject({ rule: "guard-memory-files" });
  });

  it("is shown with each rule that was asked, what it said, and the message", () => {
    const { status, stdout } = project().run("--edit", "package.json", "src/a.ts");
    expect(status).toBe(0);
    expect(stdout).toBe(`Call       writes package.json (change)
           writes src/a.ts (change)
Risk       high: package.json is a sensitive file
Guard mode block

pass    recover-after-compaction  not in recovery
refuse  read-before-write         package.json is a sensitive file, and the project's conventions were not read in this turn

Decision: refuse (rule: read-before-write)

[Memory Bank] Not written: package.json is a sensitive file, and the project's conventions were not read in this turn.
Next: read({ filePath: "memory-bank/details/patterns.md" }) to its end, then repeat this call. (rule: read-before-write)
`);
  });
});

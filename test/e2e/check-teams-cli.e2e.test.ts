/** `memory-bank check` as build servers and reviewers call it: formats, one branch's docs, every bank. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultyBank } from "../helpers/faulty-bank.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { gitIn } from "../helpers/git.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const at = (root: string) =>
  cliIn(root, join(root, "..", "state"), { GITHUB_BASE_REF: undefined }).run;

interface Report {
  readonly findings: readonly Record<string, unknown>[];
  readonly counts: Readonly<Record<string, number>>;
}

describe("--format", () => {
  const root = () => faultyBank("en");

  it.each([
    ["--format", "sarif", "--json"],
    ["--format", "sarif", "--fix", "--yes"],
    ["--all", "--fix", "--dry-run"],
    ["--changed=nope"],
  ])("says in a line what does not go: %s %s", (...args) => {
    const { status, stdout, stderr } = at(root())("check", ...args);
    expect({ status, stdout: args.includes("--json") ? "" : stdout }).toEqual({
      status: 2,
      stdout: "",
    });
    expect(stderr).toMatch(/^memory-bank check: /);
  });
});

/** A work tree with three banks and a folder that only looks like one. */
function aMonorepo(): string {
  const entry = (name: string) =>
    `# ${name}\n\n<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n\n## Current Focus\n\n- Goal: ${name}\n\nLast updated: 2026-11-01\n\n## Routing Rules (Intent-Driven)\n\n| when | read |\n|---|---|\n| a | details/gone.md |\n\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`;
  const root = tempProject({
    "memory-bank/MEMORY.md": entry("root"),
    "packages/api/memory-bank/MEMORY.md": entry("api"),
    "packages/api/src/": "",
    "packages/web/docs/memory-bank/MEMORY.md": entry("web"),
    "node_modules/x/memory-bank/MEMORY.md": entry("x"),
    "other/memory-bank/readme.txt": "no bank\n",
  });
  gitIn(root, ["init", "-q", "-b", "main", "--template="]);
  gitIn(root, ["add", "-A"]);
  gitIn(root, ["commit", "-qm", "base"]);
  return root;
}
const BANKS = ["memory-bank", "packages/api/memory-bank", "packages/web/docs/memory-bank"];

describe("several banks in a work tree", () => {
  it("check --all looks at each, from wherever it is called", () => {
    const root = aMonorepo();
    const folder = join(root, "packages/api/src");
    const { status, stdout: json } = at(root)("check", folder, "--all", "--json");
    const { banks, counts } = JSON.parse(json) as { banks: { bank: string }[] } & Report;
    expect(status).toBe(1);
    expect(banks.map(({ bank }) => bank)).toEqual(BANKS.map((bank) => join(root, bank)));
    expect(counts["error"]).toBe(3);
    const { stdout } = at(root)("check", "--all");
    for (const bank of BANKS)
      expect(stdout).toContain(`${bank}/MEMORY.md:16:7 error the route leads`);
    expect(stdout).toMatch(/\n3 errors, 0 warnings, \d+ notes in 3 docs\.\n$/);
  });
});

describe("--changed", () => {
  it("leaves out what was wrong before the branch", () => {
    const root = aMonorepo();
    gitIn(root, ["switch", "-qc", "branch"]);
    const run = at(root);
    expect(run("check", "--changed").stdout).toContain("No findings in 0 docs.");
    expect(run("check", "--changed").status).toBe(0);
    writeFiles(root, [["packages/api/memory-bank/details/new.md", "# New\n\n[x](gone.md)\n"]]);
    const { status, stdout } = run("check", "--all", "--changed", "--json");
    const { banks, since } = JSON.parse(stdout) as {
      banks: { findings: { path: string; rule: string }[] }[];
      since: { ref: string };
    };
    expect(status).toBe(1);
    expect(since.ref).toBe("main");
    const found = banks.map(({ findings }) => findings.map(({ path }) => path));
    expect([...new Set(found.flat())]).toEqual(["details/new.md"]);
    expect(found.map(({ length }) => length > 0)).toEqual([false, true, false]);
  });
});

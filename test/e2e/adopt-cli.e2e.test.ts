import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { treeOf } from "../helpers/plans.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const BANK = {
  "memory-bank/projectbrief.md": "# Brief\n\nTea times pots in kitchens, for cooks.\n",
  "memory-bank/activeContext.md": "# Active\n\n## Current Focus\n\nRing twice.\n",
  "memory-bank/systemPatterns.md": "# Patterns\n\nOne pot, one file.\n",
};

function project(files: Readonly<Record<string, string>> = BANK) {
  const root = tempProject({ "package.json": '{ "name": "tea" }', ...files });
  const home = tempProject({ "state/": "", "home/": "" });
  return { root, ...cliIn(root, join(home, "state"), { HOME: join(home, "home") }) };
}

it("says plainly what adopting would do, until it is done", () => {
  const { run } = project();
  const { stdout } = run("status");
  expect(stdout).toMatch(/^Docs +3 docs, [^]*^Layout +Cline$/m);
  expect(stdout).toMatch(
    /^Refresh +would adopt the bank \(add MEMORY\.md, .* change nothing else\)/m,
  );
  expect(run("check").stdout).toContain("run `memory-bank refresh`: it makes the entry");
  expect(run("refresh", "--yes")).toMatchObject({ status: 0, stderr: "" });
  expect(run("status").stdout).toMatch(/^Refresh +nothing to do$/m);
});

it("takes in an entry of somebody else's, and restore brings the old one back", () => {
  const theirs = "# Ours\r\n\r\nAll we know.\r\n";
  const { root, run } = project({ ...BANK, "memory-bank/MEMORY.md": theirs });
  const before = treeOf(root);
  const { stdout } = run("refresh", "--yes");
  const taken = String(treeOf(root)["memory-bank/MEMORY.md"]);
  expect(taken).toContain(theirs.trimEnd());
  expect(taken).toContain("See [activeContext.md](activeContext.md)\r\n");
  const [, id = ""] = /memory-bank restore (\S+)/.exec(stdout) ?? [];
  expect(run("restore", id, "--yes")).toMatchObject({ status: 0 });
  expect(treeOf(root)).toEqual(before);
});

it("makes the bank in the folder that a setting names, where every command finds it", () => {
  const { root, run } = project({ "README.md": "# Tea\n\nSells tea to people.\n" });
  const made = run("refresh", "--bank", "notes/for/agents", "--yes");
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(root, "notes/for/agents/MEMORY.md"), "utf8")).toContain("tea");
  expect(existsSync(join(root, "memory-bank"))).toBe(false);
  const of = (env: object) => cliIn(root, join(root, "..", "state"), { ...env });
  expect(of({}).run("check").status).toBe(2);
  const { run: named } = of({ MEMORY_BANK_DIR: "notes/for/agents" });
  expect(named("check")).toMatchObject({ status: 0 });
  expect(named("refresh").stdout).toContain("nothing to do");
  expect(named("status").stdout).toContain(join(root, "notes/for/agents"));
});

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

it("says plainly what adopting would do, in status and when it is installed, until it is done", () => {
  const { run } = project();
  const line = "Cline's layout, 3 docs; refresh would add MEMORY.md and change nothing else";
  expect(run("status").stdout).toContain(line);
  expect(run("install", "--dry-run").stdout).toContain(`! memory-bank/: ${line}`);
  expect(run("check").stdout).toContain("run `memory-bank refresh`: it makes the entry");
  expect(run("refresh", "--yes")).toMatchObject({ status: 0, stderr: "" });
  expect(run("install", "--dry-run").stdout).not.toContain("layout");
});

it("takes in an entry of somebody else's, and restore brings the old one back", () => {
  const theirs = "# Ours\r\n\r\nAll we know.\r\n";
  const { root, run } = project({ ...BANK, "memory-bank/MEMORY.md": theirs });
  expect(run("status").stdout).toContain("take MEMORY.md in as it is and change nothing else");
  const before = treeOf(root);
  const { stdout } = run("refresh", "--yes");
  const taken = String(treeOf(root)["memory-bank/MEMORY.md"]);
  expect(taken).toContain(theirs.trimEnd());
  expect(taken).toContain("See [activeContext.md](activeContext.md)\r\n");
  const [, id = ""] = /memory-bank restore (\S+)/.exec(stdout) ?? [];
  expect(run("restore", id, "--yes")).toMatchObject({ status: 0 });
  expect(treeOf(root)).toEqual(before);
});

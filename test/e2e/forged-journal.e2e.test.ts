import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliIn } from "../helpers/run-cli.ts";
import { forgedJournal, treeOf } from "../helpers/plans.ts";
import { tempProject } from "../helpers/temp-project.ts";

const OWNED = "# Owned\n";

/** A bank of our own making, and a journal that somebody has checked in with it. */
function attacked() {
  const root = tempProject({ "package.json": '{ "name": "shop", "dependencies": {} }\n' });
  const { run } = cliIn(root, tempProject());
  expect(run("refresh", "--yes").status).toBe(0);
  const bank = join(root, "memory-bank");
  const docs = treeOf(bank);
  const textOf = (path: string) => docs[path]?.slice(4) ?? "";
  const staging = join(bank, ".memory-bank-apply");
  mkdirSync(join(staging, "new"), { recursive: true });
  writeFileSync(join(staging, "new/0"), OWNED);
  writeFileSync(
    join(staging, "journal.json"),
    forgedJournal(textOf("MEMORY.md"), OWNED, { "details/tech.md": textOf("details/tech.md") }),
  );
  return { root, run, staging };
}

describe("a journal that came with the project", () => {
  it("is applied by no command, and named by each that looks at the bank", () => {
    const { root, run, staging } = attacked();
    const before = treeOf(root);
    for (const command of [
      ["status"],
      ["check"],
      ["check", "--fix", "--yes"],
      ["refresh", "--dry-run"],
      ["refresh", "--yes"],
      ["explain", "--write", "src/a.ts"],
      ["doctor"],
    ]) {
      const { stdout, stderr } = run(...command);
      const said = (stdout + stderr).replaceAll(/\s+/g, " ");
      expect([command, said]).toEqual([command, expect.stringContaining(staging)]);
      expect(said).toContain("is not of a plan that memory-bank began");
      expect(said).toContain("then remove it");
      expect(treeOf(root)).toEqual(before);
    }
    for (const command of [["restore"], ["explain", "--last"]]) {
      run(...command);
      expect(treeOf(root)).toEqual(before);
    }
  });

  it("keeps refresh from changing anything until it is gone", () => {
    const { root, run } = attacked();
    writeFileSync(join(root, "package.json"), '{ "name": "shop", "scripts": { "test": "x" } }\n');
    const before = treeOf(root);
    const { status, stderr } = run("refresh", "--yes");
    expect(status).toBe(2);
    expect(stderr).toContain("is not of a plan");
    expect(treeOf(root)).toEqual(before);
  });
});

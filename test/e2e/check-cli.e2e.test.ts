import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultyBank } from "../helpers/faulty-bank.ts";
import { treeOf } from "../helpers/plans.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

function run(dir: string, ...args: string[]) {
  const env = { XDG_STATE_HOME: join(dir, "..", "state"), MEMORY_BANK_LANG: undefined };
  return runCli(["check", ...args], { cwd: existsSync(dir) ? dir : "/", env });
}

/** A bank as refresh makes it. */
function madeBank(): string {
  const root = tempProject({
    "package.json": '{ "name": "tea", "scripts": { "test": "vitest" } }',
    "README.md": "# Tea\n\nSells tea.\n",
    ".editorconfig": "[*]\nindent_style = tab\n",
  });
  runCli(["refresh", root, "--yes"], { env: { XDG_STATE_HOME: join(root, "state") } });
  return root;
}

describe("memory-bank check", () => {
  it("is content with a bank that refresh has made, and changes nothing", () => {
    const root = madeBank();
    const before = treeOf(root);
    expect(run(root)).toEqual({ status: 0, stdout: "No findings in 4 docs.\n", stderr: "" });
    expect(treeOf(root)).toEqual(before);
  });

  it("is a finding where the team's settings name what is none", () => {
    const root = madeBank();
    writeFileSync(join(root, "memory-bank.json"), '{ "gaurdMode": "block" }\n');
    const { status, stdout, stderr } = run(root);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "No findings in 4 docs.\n" });
    expect(stderr).toContain("gaurdMode");
  });

  it("tells place, level, message, rule and what to do, by file", () => {
    const root = faultyBank("en");
    const { status, stdout, stderr } = run(root);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toContain(
      "memory-bank/MEMORY.md:49:38 error the route leads to details/gone.md, which does not exist (dead-routes)\n    fix: ",
    );
    expect(stdout).toMatch(/\n\nmemory-bank\/details\/allowed\.md:10:\d+ note /);
    expect(stdout.trim().split("\n").at(-1)).toMatch(
      /^\d+ errors, \d+ warnings, \d+ notes in \d+ docs\.$/,
    );
  });

  it("says in one line what is wrong with bad input, and exits 2", () => {
    const none = run(tempProject());
    expect(none.status).toBe(2);
    expect(none.stderr).toContain("memory-bank refresh");
    expect(JSON.parse(run(tempProject(), "--json").stdout)).toEqual({
      error: expect.any(String) as string,
    });
    expect(run(tempProject(), "not-there").status).toBe(2);
  });
});

describe("memory-bank check --fix", () => {
  it("runs refresh first, says what remains, and has nothing to do then", () => {
    const root = faultyBank("en");
    const before = treeOf(root);
    const dry = run(root, "--fix", "--dry-run");
    expect(dry.stdout).toContain("Upgrade the entry");
    expect(treeOf(root)).toEqual(before);
    expect(run(root, "--fix").stderr).toContain("--yes");
    expect(treeOf(root)).toEqual(before);

    const done = run(root, "--fix", "--yes");
    expect(done.status).toBe(1);
    expect(done.stdout).toContain("[Memory Bank written]");
    // An upgrade changes the entry alone.
    expect(run(root, "--fix", "--yes").stdout).not.toContain("(index-rows)");
    const after = treeOf(root);
    const again = run(root, "--fix", "--yes");
    expect(again.stdout).toContain("nothing to do");
    expect(treeOf(root)).toEqual(after);
  });
});

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { installClaudeCode, installCodex } from "../../scripts/beside.mjs";
import { tempProject } from "../helpers/temp-project.ts";
import { REPO_ROOT } from "./kit/host-home.ts";

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: REPO_ROOT,
    encoding: "utf8",
    timeout: 270_000,
    // The demo leaves its project behind for people to look at.
    env: { ...process.env, TMPDIR: tempProject() },
  });

test("npm start says what its recording says, and the pictures show that", () => {
  for (const name of ["demo", "terminal"])
    expect(run(`scripts/record-${name}.mjs`, "--check")).toMatchObject({ status: 0, stderr: "" });
});

for (const [host, title, install] of [
  ["claude-code", "The real Claude Code", installClaudeCode],
  ["codex", "The real Codex", installCodex],
] as const)
  test.skipIf(install().whyNot !== undefined)(`npm start -- --host ${host} plays its story`, () => {
    const { status, stdout, stderr } = run("build/demo.js", "--host", host);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(title);
    expect(stdout).toContain("(rule: recover-after-compaction)");
    expect(stdout).toContain("git diff: package.json changed, and nothing in memory-bank/ did");
  });

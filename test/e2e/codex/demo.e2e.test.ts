import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { tempProject } from "../../helpers/temp-project.ts";
import { REPO_ROOT } from "../kit/host-home.ts";
import { describeCodex } from "./use-codex.ts";

describeCodex("npm start -- --host codex", () => {
  test("plays the story to its end", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["build/demo.js", "--host", "codex"],
      // The demo leaves its project behind for people to look at.
      { cwd: REPO_ROOT, encoding: "utf8", env: { ...process.env, TMPDIR: tempProject() } },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("The real Codex");
    expect(stdout).toContain("(rule: recover-after-compaction)");
    expect(stdout).toContain("git diff: package.json changed, and nothing in memory-bank/ did");
  });
});

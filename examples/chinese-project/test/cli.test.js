import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/cli.js", ...args], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("排出示例的值班表", () => {
  const { status, stdout } = run("data/team.json", "2026-10-01", "14");
  assert.equal(status, 0);
  const lines = stdout.trim().split("\n");
  assert.equal(lines.length, 14);
  assert.equal(lines[0], "2026-10-01  休息日  林晓");
  assert.match(lines[9] ?? "", /^2026-10-10 {2}工作日 {2}(?!陈默)/);
});

it("用法有误时以 2 结束，只说一行", () => {
  for (const args of [
    [],
    ["data/team.json", "2026-10-1", "7"],
    ["data/team.json", "2026-10-01", "0"],
    ["data/team.json", "2026-10-01", "400"],
    ["missing.json", "2026-10-01", "7"],
    ["README.md", "2026-10-01", "7"],
  ]) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.equal(stderr.trim().split("\n").length, 1);
  }
});

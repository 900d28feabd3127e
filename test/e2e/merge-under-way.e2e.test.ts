/** What a person sees of a merge that is under way, through what is built. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLASHING_DOC, clash, clashingBranches } from "../helpers/clashing-banks.ts";
import { treeOf } from "../helpers/plans.ts";
import { cliIn } from "../helpers/run-cli.ts";

test("refresh and check --fix change nothing until it is settled, and say what to do", () => {
  const { root, git } = clashingBranches();
  const { run } = cliIn(root, join(root, "..", "state"));
  clash(root, "merge", "other");
  const before = treeOf(join(root, "memory-bank"));
  expect(run("refresh", "--dry-run").status).toBe(0);
  const refused = run("refresh", "--yes");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toBe(
    `memory-bank refresh: ${CLASHING_DOC} holds a merge that is not settled: no plan is applied meanwhile. Finish it (see git status), then plan again\n`,
  );
  expect(run("refresh")).toEqual(refused);
  expect(run("check", "--fix", "--yes", "--lang", "zh")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("合并尚未完成") as string,
  });
  expect(treeOf(join(root, "memory-bank"))).toEqual(before);
  expect(run("check").stdout).toContain(`${CLASHING_DOC}:3:1 error a merge left this conflict`);

  writeFileSync(join(root, CLASHING_DOC), "# Patterns\n\nPour.\n");
  expect(run("check").stdout).toContain(`${CLASHING_DOC}:1 error git has not merged this doc yet`);
  git("add", "-A");
  expect(run("check").stdout).not.toContain("merge");
  expect(run("refresh", "--yes").status).toBe(0);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clash, clashingBranches } from "../../../test/helpers/clashing-banks.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readMerge } from "./read-merge.ts";

const DOC = "details/patterns.md";

describe("a merge that is under way", () => {
  it.each([
    ["merge", ["merge", "other"]],
    ["rebase", ["rebase", "other"]],
    ["rebase", ["rebase", "--apply", "other"]],
    ["cherry-pick", ["cherry-pick", "other"]],
    ["revert", ["revert", "--no-edit", "HEAD"]],
  ] as const)("is told where it leaves a doc unmerged: %s", (operation, command) => {
    const { root, git } = clashingBranches();
    const bank = join(root, "memory-bank");
    if (operation === "revert") {
      writeFileSync(join(bank, DOC), "later\n");
      git("commit", "-qam", "later");
      clash(root, "revert", "--no-edit", "HEAD~");
    } else clash(root, ...command);
    expect(readMerge(bank)).toEqual({ operation, docs: [DOC] });
    git("add", "-A");
    expect(readMerge(bank)).toBeUndefined();
  });

  it("is nobody's business in a bank that it does not touch", () => {
    const { root, git } = clashingBranches("README.md");
    clash(root, "rebase", "other");
    expect(git("status")).toContain("rebase in progress");
    expect(readMerge(join(root, "memory-bank"))).toBeUndefined();
  });

  it("is that of the work tree that the bank is in", () => {
    const { root, git } = clashingBranches();
    const linked = join(root, "linked");
    git("worktree", "add", "-q", linked, "-b", "third");
    clash(linked, "merge", "other");
    expect(readMerge(join(root, "memory-bank"))).toBeUndefined();
    expect(readMerge(join(linked, "memory-bank"))).toEqual({
      operation: "merge",
      docs: [DOC],
    });
  });
});

it("without git there is none", () => {
  expect(readMerge(join(tempProject({ "memory-bank/a.md": "a" }), "memory-bank"))).toBeUndefined();
});

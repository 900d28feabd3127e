import { join } from "node:path";
import { expect, it } from "vitest";
import { clash, clashingBranches } from "../../../test/helpers/clashing-banks.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { unmergedDocs } from "./unmerged-docs.ts";

const DOC = "details/patterns.md";

it.each([["merge"], ["rebase"], ["cherry-pick"]])(
  "a doc that a %s leaves unmerged is told until it is settled",
  (command) => {
    const { root, git } = clashingBranches();
    const bank = join(root, "memory-bank");
    clash(root, command, "other");
    expect(unmergedDocs(bank)).toEqual([DOC]);
    git("add", "-A");
    expect(unmergedDocs(bank)).toEqual([]);
  },
);

it("a merge elsewhere is nobody's business, nor is one of another work tree", () => {
  const { root, git } = clashingBranches("README.md");
  clash(root, "rebase", "other");
  expect(git("status")).toContain("rebase in progress");
  expect(unmergedDocs(join(root, "memory-bank"))).toEqual([]);
  const other = clashingBranches();
  const linked = join(other.root, "linked");
  other.git("worktree", "add", "-q", linked, "-b", "third");
  clash(linked, "merge", "other");
  expect(unmergedDocs(join(other.root, "memory-bank"))).toEqual([]);
  expect(unmergedDocs(join(linked, "memory-bank"))).toEqual([DOC]);
});

it("without git there is none", () => {
  const root = tempProject({ "memory-bank/a.md": "a" });
  expect(unmergedDocs(join(root, "memory-bank"))).toEqual([]);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/helpers/git.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readMerge } from "./read-merge.ts";

const BASE = { "memory-bank/details/a.md": "base\n", "src/b.txt": "base\n" };

/** A repository whose branches `main` and `other` have both changed a file. */
function aRepository(changed: keyof typeof BASE) {
  const root = tempProject(BASE);
  const git = (...args: string[]) => gitIn(root, args);
  const commit = (text: string) => {
    writeFileSync(join(root, changed), `${text}\n`);
    git("add", "-A");
    git("commit", "-qm", text);
  };
  git("init", "-q", "-b", "main", "--template=");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("switch", "-qc", "other");
  commit("theirs");
  git("switch", "-q", "main");
  commit("ours");
  const clash = (...args: string[]) => expect(() => git(...args)).toThrow();
  return { root, bank: join(root, "memory-bank"), git, clash };
}

describe("a merge that is under way", () => {
  it.each([
    ["merge", ["merge", "other"]],
    ["rebase", ["rebase", "other"]],
    ["rebase", ["rebase", "--apply", "other"]],
    ["cherry-pick", ["cherry-pick", "other"]],
    ["revert", ["revert", "--no-edit", "HEAD"]],
  ] as const)("is told where it leaves a doc unmerged: %s", (operation, command) => {
    const { bank, git, clash } = aRepository("memory-bank/details/a.md");
    if (operation === "revert") {
      writeFileSync(join(bank, "details/a.md"), "later\n");
      git("commit", "-qam", "later");
      clash("revert", "--no-edit", "HEAD~");
    } else clash(...command);
    expect(readMerge(bank)).toEqual({ operation, docs: ["details/a.md"] });
    git("add", "-A");
    expect(readMerge(bank)).toBeUndefined();
  });

  it("is nobody's business in a bank that it does not touch", () => {
    const { bank, git, clash } = aRepository("src/b.txt");
    clash("rebase", "other");
    expect(git("status")).toContain("rebase in progress");
    expect(readMerge(bank)).toBeUndefined();
  });

  it("is that of the work tree that the bank is in", () => {
    const { root, bank, git } = aRepository("memory-bank/details/a.md");
    const linked = join(root, "linked");
    git("worktree", "add", "-q", linked, "-b", "third");
    expect(() => gitIn(linked, ["merge", "other"])).toThrow();
    expect(readMerge(bank)).toBeUndefined();
    expect(readMerge(join(linked, "memory-bank"))).toEqual({
      operation: "merge",
      docs: ["details/a.md"],
    });
  });
});

it("without git there is none", () => {
  expect(readMerge(join(tempProject(BASE), "memory-bank"))).toBeUndefined();
});

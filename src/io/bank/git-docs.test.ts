import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/helpers/git.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { findBase, listBranchDocs, readBranchDoc } from "./git-docs.ts";

function aRepository() {
  const root = tempProject({
    "memory-bank/a.md": "a\n",
    "memory-bank/b.md": "b\n",
    "memory-bank/long.md": "one\ntwo\nthree\nfour\nfive\n",
    "memory-bank/data.json": "{}",
    "src/x.md": "x\n",
  });
  const git = (...args: string[]) => gitIn(root, args);
  git("init", "-q", "-b", "main", "--template=");
  git("add", "-A");
  git("commit", "-qm", "base");
  const commit = git("rev-parse", "HEAD").trim();
  git("switch", "-qc", "branch");
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  return { root, bank: join(root, "memory-bank"), git, commit, write };
}

describe("what a branch changed", () => {
  it("is what its commits did, and what is not committed yet", () => {
    const { root, bank, git, commit, write } = aRepository();
    write("memory-bank/a.md", "a2\n");
    write("src/x.md", "x2\n");
    write("memory-bank/data.json", "[]");
    git("mv", "memory-bank/long.md", "memory-bank/longer.md");
    git("commit", "-qam", "one");
    write("memory-bank/新 doc.md", "new\n");
    rmSync(join(bank, "b.md"));
    // What came to the other branch meanwhile is not this one's.
    git("stash", "-uq");
    git("switch", "-q", "main");
    write("memory-bank/theirs.md", "theirs\n");
    git("add", "-A");
    git("commit", "-qm", "theirs");
    git("switch", "-q", "branch");
    git("stash", "pop", "-q");

    const found = findBase(root, undefined);
    expect(found).toEqual({ ref: "main", commit });
    const base = { ref: "main", commit };
    const docs = listBranchDocs({ root, bank }, base);
    expect(docs).toEqual([
      { path: "a.md", from: "a.md" },
      { path: "b.md", from: "b.md" },
      { path: "longer.md", from: "long.md" },
      { path: "新 doc.md", from: "新 doc.md" },
    ]);
    expect(docs.map((doc) => readBranchDoc({ root, bank }, base, doc))).toEqual([
      { before: "a\n", after: "a2\n" },
      { before: "b\n", after: undefined },
      {
        before: "one\ntwo\nthree\nfour\nfive\n",
        after: "one\ntwo\nthree\nfour\nfive\n",
      },
      { before: undefined, after: "new\n" },
    ]);
  });
});

describe("the branch that it is compared with", () => {
  it("is the one that is asked for, here or at the origin", () => {
    const { root, git, commit } = aRepository();
    git("update-ref", "refs/remotes/origin/release", commit);
    expect(findBase(root, "main")).toMatchObject({ ref: "main" });
    expect(findBase(root, "release")).toMatchObject({ ref: "origin/release" });
    expect(findBase(root, "nope")).toMatchObject({
      en: expect.stringContaining("git knows no nope"),
    });
    expect(findBase(root, "--all")).toMatchObject({
      en: expect.stringContaining("git knows no --all"),
    });
  });

  it("is the origin's default branch before one that is called main", () => {
    const { root, git, commit } = aRepository();
    git("update-ref", "refs/remotes/origin/trunk", commit);
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
    expect(findBase(root, undefined)).toMatchObject({ ref: "origin/trunk" });
  });

  it("is said to be unknown where it is, with the reason", () => {
    expect(findBase(tempProject(), undefined)).toMatchObject({
      en: expect.stringContaining("is not in a git repository"),
    });
    const { root, git } = aRepository();
    git("switch", "-q", "--orphan", "alone");
    git("commit", "-q", "--allow-empty", "-m", "alone");
    expect(findBase(root, "main")).toMatchObject({
      en: expect.stringContaining("no commit that this branch and main share"),
    });
    git("branch", "-qD", "main", "branch");
    expect(findBase(root, undefined)).toMatchObject({
      en: expect.stringContaining("no default branch"),
    });
  });
});

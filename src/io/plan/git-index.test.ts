import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/helpers/git.ts";
import { placeIn, planOn } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { applyPlan } from "./apply-plan.ts";
import { REAL_DISK } from "../disk/disk.ts";

const ODD = "a b\n中'\"*.md";

/** A repository whose bank has docs in all states that git knows. */
function aRepository() {
  const root = tempProject({
    "memory-bank/clean.md": "clean\n",
    "memory-bank/modified.md": "modified\n",
    "memory-bank/staged.md": "staged\n",
    "memory-bank/both.md": "both\n",
    "memory-bank/assumed.md": "assumed\n",
    "memory-bank/script.md": "script\n",
    [`memory-bank/${ODD}`]: "odd\n",
    "other.txt": "other\n",
    ".gitignore": "ignored.md\n",
  });
  const git = (...args: string[]) => gitIn(root, args);
  const write = (name: string, text: string) =>
    writeFileSync(join(root, "memory-bank", name), text);
  git("init", "-q", "--template=");
  chmodSync(join(root, "memory-bank/script.md"), 0o755);
  git("add", "-A");
  git("commit", "-qm", "first");
  write("modified.md", "not staged\n");
  write("staged.md", "now staged\n");
  write("both.md", "first staged\n");
  git("add", "memory-bank/staged.md", "memory-bank/both.md");
  write("both.md", "then changed\n");
  write("added.md", "added\n");
  git("add", "memory-bank/added.md");
  write("announced.md", "announced\n");
  git("add", "--intent-to-add", "memory-bank/announced.md");
  write("untracked.md", "untracked\n");
  write("ignored.md", "ignored\n");
  git("update-index", "--assume-unchanged", "memory-bank/assumed.md");
  writeFileSync(join(root, "other.txt"), "other, changed\n");
  return root;
}

const TRACKED = [
  "clean.md",
  "modified.md",
  "staged.md",
  "both.md",
  "assumed.md",
  "script.md",
  ODD,
  "added.md",
  "announced.md",
];

/** All that git says of its index and of the files beside it. */
function statusOf(root: string) {
  return {
    status: gitIn(root, ["status", "--porcelain=v2"]),
    entries: gitIn(root, ["ls-files", "-s", "-v"]),
    staged: gitIn(root, ["diff", "--cached"]),
    unstaged: gitIn(root, ["diff"]),
  };
}

function copyOf(root: string): string {
  const copy = tempProject();
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

type Operations = Parameters<typeof planOn>[1];

/** Gives the notes. */
function apply(root: string, operations: Operations, disk = REAL_DISK) {
  const state = tempProject();
  const plan = planOn(placeIn(root).bank, operations);
  return applyPlan(placeIn(root), plan, { stateFolder: () => state, disk }).notes;
}

const MOVE: Operations = (on) => [on.move("clean.md", "details/clean.md")];

describe("the index of git", () => {
  it("is what git mv makes of it, whatever state the docs are in", () => {
    const root = aRepository();
    const copy = copyOf(root);
    mkdirSync(join(copy, "memory-bank/details"));
    for (const name of TRACKED)
      gitIn(copy, ["mv", `memory-bank/${name}`, `memory-bank/details/${name}`]);
    for (const name of ["untracked.md", "ignored.md"])
      REAL_DISK.rename(join(copy, "memory-bank", name), join(copy, "memory-bank/details", name));

    const all = [...TRACKED, "untracked.md", "ignored.md"];
    expect(apply(root, (on) => all.map((name) => on.move(name, `details/${name}`)))).toEqual([]);
    expect(statusOf(root)).toEqual(statusOf(copy));
    const both = readFileSync(join(root, "memory-bank/details/both.md"), "utf8");
    expect(both).toBe("then changed\n");
  });

  it("is what git rm makes of it", () => {
    const root = aRepository();
    const copy = copyOf(root);
    for (const name of TRACKED)
      gitIn(copy, ["--literal-pathspecs", "rm", "-qf", `memory-bank/${name}`]);
    REAL_DISK.unlink(join(copy, "memory-bank/untracked.md"));
    expect(apply(root, (on) => [...TRACKED, "untracked.md"].map(on.remove))).toEqual([]);
    expect(statusOf(root)).toEqual(statusOf(copy));
  });

  it("has neither what a plan makes nor what it changes", () => {
    const root = aRepository();
    const entries = gitIn(root, ["ls-files", "-s"]);
    apply(root, (on) => [on.create("new.md", "new\n"), on.edit("clean.md", "edited\n")]);
    expect(gitIn(root, ["ls-files", "-s"])).toBe(entries);
  });

  it("gets a doc that is moved and edited with its old text, as after git mv and an edit", () => {
    const root = aRepository();
    apply(root, (on) => [on.move("clean.md", "details/clean.md", "edited\n")]);
    expect(gitIn(root, ["show", ":memory-bank/details/clean.md"])).toBe("clean\n");
    expect(gitIn(root, ["diff", "--name-only", "--", "memory-bank/details"])).toBe(
      "memory-bank/details/clean.md\n",
    );
  });

  it("is updated without hooks", () => {
    const root = aRepository();
    mkdirSync(join(root, ".git/hooks"));
    writeFileSync(join(root, ".git/hooks/post-index-change"), `#!/bin/sh\ntouch ${root}/hooked\n`);
    chmodSync(join(root, ".git/hooks/post-index-change"), 0o755);
    apply(root, MOVE);
    expect(REAL_DISK.lstat(join(root, "hooked"))).toBeUndefined();
    expect(gitIn(root, ["ls-files"])).toContain("memory-bank/details/clean.md");
  });

  it("of the repository that the bank is in, not of the one in the environment", () => {
    const root = aRepository();
    const other = aRepository();
    const entries = gitIn(other, ["ls-files", "-s"]);
    process.env["GIT_DIR"] = join(other, ".git");
    try {
      apply(root, MOVE);
    } finally {
      delete process.env["GIT_DIR"];
    }
    expect(gitIn(other, ["ls-files", "-s"])).toBe(entries);
    expect(gitIn(root, ["ls-files"])).toContain("memory-bank/details/clean.md");
  });

  it("of a work tree that is linked, and of a bank that is a link", () => {
    const root = aRepository();
    const linked = join(tempProject(), "linked");
    gitIn(root, ["worktree", "add", "-q", linked, "HEAD"]);
    REAL_DISK.rename(join(linked, "memory-bank"), join(linked, "docs"));
    gitIn(linked, ["add", "-A"]);
    symlinkSync("docs", join(linked, "memory-bank"));
    expect(apply(linked, MOVE)).toEqual([]);
    expect(gitIn(linked, ["ls-files", "docs"])).toContain("docs/details/clean.md\n");
    expect(gitIn(linked, ["ls-files", "docs"])).not.toContain("docs/clean.md\n");
  });
});

describe("git that does not do it", () => {
  const move = (root: string, disk = REAL_DISK) => {
    const { bank } = placeIn(root);
    const notes = apply(root, MOVE, disk);
    expect(readFileSync(join(bank, "details/clean.md"), "utf8")).toBe("clean\n");
    expect(REAL_DISK.list(bank)).not.toContain(".memory-bank-apply");
    return notes;
  };

  it("because its index is locked: the docs are in place, and it is said", () => {
    const root = aRepository();
    const entries = gitIn(root, ["ls-files", "-s"]);
    writeFileSync(join(root, ".git/index.lock"), "");
    expect(move(root)).toEqual([
      { kind: "index-not-updated", reason: expect.stringContaining("index.lock") },
    ]);
    expect(gitIn(root, ["ls-files", "-s"])).toBe(entries);
  });

  it("because its index is locked for a moment only: it is done", () => {
    const root = aRepository();
    let tries = 0;
    const git = (folder: string, args: readonly string[], input: string) => {
      if (!args.includes("update-index")) return REAL_DISK.git(folder, args, input);
      tries += 1;
      writeFileSync(join(root, ".git/index.lock"), "");
      if (tries === 3) REAL_DISK.unlink(join(root, ".git/index.lock"));
      return REAL_DISK.git(folder, args, input);
    };
    expect(move(root, { ...REAL_DISK, git })).toEqual([]);
    expect(tries).toBe(3);
    expect(gitIn(root, ["ls-files"])).toContain("memory-bank/details/clean.md");
  });

  it("because it is not there", () => {
    const root = aRepository();
    const path = process.env["PATH"];
    process.env["PATH"] = tempProject();
    try {
      expect(move(root)).toEqual([{ kind: "index-not-updated", reason: "git was not found" }]);
    } finally {
      process.env["PATH"] = path;
    }
  });

  it("because the doc is unmerged", () => {
    const root = aRepository();
    const blob = gitIn(root, ["rev-parse", "HEAD:memory-bank/clean.md"]).trim();
    const info = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tmemory-bank/clean.md\n`);
    const input = `0 ${"0".repeat(40)}\tmemory-bank/clean.md\n${info.join("")}`;
    REAL_DISK.git(root, ["update-index", "--index-info"], input);
    expect(move(root)).toEqual([
      { kind: "index-not-updated", reason: "memory-bank/clean.md is unmerged" },
    ]);
    expect(gitIn(root, ["ls-files", "-u"])).toContain("memory-bank/clean.md");
  });

  it("because there is no repository: nobody asks it", () => {
    const root = tempProject({ "memory-bank/clean.md": "clean\n" });
    const git = () => {
      throw new Error("asked");
    };
    expect(move(root, { ...REAL_DISK, git })).toEqual([]);
  });
});

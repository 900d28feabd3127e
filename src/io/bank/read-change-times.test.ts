import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/helpers/git.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readChangeTimes } from "./git-docs.ts";

const MTIME = Date.UTC(2026, 0, 1);
const COMMITTED = [Date.UTC(2025, 0, 1), Date.UTC(2025, 5, 1)] as const;

function project(files: Readonly<Record<string, string>>, folder = "memory-bank") {
  const root = tempProject(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  );
  const bank = join(root, folder);
  const touch = (path: string) => utimesSync(join(bank, path), MTIME / 1000, MTIME / 1000);
  const git = (...args: string[]) => gitIn(root, args);
  const commit = (at: number) => {
    git("add", "-A");
    gitIn(root, ["commit", "-qm", "x"], at);
  };
  return { bank, touch, git, commit };
}

describe("readChangeTimes", () => {
  it("takes the last commit of each doc, and the file's time where that says more", () => {
    const docs = { "MEMORY.md": "a", "details/b.md": "b", "details/c d é文.md": "c", "e.md": "e" };
    const { bank, touch, git, commit } = project(docs);
    git("init", "-q");
    commit(COMMITTED[0]);
    writeFileSync(join(bank, "details/b.md"), "b2");
    commit(COMMITTED[1]);
    writeFileSync(join(bank, "e.md"), "e2");
    writeFileSync(join(bank, "new.md"), "n");
    for (const path of [...Object.keys(docs), "new.md"]) touch(path);
    const times = readChangeTimes(bank, [...Object.keys(docs), "new.md", "gone.md"]);
    expect(Object.fromEntries(times)).toEqual({
      "MEMORY.md": { changedAt: COMMITTED[0], isUncommitted: false },
      "details/b.md": { changedAt: COMMITTED[1], isUncommitted: false },
      "details/c d é文.md": { changedAt: COMMITTED[0], isUncommitted: false },
      "e.md": { changedAt: MTIME, isUncommitted: true },
      "new.md": { changedAt: MTIME, isUncommitted: false },
      "gone.md": { changedAt: undefined, isUncommitted: false },
    });
  });

  it("does without git, and without a commit", () => {
    const { bank, touch, git } = project({ "a.md": "a" });
    touch("a.md");
    const expected = new Map([["a.md", { changedAt: MTIME, isUncommitted: false }]]);
    expect(readChangeTimes(bank, ["a.md"])).toEqual(expected);
    git("init", "-q");
    expect(readChangeTimes(bank, ["a.md"])).toEqual(expected);
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeMergeLines } from "../../src/io/merge/git-merge-file.ts";
import { UNSURE, mergeDocs } from "../../src/merge/merge-docs.ts";
import { MERGE_CORPUS } from "../fixtures/merge/corpus.ts";

const git = makeMergeLines();
const done = MERGE_CORPUS.map((each) => ({
  ...each,
  byUs: mergeDocs(each, git),
  byGit: git(each),
}));
const count = (holds: (each: (typeof done)[number]) => boolean) => done.filter(holds).length;

describe("two people on one doc", () => {
  it.each(done)("$name", ({ byUs, merged, agrees }) => {
    expect(byUs.text).toBe(merged);
    expect(byUs.conflicts > 0).toBe(!agrees);
    expect(byUs.notes).not.toContain(UNSURE);
  });

  it("of those who did not disagree and whom git alone stops, 95 % and more are not stopped", () => {
    const stopped = done.filter(({ agrees, byGit }) => agrees && byGit.conflicts > 0);
    const right = stopped.filter(
      ({ byUs, merged }) => byUs.conflicts === 0 && byUs.text === merged,
    );
    expect(stopped.length).toBeGreaterThan(80);
    expect(right.length / stopped.length).toBeGreaterThanOrEqual(0.95);
  });

  it("none who disagree are merged behind their backs", () => {
    expect(count(({ agrees }) => !agrees)).toBeGreaterThan(40);
    expect(count(({ agrees, byUs }) => !agrees && byUs.conflicts === 0)).toBe(0);
  });

  it.each(["docs/merge.md", "docs/zh/merge.md"])("%s has these figures", (path) => {
    const page = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
    const rows = [true, false].map((agreed) => {
      const of = (holds: (each: (typeof done)[number]) => boolean) =>
        count((each) => each.agrees === agreed && holds(each));
      const figures = [
        of(() => true),
        of(({ byGit }) => byGit.conflicts > 0),
        of(({ byGit, merged }) => byGit.conflicts === 0 && byGit.text !== merged),
        of(({ byUs }) => byUs.conflicts > 0),
        of(({ byUs, merged }) => byUs.conflicts === 0 && byUs.text !== merged),
      ];
      return `| ${figures.join(" | ")} |`;
    });
    for (const row of rows) expect(page).toContain(row);
  });
});

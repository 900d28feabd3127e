import { describe, expect, it } from "vitest";
import { makeMergeLines } from "../../src/io/merge/merge-files.ts";
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
});

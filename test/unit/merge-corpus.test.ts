import { describe, expect, it } from "vitest";
import { makeMergeLines } from "../../src/io/merge/git-merge-file.ts";
import { mergeDocs } from "../../src/merge/merge-docs.ts";
import { MERGE_CORPUS } from "../fixtures/merge/corpus.ts";

const git = makeMergeLines();

describe("the corpus", () => {
  it.each(MERGE_CORPUS)("$name", ({ base, ours, theirs, merged, agrees }) => {
    const result = mergeDocs({ base, ours, theirs }, git);
    expect(result.text).toBe(merged);
    expect(result.conflicts > 0).toBe(!agrees);
  });
});

it("figures", () => {
  const agreed = MERGE_CORPUS.filter(({ agrees }) => agrees);
  const g = MERGE_CORPUS.map((c) => ({ ...c, git: git(c) }));
  console.log(
    MERGE_CORPUS.length,
    agreed.length,
    g.filter((c) => c.agrees && c.git.conflicts > 0).length,
    g
      .filter((c) => c.agrees && c.git.conflicts === 0 && c.git.text !== c.merged)
      .map((c) => c.name),
    g.filter((c) => !c.agrees && c.git.conflicts === 0).map((c) => c.name),
  );
});

import { describe, expect, it } from "vitest";
import { findDocs, isSameDoc } from "./find-docs.ts";

const TECH = "details/tech.md";

describe("the docs that a text names", () => {
  it.each([
    ["memory-bank/MEMORY.md and `details/tech.md`.", ["MEMORY.md", TECH]],
    ["packages/api/memory-bank/details/design/a.md", ["details/design/a.md"]],
    ["C:\\p\\memory-bank\\details\\tech.md", [TECH]],
    ["写到details/tech.md。", [TECH]],
    ["details/tech.md and details/tech.md", [TECH]],
    ["details/learnings/YYYY-MM-DD-slug.md", ["details/learnings/"]],
    ["memory-bank/details/requirements/REQ-{n}.md", ["details/requirements/"]],
    ["details/design/", ["details/design/"]],
    ["tech.mdx, memory-bank/../a.md", []],
  ])("%j: %j", (text, docs) => {
    expect(findDocs(text)).toEqual(docs);
  });

  it("are the bank's own where nothing else has such a name", () => {
    const text =
      "memory-bank/a.md, tech.md, REQ-007-login.md, activeContext.md, README.md, docs/b.md";
    expect(findDocs(text, true)).toEqual([
      "a.md",
      "tech.md",
      "REQ-007-login.md",
      "activeContext.md",
    ]);
  });
});

it.each([
  [TECH, "details/Tech.md", true],
  [TECH, "tech.md", true],
  ["cline_docs/activeContext.md", "activeContext.md", true],
  ["details/progress.md", "activeContext.md", false],
  ["details/progress.md", "packages/progress.md", false],
  ["details/tech.md", "details/my-tech.md", false],
])("%s and %s are the same: %s", (one, other, isSame) => {
  expect(isSameDoc(one, other)).toBe(isSame);
  expect(isSameDoc(other, one)).toBe(isSame);
});

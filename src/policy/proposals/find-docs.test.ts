import { describe, expect, it } from "vitest";
import { findDocs, isDocName } from "./find-docs.ts";

describe("findDocs", () => {
  it.each([
    ["memory-bank/MEMORY.md and `details/tech.md`.", ["MEMORY.md", "details/tech.md"]],
    ["./memory-bank/details/design/a.md", ["details/design/a.md"]],
    ["packages/api/memory-bank/details/design/a.md", ["details/design/a.md"]],
    ["C:\\p\\memory-bank\\details\\tech.md", ["details/tech.md"]],
    ["写到 details/设计/登录.md 里", ["details/设计/登录.md"]],
    ["写到details/tech.md。", ["details/tech.md"]],
    ["patterns.md, progress.md", ["details/patterns.md", "details/progress.md"]],
    ["requirements/REQ-007-login.md", ["details/requirements/REQ-007-login.md"]],
    ["REQ-007-login.md", ["details/requirements/REQ-007-login.md"]],
    ["memory.md", ["MEMORY.md"]],
    [
      "activeContext.md, decision-log.md, src/techContext.md",
      ["activeContext.md", "decision-log.md"],
    ],
    ["details/tech.md and details/tech.md", ["details/tech.md"]],
    ["details/learnings/YYYY-MM-DD-slug.md", ["details/learnings/"]],
    ["memory-bank/details/requirements/REQ-{n}.md", ["details/requirements/"]],
    ["details/design/", ["details/design/"]],
    ["README.md, src/a.md, docs/details/x.md, tech.mdx, my-tech.md", []],
    ["memory-bank/../a.md, details/*.md, /details/a.md", []],
    ["", []],
  ])("%j names %j", (text, docs) => {
    expect(findDocs(text)).toEqual(docs);
  });

  it("knows a name that is nothing but a doc's", () => {
    expect(isDocName("MEMORY.md")).toBe(true);
    expect(isDocName("see MEMORY.md")).toBe(false);
    expect(isDocName("ok")).toBe(false);
  });
});

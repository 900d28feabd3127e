import { describe, expect, it } from "vitest";
import type { DocChange } from "./diff-docs.ts";
import { findLinks } from "../markdown/links.ts";
import { renderChanges, renderComment } from "./render-changes.ts";

const ENTRY: DocChange = {
  path: "MEMORY.md",
  movedFrom: null,
  how: "changed",
  title: "Tea",
  added: 3,
  removed: 1,
  sections: [
    { heading: "S", owner: "machine", how: "changed", added: 3, removed: 1 },
    { heading: "", owner: "user", how: "added", added: 2, removed: 0 },
  ],
};
const REQUIREMENT: DocChange = {
  ...ENTRY,
  path: "details/requirements/REQ-001-a.md",
  how: "added",
  title: "REQ-001: A",
  removed: 0,
  sections: [],
};
const MOVED: DocChange = { ...ENTRY, path: "b.md", movedFrom: "a.md", sections: [] };
const shown = (language: "en" | "zh") => ({
  language,
  toAddress: (path: string) => `memory-bank/${path}`,
  ref: "main",
});

it("tells docs and sections in a terminal, and sums it up", () => {
  expect(renderChanges([ENTRY, REQUIREMENT, MOVED], shown("en"))).toBe(
    `memory-bank/MEMORY.md: changed (+3 -1)
  ~ S (+3 -1)
  + user block (+2)

memory-bank/details/requirements/REQ-001-a.md: added REQ-001: A (+3)

memory-bank/b.md: moved from a.md (+3 -1)

Docs since main: 1 added, 2 changed`,
  );
  expect(renderChanges([], shown("en"))).toBe("Nothing in the memory bank changed since main.");
});

describe("as a comment", () => {
  it("is Markdown, and begins with a line by which it is found again", () => {
    expect(renderComment([ENTRY], shown("en"))).toBe(
      `<!-- memory-bank diff -->
### Memory Bank

Docs since main: 1 changed

\`\`\`text
memory-bank/MEMORY.md: changed (+3 -1)
  ~ S (+3 -1)
  + user block (+2)
\`\`\``,
    );
    expect(renderComment([], shown("zh"))).toContain("自 main 以来记忆库没有改动。");
  });

  it("has a doc's own words as code: they call nobody and bring nothing in", () => {
    const title = "`@octo` ![x](https://a/b.png) <img src=x> ```";
    const text = renderComment([{ ...REQUIREMENT, title }], shown("en"));
    expect(text).toMatch(/\n````text\n[^]*<img src=x> ``` [^]*\n````$/);
    expect(findLinks(text)).toEqual([]);
  });
});

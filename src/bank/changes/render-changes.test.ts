import { describe, expect, it } from "vitest";
import { parseDoc } from "../parse.ts";
import type { DocChange, ItemChange } from "./memory-change.ts";
import { renderChanges, renderComment } from "./render-changes.ts";

const ITEMS: readonly ItemChange[] = [
  { kind: "decision", how: "dropped", name: "tins", before: "2026-01-01", after: undefined },
  { kind: "decision", how: "added", name: "pots", before: undefined, after: "2026-02-01" },
  { kind: "route", how: "changed", name: "pour", before: "a.md", after: "" },
  { kind: "focus", how: "changed", name: "Goal", before: "sell", after: "sell more" },
];
const SECTION = { heading: "S", owner: "machine", how: "changed", added: 3, removed: 1 } as const;
const ENTRY: DocChange = {
  path: "MEMORY.md",
  movedFrom: undefined,
  how: "changed",
  role: undefined,
  title: "Tea",
  added: 3,
  removed: 1,
  sections: [
    { ...SECTION, items: ITEMS },
    { ...SECTION, heading: "", owner: "user", items: [] },
  ],
};
const REQUIREMENT: DocChange = {
  ...ENTRY,
  path: "details/requirements/REQ-001-a.md",
  how: "added",
  role: "requirements",
  title: "REQ-001: A",
  removed: 0,
  sections: [],
};
const shown = (language: "en" | "zh") => ({
  language,
  toAddress: (path: string) => `memory-bank/${path}`,
  ref: "main",
});

describe("for a terminal", () => {
  it("tells docs, sections and what they hold, and sums it up", () => {
    expect(renderChanges([ENTRY, REQUIREMENT], shown("en"))).toBe(
      `memory-bank/MEMORY.md: doc changed (+3 -1)
  S (+3 -1)
    - decision: tins
    + decision: pots: 2026-02-01
    ~ route: pour: a.md → (nothing)
    ~ Goal: sell → sell more
  user block (+3 -1)

memory-bank/details/requirements/REQ-001-a.md: requirement added "REQ-001: A" (+3)

Since main: 1 decision added, 1 dropped; 1 route changed; 1 focus line changed; 1 requirement added; 1 doc changed`,
    );
  });

  it("does so in Chinese", () => {
    expect(renderChanges([ENTRY, REQUIREMENT], shown("zh"))).toBe(
      `memory-bank/MEMORY.md: 改动文档（+3 -1）
  S（+3 -1）
    - 决策：tins
    + 决策：pots：2026-02-01
    ~ 路由：pour：a.md → （空）
    ~ Goal：sell → sell more
  用户区块（+3 -1）

memory-bank/details/requirements/REQ-001-a.md: 新增需求 “REQ-001: A”（+3）

自 main 以来：新增 1 项决策、删除 1 项决策；改动 1 项路由；改动 1 项焦点；新增 1 项需求；改动 1 项文档`,
    );
  });

  it("says when nothing changed", () => {
    expect(renderChanges([], shown("en"))).toBe("Nothing in the memory bank changed since main.");
  });

  it("names the first of many, and how many more there are", () => {
    const items = Array.from({ length: 25 }, (_, at): ItemChange => ({
      ...ITEMS[1],
      kind: "decision",
      how: "added",
      name: `d${at}`,
      before: undefined,
      after: "",
    }));
    const text = renderChanges([{ ...ENTRY, sections: [{ ...SECTION, items }] }], shown("en"));
    expect(text).toContain("    + decision: d19\n    … and 5 more\n");
  });
});

describe("as a comment", () => {
  it("is Markdown, and begins with a line by which it is found again", () => {
    expect(renderComment([ENTRY], shown("en"))).toBe(
      `<!-- memory-bank diff -->
### Memory Bank

Since main: **1 decision added, 1 dropped; 1 route changed; 1 focus line changed; 1 doc changed**

#### \`memory-bank/MEMORY.md\`

doc changed (+3 -1)

- \`S\` (+3 -1)
  - dropped decision: \`tins\`
  - added decision: \`pots\`: \`2026-02-01\`
  - changed route: \`pour\`: \`a.md\` → (nothing)
  - changed \`Goal\`: \`sell\` → \`sell more\`
- user block (+3 -1)`,
    );
    expect(renderComment([], shown("zh"))).toContain("自 main 以来记忆库没有改动。");
  });

  it("has a doc's own words as code: they call nobody and bring nothing in", () => {
    const name = "`@octo` ![x](https://a/b.png) <img src=x> ``";
    const items: ItemChange[] = [
      { kind: "decision", how: "added", name, before: undefined, after: "" },
    ];
    const text = renderComment([{ ...ENTRY, sections: [{ ...SECTION, items }] }], shown("en"));
    expect(text).toContain("added decision: ``` `@octo` ![x](https://a/b.png) <img src=x> `` ```");
    expect(parseDoc(text).links).toEqual([]);
  });
});

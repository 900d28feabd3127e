import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffDocs } from "./diff-docs.ts";
import type { DocTexts } from "./memory-change.ts";

const entry = (parts: Partial<Record<"focus" | "decisions" | "routes" | "user", string>> = {}) =>
  `# Tea: Memory

<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

## Project Snapshot

Sells tea.

## Current Focus

${parts.focus ?? "- Goal: sell tea\n- Blocked: no water"}

Last updated: 2026-11-01

## Decision Highlights (Still Binding)

| decision | date | why | details |
|---|---|---|---|
${parts.decisions ?? "| tins | 2026-01-01 | light | details/patterns.md |"}

## Routing Rules (Intent-Driven)

| when you want to | read |
|---|---|
${parts.routes ?? "| pour | details/patterns.md |"}

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
${parts.user ?? "mine"}
<!-- USER_BLOCK_END -->
`;

function changed(before: string | undefined, after: string | undefined, path = "MEMORY.md") {
  return diffDocs([{ path, from: path, before, after }]);
}

/** `how kind name: before → after` of each item. */
const itemsOf = (before: string | undefined, after: string | undefined, path?: string) =>
  changed(before, after, path).flatMap(({ sections }) =>
    sections.flatMap(({ items }) =>
      items.map((item) => `${item.how} ${item.kind} ${item.name}: ${item.before} → ${item.after}`),
    ),
  );

describe("the entry", () => {
  it("tells decisions that were added, dropped and changed", () => {
    const decisions =
      "| tins | 2026-01-01 | light and cheap | details/patterns.md |\n| no sugar | 2026-03-01 | taste | |";
    expect(itemsOf(entry(), entry({ decisions }))).toEqual([
      "changed decision tins: 2026-01-01 | light | details/patterns.md → 2026-01-01 | light and cheap | details/patterns.md",
      "added decision no sugar: undefined → 2026-03-01 | taste",
    ]);
    expect(itemsOf(entry({ decisions }), entry({ decisions: "" }))).toEqual([
      "dropped decision tins: 2026-01-01 | light and cheap | details/patterns.md → undefined",
      "dropped decision no sugar: 2026-03-01 | taste → undefined",
    ]);
  });

  it("tells routes by their intent", () => {
    const routes = "| pour | details/patterns.md, details/tech.md |\n| brew | details/brew.md |";
    expect(itemsOf(entry(), entry({ routes }))).toEqual([
      "changed route pour: details/patterns.md → details/patterns.md, details/tech.md",
      "added route brew: undefined → details/brew.md",
    ]);
  });

  it("leaves out labels that nobody has filled in", () => {
    const focus =
      "- Goal: sell tea\n- Blocked: (not recorded yet)\n- In progress: （待填写）\n- Remaining:";
    expect(itemsOf(undefined, entry({ focus })).filter((item) => item.includes("focus"))).toEqual([
      "added focus Goal: undefined → sell tea",
    ]);
  });

  it("tells the focus by its labels, in both languages", () => {
    const focus = "- Goal: sell green tea\n- In progress:\n  - pots\n  - cups\n- 阻塞：没有水";
    expect(itemsOf(entry(), entry({ focus }))).toEqual([
      "dropped focus Blocked: no water → undefined",
      "changed focus Goal: sell tea → sell green tea",
      "added focus In progress: undefined → pots; cups",
      "added focus 阻塞: undefined → 没有水",
    ]);
  });

  it("says which section it is in, how many lines, and whose", () => {
    const [doc] = changed(entry(), entry({ user: "mine\nand more" }));
    expect(doc?.sections).toEqual([
      { heading: "", owner: "user", how: "changed", added: 1, removed: 0, items: [] },
    ]);
  });

  it("has all of it as added where it is new", () => {
    expect(itemsOf(undefined, entry())).toEqual([
      "added focus Goal: undefined → sell tea",
      "added focus Blocked: undefined → no water",
      "added decision tins: undefined → 2026-01-01 | light | details/patterns.md",
      "added route pour: undefined → details/patterns.md",
    ]);
  });
});

describe("other docs", () => {
  it("have role, title and sections", () => {
    const path = "details/requirements/REQ-002-cups.md";
    const before = "# REQ-002: Cups\n\n## Goal\n\nCups.\n\n## Scope\n\nAll.\n";
    expect(changed(undefined, before, path)).toMatchObject([
      { how: "added", role: "requirements", title: "REQ-002: Cups", added: 9, sections: [] },
    ]);
    const after = "# REQ-002: Cups\n\n## Goal\n\nSmall cups.\n\n## Criteria\n\n- [ ] small\n";
    expect(
      changed(before, after, path)[0]?.sections.map((each) => [each.heading, each.how]),
    ).toEqual([
      ["Goal", "changed"],
      ["Criteria", "added"],
      ["Scope", "dropped"],
    ]);
  });

  it("of decisions tell those, in a table or a list", () => {
    const before = "# Log\n\n## Decisions\n\n- [2026-01-02] - Use tins\n";
    const after = `${before}- **Use pots**\n\n| Date | Decision | Why |\n|---|---|---|\n| 2026-02-01 | Use steel | rust |\n`;
    expect(itemsOf(before, after, "decisionLog.md")).toEqual([
      "added decision Use steel: undefined → 2026-02-01 | rust",
      "added decision Use pots: undefined → ",
    ]);
  });

  it("that were only moved say so", () => {
    const moved: DocTexts = { path: "b.md", from: "a.md", before: "# A\n", after: "# A\n" };
    expect(diffDocs([moved])).toMatchObject([
      { path: "b.md", movedFrom: "a.md", how: "changed", added: 0, removed: 0, sections: [] },
    ]);
  });

  it("with other line endings alone have no section that changed", () => {
    const crlf = entry().replaceAll("\n", "\r\n");
    expect(changed(entry(), crlf)[0]?.sections).toEqual([]);
  });
});

it("whatever the texts are: what is added one way is dropped the other", () => {
  const texts = fc.array(
    fc.constantFrom(
      "## Current Focus",
      "- Goal: a",
      "| a | b |",
      "|---|---|",
      "## A",
      "x",
      "<!-- USER_BLOCK_START -->",
      "<!-- USER_BLOCK_END -->",
      "<!-- MACHINE_BLOCK_START -->",
      "<!-- MACHINE_BLOCK_END -->",
      "```",
    ),
  );
  const doc = texts.map((lines) => `${lines.join("\n")}\n`);
  fc.assert(
    fc.property(doc, doc, (a, b) => {
      const names = (from: string, to: string) =>
        new Set(itemsOf(from, to).map((line) => line.split(":")[0]?.replace("added", "dropped")));
      expect(names(a, b)).toEqual(names(b, a));
      expect(changed(a, a)).toEqual([]);
    }),
  );
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedHeadings, diffDocs } from "./diff-docs.ts";

const ENTRY = `# Tea: Memory

<!-- MACHINE_BLOCK_START -->
## Current Focus

- Goal: sell tea

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
mine
<!-- USER_BLOCK_END -->
`;

function sectionsOf(before: string, after: string) {
  const [doc] = diffDocs([{ path: "MEMORY.md", from: "MEMORY.md", before, after }]);
  return (doc?.sections ?? []).map(
    ({ how, owner, heading, added, removed }) =>
      `${how} ${owner} "${heading}" +${added} -${removed}`,
  );
}

describe("a doc", () => {
  it("that is new or gone has its title and its lines", () => {
    const texts = { path: "a.md", from: "a.md" };
    const text = "# A\n\n## B\n";
    expect(diffDocs([{ ...texts, before: undefined, after: text }])).toEqual([
      {
        path: "a.md",
        movedFrom: null,
        how: "added",
        title: "A",
        added: 3,
        removed: 0,
        sections: [],
      },
    ]);
    expect(diffDocs([{ ...texts, before: text, after: undefined }])).toMatchObject([
      { how: "deleted", title: "A", added: 0, removed: 3, sections: [] },
    ]);
  });

  it("that was only moved says so", () => {
    const moved = { path: "b.md", from: "a.md", before: "# A\n", after: "# A\n" };
    expect(diffDocs([moved])).toMatchObject([
      { path: "b.md", movedFrom: "a.md", how: "changed", added: 0, removed: 0, sections: [] },
    ]);
  });
});

describe("sections", () => {
  it("are told by their headings, and by whose they are", () => {
    const before = "# R\n\n## Goal\n\nCups.\n\n## Scope\n\nAll.\n";
    const after = "# R\n\n## Goal\n\nSmall cups.\n\n## Criteria\n\n- [ ] small\n";
    expect(sectionsOf(before, after)).toEqual([
      'changed nobody "Goal" +1 -1',
      'added nobody "Criteria" +3 -0',
      'deleted nobody "Scope" +0 -3',
    ]);
    expect(sectionsOf(ENTRY, ENTRY.replace("sell tea", "sell more tea"))).toEqual([
      'changed machine "Current Focus" +1 -1',
    ]);
    expect(sectionsOf(ENTRY, ENTRY.replace("mine", "mine\nand more"))).toEqual([
      'changed user "" +1 -0',
    ]);
  });

  it("that came or changed are named", () => {
    const text = "# Doc\n\n## One\n\na\n\n## Two\n\nb\n";
    expect(changedHeadings(text, text.replace("b", "c"))).toEqual(["Two"]);
    expect(changedHeadings(text, `${text}\n## Three\n`)).toEqual(["Three"]);
    expect(changedHeadings(text, text.replace("## One\n\na\n\n", ""))).toEqual([]);
  });

  it("are not changed by other line endings", () => {
    expect(sectionsOf(ENTRY, ENTRY.replaceAll("\n", "\r\n"))).toEqual([]);
  });
});

it("whatever the texts are: what is added one way is deleted the other", () => {
  const line = fc.constantFrom(
    "## Current Focus",
    "## A",
    "x",
    "<!-- USER_BLOCK_START -->",
    "<!-- USER_BLOCK_END -->",
    "<!-- MACHINE_BLOCK_START -->",
    "<!-- MACHINE_BLOCK_END -->",
    "```",
  );
  const doc = fc.array(line).map((lines) => `${lines.join("\n")}\n`);
  const opposite = (sections: readonly string[]) =>
    sections
      .map((each) =>
        each.replace(/^\w+/, (how) => ({ added: "deleted", deleted: "added" })[how] ?? how),
      )
      .map((each) => each.replace(/\+(\d+) -(\d+)$/, "+$2 -$1"));
  fc.assert(
    fc.property(doc, doc, (a, b) => {
      expect(opposite(sectionsOf(a, b)).toSorted()).toEqual(sectionsOf(b, a).toSorted());
    }),
  );
});

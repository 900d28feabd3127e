import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soundDoc } from "../../test/helpers/wild-docs.ts";
import { findBlockDamage, parseBlocks } from "./blocks.ts";
import {
  appendSection,
  applyEdits,
  findListItems,
  removeLines,
  setSectionBody,
  setVersion,
} from "./edit.ts";

const DOC = [
  "# Tech",
  "",
  "<!-- MACHINE_BLOCK_START -->",
  "## Stack",
  "",
  "| part | what |",
  "|---|---|",
  "| language  | TypeScript |",
  "| tests | vitest |",
  "",
  "## Notes to self",
  "<!-- MACHINE_BLOCK_END -->",
  "",
  "<!-- USER_BLOCK_START -->",
  "## Stack",
  "mine  ",
  "<!-- USER_BLOCK_END -->",
].join("\n");

describe("applyEdits", () => {
  it.each([
    [
      [
        { from: 0, to: 2, text: "" },
        { from: 1, to: 3, text: "" },
      ],
    ],
    [[{ from: 2, to: 1, text: "" }]],
    [[{ from: 0, to: 4, text: "" }]],
    [[{ from: -1, to: 0, text: "" }]],
  ])("refuses what overlaps or leaves the text: %j", (edits) => {
    expect(() => applyEdits("abc", edits)).toThrow(RangeError);
  });
});

describe("setVersion", () => {
  it.each([
    [
      "<!-- MACHINE_BLOCK_START -->",
      "<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->",
    ],
    ["a <!--MEMORY_BANK_TEMPLATE:v7.0--> b\r\n", "a <!-- MEMORY_BANK_TEMPLATE:v7.1 --> b\r\n"],
    ["<!-- MEMORY_BANK_TEMPLATE:oops -->", "<!-- MEMORY_BANK_TEMPLATE:v7.1 -->"],
    ["\uFEFF# T\r\n", "\uFEFF<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\r\n# T\r\n"],
  ])("%j", (text, expected) => {
    expect(setVersion(text)).toBe(expected);
  });
});

describe("appendSection", () => {
  it("goes to the end of the machine block, with the doc's line endings", () => {
    const text = DOC.replaceAll("\n", "\r\n");
    const expected = DOC.replace(
      "self\n<!-- MACHINE",
      "self\n\n## New\n\ntext\n\n<!-- MACHINE",
    ).replaceAll("\n", "\r\n");
    expect(appendSection(text, "\n## New\n\ntext\n\n")).toBe(expected);
  });

  it("is left out where its exact heading is there, outside the user block", () => {
    expect(appendSection(DOC, "## Stack\n\nother")).toBe(DOC);
    expect(appendSection(DOC, "## Stack (old)")).not.toBe(DOC);
    const onlyUsers = DOC.replace("## Stack", "## Other");
    expect(appendSection(onlyUsers, "## Stack\n\nother")).not.toBe(onlyUsers);
    const fenced = DOC.replace("## Stack", "```\n## Stack\n```");
    expect(appendSection(fenced, "## Stack\n\nother")).not.toBe(fenced);
  });

  it("refuses where it would not be a section", () => {
    expect(() => appendSection("# T\n", "## New")).toThrow("no closed machine block");
    expect(() => appendSection(DOC.replace("| tests", "```\n| tests"), "## New")).toThrow(
      "would not be a section",
    );
  });
});

describe("setSectionBody", () => {
  it("keeps the blank lines around it", () => {
    expect(setSectionBody(DOC, "Stack", "\nnew\nbody\n")).toBe(
      DOC.replace(/\| part[^]*vitest \|/, "new\nbody"),
    );
  });

  it.each([
    ["## A", "## A\n\nx\n"],
    ["## A\n", "## A\n\nx\n"],
    ["## A\r\n## B\r\n", "## A\r\n\r\nx\r\n\r\n## B\r\n"],
    ["## A\n\n## B\n", "## A\n\nx\n\n## B\n"],
    ["## A\n\n    code\n", "## A\n\nx\n"],
  ])("fills %j", (text, expected) => {
    expect(setSectionBody(text, "A", "x")).toBe(expected);
  });

  it("refuses a body that is more than a body", () => {
    for (const body of ["## B\ntext", "<!-- MACHINE_BLOCK_END -->", "```\ntext"]) {
      expect(() => setSectionBody(DOC, "Stack", body)).toThrow("of its own");
    }
    expect(() => setSectionBody(DOC, "Nothing", "x")).toThrow('no section "Nothing"');
  });
});

function removeListItems(text: string, isItem: (content: string) => boolean): string {
  return removeLines(
    text,
    findListItems(text).filter(({ content }) => isItem(content)),
  );
}

describe("list items", () => {
  const INDEX = "# Design Router\n\n- When a, read [a.md](a.md)\n- When b,\n  read [b.md](b.md)";

  it("are removed with all their lines", () => {
    const without = (start: string) =>
      removeListItems(INDEX, (content) => content.startsWith(start));
    expect(without("When a")).toBe(INDEX.replace("- When a, read [a.md](a.md)\n", ""));
    expect(without("When b")).toBe("# Design Router\n\n- When a, read [a.md](a.md)");
  });
});

function lineBreaksOf(text: string): Set<string> {
  return new Set(text.match(/\r\n|\r|\n/g));
}

describe("every edit of a sound doc", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "|", "\\", "`", " ", "记", "\n", "<") });
  const edits: fc.Arbitrary<(text: string) => string> = fc.oneof(
    fc.constant(setVersion),
    fc.constant((text: string) => appendSection(text, "## New\n\n- text")),
    // A fence that stays open is refused: see above.
    word
      .filter((body) => !body.includes("```"))
      .map((body) => (text: string) => setSectionBody(text, "Stack", `x${body}`)),
    fc.constant((text: string) => removeListItems(text, (content) => content === "one")),
  );

  it("changes one place, keeps every other byte and the user block, and nothing the second time", () => {
    fc.assert(
      fc.property(soundDoc, edits, (text, edit) => {
        const contents = edit(text);
        expect(findBlockDamage(text, contents)).toBeUndefined();
        expect(edit(contents)).toBe(contents);
        expect(lineBreaksOf(contents)).toEqual(lineBreaksOf(text));
        const [start, end] = parseBlocks(text).markers;
        expect(contents.startsWith(text.slice(0, start?.to))).toBe(true);
        expect(contents.endsWith(text.slice(end?.from))).toBe(true);
      }),
    );
  });
});

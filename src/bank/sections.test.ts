import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSections } from "./sections.ts";

describe("splitSections", () => {
  it("splits at headings and block markers", () => {
    const text =
      "# Title\n\n## Current Focus\n\n- Goal\n\n## History ##\nold\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\nmine\n";
    expect(splitSections(text).map(({ heading, text: body }) => [heading, body])).toEqual([
      ["", "# Title\n\n"],
      ["Current Focus", "## Current Focus\n\n- Goal\n\n"],
      ["History", "## History ##\nold\n"],
      ["", "<!-- MACHINE_BLOCK_END -->\n"],
      ["", "<!-- USER_BLOCK_START -->\nmine\n"],
    ]);
  });

  it("does not see headings inside code fences", () => {
    const text = "## A\n```md\n## not one\n~~~\n```\n## B\n~~~~\n## no\n~~~\n## no\n~~~~\n## C\n";
    expect(splitSections(text).map((section) => section.heading)).toEqual(["A", "B", "C"]);
  });

  it("reads CRLF like LF", () => {
    const lf = "# T\n\n## A\ntext\n## B\n";
    const headings = splitSections(lf).map((section) => section.heading);
    expect(splitSections(lf.replaceAll("\n", "\r\n")).map((section) => section.heading)).toEqual(
      headings,
    );
  });

  it("loses no character of any text", () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom("## A", "```", "~~~", "<!-- USER_BLOCK_START -->", "", "\r", "# x", "  ## y"),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        expect(
          splitSections(text)
            .map((section) => section.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { splitDoc } from "./split-doc.ts";
import { splitPrompt } from "./split-prompt.ts";

describe("splitDoc", () => {
  it("tells whose each stretch is, without the markers", () => {
    const text =
      "# T\n\n<!-- MACHINE_BLOCK_START -->\na\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\nb\n<!-- USER_BLOCK_END -->\n\nc\n";
    expect(splitDoc(text)).toEqual([
      { owner: "nobody", text: "# T\n\n", linesBefore: 0 },
      { owner: "machine", text: "a\n", linesBefore: 3 },
      { owner: "user", text: "b\n", linesBefore: 6 },
      { owner: "nobody", text: "\nc\n", linesBefore: 8 },
    ]);
  });

  it("takes a marker in a fence for the example that it is", () => {
    expect(
      splitDoc("```\n<!-- USER_BLOCK_START -->\nx\n<!-- USER_BLOCK_END -->\n```\n"),
    ).toMatchObject([{ owner: "nobody", linesBefore: 0 }]);
  });

  it("gives nothing for an empty doc", () => {
    expect(splitDoc("\uFEFF\n\n")).toEqual([]);
  });
});

describe("splitPrompt", () => {
  it("says where all the characters go", () => {
    const text =
      "<memory-bank>\n\n# M\n## A\naa\n## B\nb\n<!-- USER_BLOCK_START -->\nx\n<!-- USER_BLOCK_END -->\n</memory-bank>";
    const parts = splitPrompt(text);
    expect(parts.map(({ heading }) => heading)).toEqual(["", "A", "B", ""]);
    expect(parts.reduce((sum, { chars }) => sum + chars, 0)).toBe(text.length);
  });
});

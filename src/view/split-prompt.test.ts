import { describe, expect, it } from "vitest";
import { splitPrompt } from "./split-prompt.ts";

describe("splitPrompt", () => {
  it("says where all the characters go", () => {
    const text =
      "<memory-bank>\n\n# M\n## A\naa\n## B\nb\n<!-- USER_BLOCK_START -->\nx\n<!-- USER_BLOCK_END -->\n</memory-bank>";
    const parts = splitPrompt(text);
    expect(parts.map(({ heading }) => heading)).toEqual(["", "A", "B", ""]);
    expect(parts.reduce((sum, { chars }) => sum + chars, 0)).toBe(text.length);
  });
});

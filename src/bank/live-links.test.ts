import { describe, expect, test } from "vitest";
import { findAlsoBinding, findPointers, renderPointer } from "./live-links.ts";

const entry = (snapshot: string) =>
  `# M\n\n<!-- MACHINE_BLOCK_START -->\n\n## Project Snapshot\n\n${snapshot}\n\n## Current Focus\n\nSee [activeContext.md](activeContext.md)\n\n<!-- MACHINE_BLOCK_END -->\n`;

describe("a pointer", () => {
  test("is a line that stands alone in its section", () => {
    expect(findPointers(entry("见 [README](../README.md)。")).map(({ path }) => path)).toEqual([
      "../README.md",
      "activeContext.md",
    ]);
    expect(findPointers(entry("Sorts mail.\n\nSee [a](a.md)")).map(({ path }) => path)).toEqual([
      "activeContext.md",
    ]);
    expect(findPointers(entry("```\nSee [a](a.md)\n```"))).toHaveLength(1);
    expect(findPointers(entry("See [a](https://example.com)"))).toHaveLength(1);
  });

  test.each(["a b (1).md", "../文档/x#y.md", "what?.md"])("to %s is found again", (path) => {
    const [found] = findPointers(entry(renderPointer("[x]", path, "en")));
    expect(found?.path).toBe(path);
  });
});

test("links under Also binding are those up to the next heading of its level", () => {
  const doc = `# P\n\n- [no](no.md)\n\n## Also binding\n\n- [C](../../CONTRIBUTING.md)\n- [A](../../AGENTS.md#x), [C](../../CONTRIBUTING.md)\n\n### More\n\n- [B](b.md)\n\n## Then\n\n- [D](d.md)\n\n## 同样有效\n\n- [E](e.md)\n`;
  expect(findAlsoBinding(doc)).toEqual([
    "../../CONTRIBUTING.md",
    "../../AGENTS.md",
    "b.md",
    "e.md",
  ]);
});

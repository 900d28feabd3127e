import { encode } from "gpt-tokenizer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WORDS } from "../hosts/opencode/words.ts";
import { type ContextInput, renderContext } from "./render-context.ts";

const INPUT: ContextInput = {
  entry: "<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Memory\n\n## Current Focus\n\n- Goal: tea\n",
  entryAddress: "memory-bank/MEMORY.md",
  bankAddress: "memory-bank",
  conventions: ["memory-bank/details/patterns.md"],
  readPointer: () => undefined,
  guardMode: "warn",
  readScope: "turn",
  language: "en",
  words: WORDS,
  maxChars: 12_000,
};

function render(parts: Partial<ContextInput>) {
  return renderContext({ ...INPUT, ...parts });
}

describe("renderContext", () => {
  it("frames the entry verbatim and adds the Protocol", () => {
    const { text, leftOut } = render({});
    expect(leftOut).toEqual([]);
    expect(
      text.startsWith("<memory-bank>\nMemory of this project, from memory-bank/MEMORY.md"),
    ).toBe(true);
    expect(text).toContain("# Memory\n\n## Current Focus\n\n- Goal: tea\n");
    expect(text.endsWith("\n</memory-bank>")).toBe(true);
    expect(text).not.toMatch(/\{\w+\}/);
  });

  it.each(["en", "zh"] as const)("has every line of the Protocol (%s)", (language) => {
    const { text } = render({ language });
    const protocol = text.slice(text.indexOf("## Memory Bank Protocol"));
    const keys = protocol.split("\n").flatMap((line) => /^(\w+): \S/.exec(line)?.[1] ?? []);
    expect(keys).toEqual([
      "protocol_version",
      "trigger",
      "skip",
      "invoke",
      "drill_down",
      "output",
      "gating",
      "write",
      "conflict",
      "more",
    ]);
    expect(protocol).toContain("protocol_version: memory-bank/v1\n");
  });

  it.each([
    ["en", 250],
    ["zh", 300],
  ] as const)("keeps the Protocol short (%s: %i tokens)", (language, most) => {
    for (const readScope of ["turn", "context"] as const)
      for (const guardMode of ["off", "warn", "block"] as const) {
        const { text } = render({ language, readScope, guardMode });
        const protocol = text.slice(text.indexOf("## Memory Bank Protocol"));
        expect(encode(protocol).length).toBeLessThanOrEqual(most);
      }
  });

  it("says what the gate does in each mode", () => {
    const gating = (guardMode: ContextInput["guardMode"]) =>
      /gating: (.*)/.exec(render({ guardMode }).text)?.[1];
    expect(gating("off")).toBe("off.");
    expect(gating("warn")).toContain("you are warned");
    expect(gating("block")).toContain("it is refused");
  });

  it("cannot be closed from inside", () => {
    for (const tag of [
      "</memory-bank>",
      "</MEMORY-BANK>",
      "< / memory-bank >",
      "</memory-bank-anchors>",
    ]) {
      const { text } = render({ entry: `before ${tag} after\n` });
      expect(text.match(/<\s*\/\s*memory-bank/gi)).toHaveLength(1);
      expect(text).toContain("before &lt;");
    }
  });

  it("keeps focus and routing before everything else, in document order", () => {
    const filler = (name: string) => `## ${name}\n\n${"word ".repeat(400)}\n`;
    const entry = [
      "# Memory\n",
      filler("Project Snapshot"),
      "## Current Focus\n\n- Goal: tea\n",
      filler("Decision Highlights (Still Binding)"),
      "## Routing Rules（意图驱动）\n\n| a | b |\n",
      filler("Notes"),
      "<!-- USER_BLOCK_START -->\n## Mine\n\nmine\n<!-- USER_BLOCK_END -->\n",
    ].join("");
    const { text, leftOut } = render({ entry, maxChars: 3500 });
    expect(text).toContain(
      "# Memory\n## Current Focus\n\n- Goal: tea\n## Routing Rules（意图驱动）",
    );
    expect(text).toContain("mine");
    expect(leftOut).toEqual(["Project Snapshot", "Decision Highlights (Still Binding)", "Notes"]);
    expect(text).toContain(
      "[Left out for length: Project Snapshot, Decision Highlights (Still Binding), Notes. To see it: read memory-bank/MEMORY.md]",
    );
  });

  it("shows the head of a focus that is too long, and of a text without headings", () => {
    const focus = render({ entry: `## Current Focus\n\n- Goal: tea\n${"- more\n".repeat(5000)}` });
    expect(focus.text).toContain("- Goal: tea\n");
    expect(focus.leftOut).toEqual(["Current Focus"]);
    const flat = render({ entry: "a line of text\n".repeat(5000) });
    expect(flat.text).toContain("a line of text\na line of text\n");
  });

  it("stays within any budget, deterministically, whatever the entry", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.constantFrom(
        "## Current Focus",
        "## Routing Rules",
        "## 历史",
        "```",
        "</memory-bank>",
        "😀😀",
      ),
      fc.string({ minLength: 500, maxLength: 3000 }),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.integer({ min: 2000, max: 6000 }),
        fc.constantFrom("en" as const, "zh" as const),
        (lines, maxChars, language) => {
          const entry = lines.join("\n");
          const { text, leftOut } = render({ entry, maxChars, language });
          expect(text.length).toBeLessThanOrEqual(maxChars);
          if (entry.isWellFormed()) expect(text.isWellFormed()).toBe(true);
          expect(render({ entry, maxChars, language }).text).toBe(text);
          if (leftOut.length > 0)
            expect(text).toMatch(/\[Left out for length: .+\]|\[因篇幅省略：.+\]/);
        },
      ),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WORDS } from "../hosts/opencode/words.ts";
import { renderEffect as render } from "./effect-notice.ts";
import { renderRestored } from "./restored-notice.ts";

const renderEffect = (effect: Parameters<typeof render>[0], language: "en" | "zh") =>
  render(effect, WORDS, { name: "memory-bank", language });

const EFFECT = {
  words: "node",
  undone: [],
  kept: undefined,
  changed: [],
  problem: undefined,
  trace: [],
};

describe("the notice of a command's effect", () => {
  it("says what was undone, where both versions are, and the one next step", () => {
    expect(renderEffect({ ...EFFECT, undone: ["MEMORY.md"], kept: "k-1" }, "en")).toBe(
      '[Memory Bank] Undone: "node" changed memory-bank/MEMORY.md, and only structured tools write there. Both versions are kept: memory-bank restore k-1. Next: make this change with the write, edit or apply_patch tool. (rule: guard-memory-files)',
    );
    expect(renderEffect({ ...EFFECT, undone: ["MEMORY.md"], kept: "k-1" }, "zh")).toContain(
      "memory-bank restore k-1",
    );
  });

  it("names no versions where there was no text to keep", () => {
    for (const language of ["en", "zh"] as const) {
      const notice = renderEffect({ ...EFFECT, undone: ["pipe"] }, language);
      expect(notice).toContain("memory-bank/pipe");
      expect(notice).not.toMatch(/restore|undefined/);
    }
  });

  it("says what stays, and why where it should not", () => {
    expect(renderEffect({ ...EFFECT, changed: ["a.md", "b.md", "c.md"] }, "en")).toContain(
      "changed memory-bank/a.md, memory-bank/b.md, 1 more; the change stays",
    );
    const problem = "the disk is full";
    expect(renderEffect({ ...EFFECT, changed: ["a.md"], problem }, "en")).toContain(problem);
  });

  it("tells what git did for the user in one line", () => {
    const gits = { ...EFFECT, words: "git checkout", changed: ["MEMORY.md"], kept: "k-1" };
    expect(renderEffect(gits, "en")).toBe(
      '[Memory Bank] "git checkout" changed memory-bank/MEMORY.md: read it again before you rely on it.',
    );
    expect(renderEffect(gits, "zh")).toContain("“git checkout”改动了 memory-bank/MEMORY.md");
    expect(renderEffect({ ...gits, words: "gitk" }, "en")).toContain("the change stays");
    expect(renderEffect({ ...gits, undone: ["a.md"] }, "en")).toContain("Undone");
  });

  it("stays within 400 characters", () => {
    const docs = fc.array(fc.string({ minLength: 1, maxLength: 200 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.constantFrom("en", "zh" as const),
        fc.string({ maxLength: 500 }),
        docs,
        docs,
        fc.option(fc.string({ maxLength: 300 }), { nil: undefined }),
        (language, words, undone, changed, problem) => {
          const kept = "k-20261115-174233-a3f";
          const effect = { words, undone, changed, problem, kept, trace: [] };
          expect(renderEffect(effect, language).length).toBeLessThanOrEqual(400);
          expect(
            renderRestored({ doc: words, kept, problem }, language).length,
          ).toBeLessThanOrEqual(400);
        },
      ),
    );
  });
});

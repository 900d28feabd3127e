import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WORDS } from "../hosts/opencode/words.ts";
import type { Language } from "../types.ts";
import { renderEffect, renderRestored, toEffectToast, toRestoredToast } from "./effect-notice.ts";
import { asLastToast, toAnswerToast, toUnjudgedToast } from "./toast.ts";

const bank = (language: Language = "en") => ({ name: "memory-bank", language });
const EFFECT = {
  words: "node",
  undone: [] as string[],
  kept: undefined as string | undefined,
  changed: [] as string[],
  problem: undefined as string | undefined,
  trace: [],
};
const KEPT = { ...EFFECT, kept: "k-1" };
const THREE = ["a.md", "b.md", "c.md"];

describe("a change in the bank is told", () => {
  it.each([
    [
      { ...KEPT, undone: ["MEMORY.md"] },
      '[Memory Bank] Undone: "node" changed memory-bank/MEMORY.md, and only structured tools write there. Both versions are kept: memory-bank restore k-1. Next: make this change with the write, edit or apply_patch tool. (rule: guard-memory-files)',
      'Undone: "node" changed memory-bank/MEMORY.md (memory-bank restore k-1)',
    ],
    [
      { ...EFFECT, changed: THREE },
      '[Memory Bank] "node" changed memory-bank/a.md, memory-bank/b.md, 1 more; the change stays. Next: check that it is right, and tell the user. (rule: guard-memory-files)',
      'Warning: "node" changed memory-bank/a.md, memory-bank/b.md, 1 more; the change stays',
    ],
    [
      { ...EFFECT, changed: ["a.md"], problem: "the disk is full" },
      '[Memory Bank] "node" changed memory-bank/a.md, and it could not be undone (the disk is full). Next: tell the user. (rule: guard-memory-files)',
      'Warning: "node" changed memory-bank/a.md, and it could not be undone',
    ],
    [
      { ...KEPT, words: "git checkout", changed: ["MEMORY.md"] },
      '[Memory Bank] "git checkout" changed memory-bank/MEMORY.md: read it again before you rely on it.',
      undefined,
    ],
    [
      { ...KEPT, words: undefined, changed: ["MEMORY.md"] },
      "[Memory Bank] memory-bank/MEMORY.md changed since your last step, by none of your tool calls: read it again before you rely on it. The older version is kept: memory-bank restore k-1.",
      undefined,
    ],
  ])("to the model and to the person: case %#", (effect, notice, toast) => {
    expect(renderEffect(effect, WORDS, bank())).toBe(notice);
    expect(toEffectToast(effect, bank())?.text).toBe(toast);
    expect(renderEffect(effect, WORDS, bank("zh"))).toMatch(/\p{Script=Han}/u);
  });

  it("where a tool did what nobody could foresee", () => {
    const block = { doc: "a.md", kept: "k-1", problem: undefined, secret: undefined };
    expect(renderRestored(block, bank())).toBe(
      "[Memory Bank] Put back: this write changed the user block or a marker of memory-bank/a.md. Both versions are kept: memory-bank restore k-1. Next: read the doc again and change the machine block only. (rule: keep-user-blocks)",
    );
    expect(toRestoredToast(block, bank())).toEqual({
      kind: "put-back",
      text: "Put back: this write changed the user block or a marker of memory-bank/a.md",
    });
    const stuck = { ...block, secret: "aws-key", kept: undefined, problem: "EACCES" };
    expect(renderRestored(stuck, bank())).toContain("could not be undone (EACCES)");
    expect(toRestoredToast(stuck, bank("zh")).text).toContain("敏感数据（aws-key）");
  });

  it("in at most 400 characters", () => {
    const text = fc.string({ minLength: 1, maxLength: 300 });
    const docs = fc.array(text, { maxLength: 5 });
    const none = fc.constant(undefined);
    fc.assert(
      fc.property(
        fc.constantFrom("en", "zh" as const),
        text,
        docs,
        docs,
        fc.oneof(text, none),
        (language, words, undone, changed, problem) => {
          const kept = "k-20261115-174233-a3f";
          const effect = { words, undone, changed, problem, kept, trace: [] };
          const restored = { doc: words, kept, problem, secret: undefined };
          for (const notice of [
            renderEffect(effect, WORDS, bank(language)),
            renderRestored(restored, bank(language)),
          ])
            expect(notice.length).toBeLessThanOrEqual(400);
        },
      ),
    );
  });
});

it("the last toast of a turn says where the rest is", () => {
  expect(asLastToast(toUnjudgedToast("en"), "zh").text).toMatch(/\n.*memory-bank explain --last$/);
});

it.each([
  ["2/2", "answered", "2 of 2 quotes stand in the files"],
  ["1/2", "doubted", "1 of 2 quotes stand in the files"],
  [undefined, "doubted", "no quote in its answer that could be checked"],
])("an answer of memory-reader's with %s verified is %s", (verified, kind, text) => {
  expect(toAnswerToast(verified, "en")).toEqual({ kind, text: `memory-reader: ${text}` });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WORDS } from "../hosts/opencode/words.ts";
import type { Effect, Language } from "../types.ts";
import { renderEffect, toEffectToast } from "./effect-notice.ts";
import { judgeChange } from "./judge-change.ts";
import { toAnswerToast } from "./verdict.ts";

const bank = (language: Language = "en") => ({ name: "memory-bank", language });
const FOUND = {
  kind: "found",
  doc: "MEMORY.md",
  culprit: { cause: "own-words", runsGit: false },
  isOurs: false,
  inGit: "none",
  isBlockChanged: false,
  isAtHand: true,
} as const;
const TOOL = {
  kind: "tool",
  doc: "a.md",
  isGone: false,
  secret: undefined,
  damage: undefined,
} as const;
const NODE = judgeChange(FOUND);
const BLOCK = judgeChange({ ...TOOL, damage: "user-block-changed" });
const SECRET = judgeChange({ ...TOOL, secret: "aws-key" });
const UNCOMMITTED = judgeChange({ ...FOUND, culprit: { cause: "git", runsGit: true } });
const EFFECT: Effect = {
  words: "node",
  undone: [],
  kept: undefined,
  changed: [],
  problem: undefined,
  trace: [NODE],
};
const KEPT = { ...EFFECT, kept: "k-1" };
const THREE = ["a.md", "b.md", "c.md"];

describe("a change in the bank is told", () => {
  it.each<[Effect, string, string | undefined]>([
    [
      { ...KEPT, undone: ["MEMORY.md"] },
      '[Memory Bank] Undone: "node" changed memory-bank/MEMORY.md: only tools that edit files may write there (memory-bank restore k-1). Next: make this change with the write, edit or apply_patch tool. (rule: guard-memory-files)',
      'Undone: "node" changed memory-bank/MEMORY.md: only tools that edit files may write there (memory-bank restore k-1)',
    ],
    [
      { ...EFFECT, changed: THREE },
      '[Memory Bank] "node" changed memory-bank/a.md, memory-bank/b.md, 1 more; the change stays. Next: check that it is right, and tell the user. (rule: guard-memory-files)',
      'Warning: "node" changed memory-bank/a.md, memory-bank/b.md, 1 more; the change stays',
    ],
    [
      { ...EFFECT, changed: ["a.md"], problem: "the disk is full" },
      '[Memory Bank] "node" changed memory-bank/a.md, and it could not be undone. Next: check that it is right, and tell the user (the disk is full). (rule: guard-memory-files)',
      'Warning: "node" changed memory-bank/a.md, and it could not be undone',
    ],
    [
      { ...KEPT, words: "git checkout", changed: ["MEMORY.md"] },
      '[Memory Bank] "git checkout" changed memory-bank/MEMORY.md; the change stays (memory-bank restore k-1). Next: read it again before you rely on it. (rule: guard-memory-files)',
      undefined,
    ],
    [
      { ...KEPT, words: "git reset", undone: ["a.md"], trace: [UNCOMMITTED] },
      '[Memory Bank] Undone: "git reset" changed memory-bank/a.md: its last version was not committed (memory-bank restore k-1). Next: check that it is right, and tell the user. (rule: guard-memory-files)',
      'Undone: "git reset" changed memory-bank/a.md: its last version was not committed (memory-bank restore k-1)',
    ],
    [
      { ...KEPT, words: undefined, changed: ["MEMORY.md"] },
      "[Memory Bank] memory-bank/MEMORY.md changed since your last step, by none of your tool calls (memory-bank restore k-1). Next: read it again before you rely on it. (rule: guard-memory-files)",
      undefined,
    ],
    [
      { ...KEPT, words: "", undone: ["a.md"], trace: [BLOCK] },
      "[Memory Bank] Put back: this write changed memory-bank/a.md: the user block was changed (memory-bank restore k-1). Next: read the doc again and change the machine block only. (rule: keep-user-blocks)",
      "Put back: this write changed memory-bank/a.md: the user block was changed (memory-bank restore k-1)",
    ],
    [
      { ...KEPT, words: "", undone: ["a.md"], trace: [SECRET] },
      "[Memory Bank] Put back: this write changed memory-bank/a.md: secret aws-key was brought in (memory-bank restore k-1). Next: write where it is kept instead. (rule: keep-secrets-out)",
      "Put back: this write changed memory-bank/a.md: secret aws-key was brought in (memory-bank restore k-1)",
    ],
  ])("to the model and to the person: case %#", (effect, notice, toast) => {
    expect(renderEffect(effect, WORDS, bank())).toBe(notice);
    expect(toEffectToast(effect, bank())?.text).toBe(toast);
    expect(renderEffect(effect, WORDS, bank("zh"))).toMatch(/\p{Script=Han}/u);
  });

  it("in at most 400 characters", () => {
    const text = fc.string({ minLength: 1, maxLength: 300 });
    const docs = fc.array(text, { maxLength: 5 });
    const effects = fc.record({
      words: text,
      undone: docs,
      changed: docs,
      problem: fc.oneof(text, fc.constant(undefined)),
      kept: fc.constant("k-20261115-174233-a3f"),
      trace: fc.constantFrom([NODE], [BLOCK], [SECRET]),
    });
    fc.assert(
      fc.property(fc.constantFrom("en", "zh" as const), effects, (language, effect) => {
        expect(renderEffect(effect, WORDS, bank(language)).length).toBeLessThanOrEqual(400);
      }),
    );
  });
});

it.each([
  ["2/2", "answered", "2 of 2 quotes stand in the files"],
  ["1/2", "doubted", "1 of 2 quotes stand in the files"],
  [undefined, "doubted", "no quotes stand in the files"],
])("an answer of memory-reader's with %s verified is %s", (verified, kind, text) => {
  expect(toAnswerToast(verified, "en")).toEqual({ kind, text: `memory-reader: ${text}` });
});

import { describe, expect, it } from "vitest";
import { type FoundChange, type Harm, judgeChange } from "./judge-change.ts";

const BLOCK: Harm = { secret: undefined, damage: "user-block-changed" };
const SECRET: Harm = { secret: "aws-access-key", damage: undefined };
const NONE: Harm = { secret: undefined, damage: undefined };

function found(harm: Harm, more: Partial<FoundChange> = {}): FoundChange {
  return {
    kind: "found",
    doc: "a.md",
    culprit: { cause: "program", from: 1000, to: 1500 },
    at: { ms: 1200, lag: 20 },
    writtenBy: undefined,
    isAtHand: true,
    findHarm: () => harm,
    ...more,
  };
}

describe("a program of the project that harms a doc", () => {
  it.each([
    ["a user block", BLOCK, "keep-user-blocks"],
    ["a secret brought in", SECRET, "keep-secrets-out"],
  ])("%s: is put back", (_, harm, rule) => {
    expect(judgeChange(found(harm))).toMatchObject({ verdict: "put-back", rule });
  });

  it.each<[string, Harm, Partial<FoundChange>]>([
    ["nothing was harmed", NONE, {}],
    ["there was time for the user", BLOCK, { culprit: { cause: "program", from: 1000, to: 9000 } }],
    ["it still runs", BLOCK, { culprit: { cause: "program", from: 1000, to: Infinity } }],
    ["nobody knows when it happened", BLOCK, { at: undefined }],
    ["it happened before", BLOCK, { at: { ms: 900, lag: 20 } }],
    ["git brought it in", BLOCK, { writtenBy: "git" }],
    ["a version is not at hand", BLOCK, { isAtHand: false }],
  ])("but where %s, it is reported", (_, harm, more) => {
    expect(judgeChange(found(harm, more))).toMatchObject({
      verdict: "report",
      rule: "guard-memory-files",
    });
  });

  it("what a structured tool or a plan wrote was judged before", () => {
    for (const writtenBy of ["tool", "plan"] as const) {
      expect(judgeChange(found(BLOCK, { writtenBy })).verdict).toBe("keep");
    }
  });
});

import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFinder } from "./automaton.ts";
import { parseExpression } from "./regular-expression.ts";

const EXTENDED = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      ".",
      "^",
      "$",
      "*",
      "+",
      "?",
      "(a|b)",
      "(ab)*",
      "(a|)",
      "[ab]",
      "[^a]",
      "a{2}",
      "b{1,2}",
      "a{2,}",
      "|",
      "\\.",
      "\\w",
      "(^a)",
      "-",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const PLAIN = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      ".",
      "^",
      "$",
      "*",
      "\\+",
      "\\?",
      "\\(a\\|b\\)",
      "\\(ab\\)*",
      "[ab]",
      "[^a]",
      "a\\{2\\}",
      "\\.",
      "+",
      "?",
      "(",
      "|",
      "{",
      "-",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const TEXTS = fc.sample(
  fc
    .array(fc.constantFrom("a", "b", "A", ".", "-", "+", "(", "|"), { maxLength: 6 })
    .map((parts) => parts.join("")),
  { numRuns: 60, seed: 3 },
);

/** The lines that grep prints; undefined where it refuses the pattern. */
function askGrep(options: readonly string[], pattern: string): string[] | undefined {
  const { status, stdout } = spawnSync("grep", [...options, "-e", pattern], {
    input: `${TEXTS.join("\n")}\n`,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  return status === 2 ? undefined : stdout.split("\n").slice(0, -1);
}

describe("a regular expression", () => {
  it.each([
    ["-E", EXTENDED, true],
    ["-G", PLAIN, false],
  ] as const)("finds what grep %s finds, or cannot be told", (option, patterns, isExtended) => {
    let told = 0;
    for (const pattern of fc.sample(patterns, { numRuns: 120, seed: 5 })) {
      for (const ignoresCase of [false, true]) {
        const parsed = parseExpression(pattern, { isExtended, ignoresCase });
        if (parsed === undefined) continue;
        const expected = askGrep(ignoresCase ? [option, "-i"] : [option], pattern);
        if (expected === undefined) continue;
        told++;
        expect(
          TEXTS.filter((text) => toFinder(parsed)?.matches(text)),
          pattern,
        ).toEqual(expected);
      }
    }
    expect(told).toBeGreaterThan(100);
  });

  it.each([
    "(?=a)b",
    String.raw`(a)\1`,
    String.raw`\bword\b`,
    "a{1,5000}",
    "(",
    "a)",
    "[a",
    `${"(".repeat(10_000)}a`,
    "((a{50}){50}){50}",
  ])("%s cannot be told", (pattern) => {
    expect(parseExpression(pattern, { isExtended: true, ignoresCase: false })).toBeUndefined();
  });

  it("takes steps that grow with the text, however many ways there are to match it", () => {
    const parsed = parseExpression("(a|a)*(a|aa)+(.*a.*)*throw.*;", {
      isExtended: true,
      ignoresCase: false,
    });
    const stepsOf = (length: number) => {
      let steps = 0;
      const found = parsed === undefined ? undefined : toFinder(parsed);
      expect(found?.matches("a".repeat(length), (count) => (steps += count))).toBe(false);
      return steps;
    };
    expect(stepsOf(60_000)).toBeLessThan(stepsOf(6000) * 12);
    expect(stepsOf(60_000)).toBeLessThan(10_000);
  });
});

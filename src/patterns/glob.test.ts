import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toMatcher } from "./automaton.ts";
import { compileGlob, escapeGlob, parseGlob, reversed } from "./glob.ts";

const GLOB = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "-",
      "]",
      "/",
      "*",
      "**",
      "?",
      "[ab]",
      "[!a]",
      "[a-c]",
      "[]b]",
      "[^-]",
      "\\*",
      "[[:alpha:]]",
      "[",
      "é",
      "😀",
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(""));
const TEXT = fc
  .array(fc.constantFrom("a", "b", "c", "-", "]", "[", "*", "/", "é", "😀", "1"), { maxLength: 7 })
  .map((parts) => parts.join(""));

/** What bash says of many pairs at once: one line each, `1` for a match. */
function askBash(script: string, pairs: readonly (readonly [string, string])[]): string[] {
  const input = pairs.map(([glob, text]) => `${glob}\n${text}\n`).join("");
  return execFileSync("bash", ["-c", `while IFS= read -r p; IFS= read -r t; do ${script}; done`], {
    input,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  })
    .split("\n")
    .slice(0, -1);
}

const PAIRS = fc.sample(fc.tuple(GLOB, TEXT), { numRuns: 3000, seed: 7 });

describe("a glob", () => {
  it("matches what it matches in bash", () => {
    const expected = askBash("[[ $t == $p ]] && echo 1 || echo 0", PAIRS);
    const found = PAIRS.map(([glob, text]) => (compileGlob(glob)?.matches(text) ? "1" : "0"));
    const wrong = PAIRS.filter((_, index) => found[index] !== expected[index]);
    expect(wrong).toEqual([]);
    expect(expected.filter((answer) => answer === "1").length).toBeGreaterThan(100);
  });

  it.each([
    ["${t#$p}", "#", 0],
    ["${t##$p}", "##", -1],
  ])("takes off the beginning that bash takes off with %s", (expansion, _, which) => {
    const expected = askBash(`printf '%s\\n' "${expansion}"`, PAIRS);
    const found = PAIRS.map(([glob, text]) => {
      const lengths = compileGlob(glob)?.beginnings(text) ?? [];
      return text.slice(lengths.at(which) ?? 0);
    });
    expect(found).toEqual(expected);
  });

  it("read backwards matches the text read backwards", () => {
    const turn = (text: string) => Array.from(text).toReversed().join("");
    fc.assert(
      fc.property(GLOB, TEXT, (glob, text) => {
        const there = compileGlob(glob)?.matches(text);
        expect(toMatcher(reversed(parseGlob(glob)))?.matches(turn(text))).toBe(there);
      }),
    );
  });

  it("stands for itself when escaped", () => {
    fc.assert(
      fc.property(GLOB, TEXT, (glob, text) => {
        expect(compileGlob(escapeGlob(glob))?.matches(text)).toBe(glob === text);
      }),
    );
  });

  it("ignores letter case where told", () => {
    expect(compileGlob("*.M[d-e]", true)?.matches("readme.mD")).toBe(true);
    expect(compileGlob("*.M[d-e]")?.matches("readme.mD")).toBe(false);
  });
});

describe("the steps of a match", () => {
  const stepsOf = (glob: string, text: string) => {
    let steps = 0;
    compileGlob(glob)?.matches(text, (count) => {
      steps += count;
    });
    return steps;
  };

  it("grow with the text, not with the ways to match it", () => {
    const glob = `${"*a".repeat(30)}b`;
    const short = stepsOf(glob, "a".repeat(1000));
    const long = stepsOf(glob, "a".repeat(10_000));
    expect(long).toBeLessThan(short * 12);
    expect(long).toBeLessThan(10_000);
  });
});

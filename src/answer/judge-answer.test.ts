import { readFileSync, readdirSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIST_NAMES } from "./schema.ts";
import type { Lookup } from "./verify-answer.ts";
import { judgeAnswer } from "./judge-answer.ts";

const FOLDER = new URL("../../test/fixtures/answers/", import.meta.url);
const ANSWERS = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8"));
const PATTERNS = readFileSync(new URL("project/memory-bank/details/patterns.md", FOLDER), "utf8");

const lookup: Lookup = (path) =>
  path.endsWith("patterns.md")
    ? { kind: "text", text: PATTERNS, mtime: "2026-11-02T10:00:00.000Z" }
    : { kind: "missing" };

type Mutation = (text: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (text: string, where: number) => Math.floor(where * text.length);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map(
    (end): Mutation =>
      (text) =>
        text.slice(0, at(text, end)),
  ),
  place.map(
    (start): Mutation =>
      (text) =>
        text.slice(at(text, start)),
  ),
  fc.tuple(place, place).map(([a, b]): Mutation => (text) => {
    const [from = 0, to = 0] = [at(text, a), at(text, b)].toSorted((x, y) => x - y);
    return text.slice(0, to) + text.slice(from);
  }),
  fc.tuple(place, fc.string({ unit: "binary", maxLength: 20 })).map(
    ([where, junk]): Mutation =>
      (text) =>
        text.slice(0, at(text, where)) + junk + text.slice(at(text, where)),
  ),
  fc
    .tuple(
      fc.constantFrom(..."\n:-\"'`|># []{},.\t"),
      fc.constantFrom(
        "",
        "：",
        "—",
        "“",
        "\t",
        "\r",
        "```",
        "~~~",
        "{",
        "[",
        "- ",
        "\0",
        "&a ",
        "*a",
        "!!x ",
        "|",
        "'",
        "\u3000",
      ),
    )
    .map(
      ([sign, other]): Mutation =>
        (text) =>
          text.replaceAll(sign, other),
    ),
  fc
    .tuple(
      place,
      fc.constantFrom(
        "[",
        "{",
        "- ",
        "? ",
        "a: [",
        "{a: ",
        "> ",
        "```\n",
        "  ",
        "\t",
        "<task>",
        '"',
        "…",
        "x: |\n ",
      ),
      fc.integer({ min: 1, max: 3000 }),
    )
    .map(
      ([where, part, count]): Mutation =>
        (text) =>
          text.slice(0, at(text, where)) + part.repeat(count) + text.slice(at(text, where)),
    ),
);

/** One notice, bounded, and nothing recovered that is not bounded too. */
function expectBounded(text: string): void {
  const { notice, parsed, checked } = judgeAnswer(
    text,
    lookup,
    text.length % 2 === 0 ? "en" : "zh",
  );
  expect(notice).toMatch(/^\[Memory Bank\] [^\p{Cc}]*\(memory-reader\)$/u);
  expect(notice.length).toBeLessThanOrEqual(400);
  expect(LIST_NAMES.filter((list) => parsed.answer[list].length > 100)).toEqual([]);
  expect(checked.claims.length).toBe(parsed.answer.evidence.length);
}

describe("an answer that went wrong", () => {
  it("never breaks the judgement: 10,000 mutated ones", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ANSWERS),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (answer, mutations) => {
          expectBounded(mutations.reduce((text, mutate) => mutate(text).slice(0, 20_000), answer));
        },
      ),
      { seed: 20261116, numRuns: 10_000 },
    );
  }, 300_000);

  it.each([
    ["brackets", "evidence: ", "["],
    ["braces", "```json\n", '{"evidence":'],
    ["dashes", "evidence:\n", "- "],
    ["quotes", "evidence:\n  - quote: ", '"'],
    ["fences", "", "```yaml\nevidence:\n"],
    ["tildes and backticks", "", "```\n~~~\n"],
    ["claims", "evidence:\n", "  - claim_id: C1\n    path: a.md\n    quote: b\n"],
    ["deeper and deeper", "evidence:\n", "- a:\n "],
    ["blank lines", "evidence:\n  - quote: |\n", "\n"],
    ["spaces", "evidence:\n  - quote:", " "],
    ["one long line", "evidence:\n  - quote: ", "word "],
    ["elisions", "evidence:\n  - path: patterns.md\n    quote: ", "Patterns … "],
    ["aliases", "evidence: &a\n", "  - *a\n"],
    ["tags", "", "<task_result>"],
    ["open tags", "", "<task "],
    ["colons", "", "evidence:"],
    ["hashes", "evidence:\n  - quote: a", " #"],
    ["paths", "evidence:\n  - quote: abcdefghijk\n    path: a", "(1)"],
  ])("is judged in bounded time at a megabyte of %s", (_, start, part) => {
    expectBounded(start + part.repeat(Math.ceil(1_100_000 / part.length)));
  });
});

it("opens at most 20 files for an answer", () => {
  const opened = new Set<string>();
  const claims = Array.from(
    { length: 60 },
    (_, n) => `  - claim_id: C${n}\n    claim: c\n    path: f${n}.md\n    quote: some text\n`,
  );
  const { checked } = judgeAnswer(
    `evidence:\n${claims.join("")}`,
    (path) => {
      opened.add(path);
      return { kind: "missing" };
    },
    "en",
  );
  expect(opened.size).toBe(20);
  expect(checked.claims.filter(({ outcome }) => outcome === "unchecked")).toHaveLength(40);
});

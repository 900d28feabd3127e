import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { parseAnswer } from "./parse-answer.ts";
import { ANSWER_SCHEMA } from "./schema.ts";

/** Texts that mean something to YAML, JSON or Markdown, in lines. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom(
        "# Heading",
        "a: b",
        "- item",
        "path: x.md",
        "```",
        "> said",
        "“说”",
        "evidence:",
        "*x",
        "@y",
        "%z",
        "{a}",
        "[b]",
        "'c'",
        '"d"',
        "null",
        "true",
        "12",
        "…",
        "key：值",
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((lines) =>
    lines
      .join("\n")
      .replaceAll(/[\p{Cc}\p{Cs}\ufeff\u2028\u2029\u0085]/gu, (sign) =>
        sign === "\n" ? sign : "x",
      ),
  )
  .map((value) => `w${value}w`.replaceAll(/[ \t]+$/gm, ""));

const answer = fc.record({
  schema: fc.constant(ANSWER_SCHEMA),
  user_question: text,
  evidence: fc.array(
    fc.record({ claim_id: fc.stringMatching(/^C\d{1,2}$/), claim: text, path: text, quote: text }),
    { maxLength: 4 },
  ),
  conflicts: fc.array(
    fc.record({
      type: fc.constantFrom("stale", "inconsistent", "ambiguous"),
      severity: fc.constantFrom("low", "medium", "high"),
      memory_says: text,
      memory_path: text,
      source_shows: text,
      source_path: text,
      trust_source: fc.boolean(),
      minimal_fix: text,
    }),
    { maxLength: 2 },
  ),
  open_questions: fc.array(fc.record({ question: text, suggested_path: text }), { maxLength: 2 }),
});

describe("an answer that is written as asked", () => {
  it("comes out as it was, in YAML", () => {
    fc.assert(
      fc.property(answer, (value) => {
        const parsed = parseAnswer(
          `Summary.\n\n\`\`\`yaml\n${stringify(value, { lineWidth: 0 })}\`\`\`\n`,
        );
        expect(parsed.answer).toEqual(value);
        expect(parsed.missing).toEqual([]);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it("comes out as it was, in JSON", () => {
    fc.assert(
      fc.property(answer, fc.constantFrom(0, 2), (value, indent) => {
        const parsed = parseAnswer(
          `Summary.\n\n\`\`\`json\n${JSON.stringify(value, null, indent)}\n\`\`\`\n`,
        );
        expect(parsed.answer).toEqual(value);
        expect(parsed.missing).toEqual([]);
      }),
      { seed: 6, numRuns: 1000 },
    );
  });
});

describe("an answer that is cut anywhere", () => {
  it("keeps whole claims only, in order", () => {
    const plain = fc.stringMatching(/^[a-z][a-z ]{8,30}[a-z]$/);
    const claim = fc.record({ claim: plain, path: plain, quote: plain });
    fc.assert(
      fc.property(fc.array(claim, { minLength: 1, maxLength: 5 }), fc.nat(), (claims, at) => {
        const evidence = claims.map((item, index) => ({ claim_id: `C${index + 1}`, ...item }));
        const whole = `\`\`\`yaml\n${stringify({ schema: ANSWER_SCHEMA, user_question: "what", evidence, conflicts: [], open_questions: [] })}`;
        const cut = whole.slice(0, at % whole.length);
        const parsed = parseAnswer(cut);
        const kept = parsed.answer.evidence;
        expect(kept).toEqual(evidence.slice(0, kept.length));
        expect(parsed.missing.length === 0).toBe(cut.includes("open_questions:"));
      }),
      { seed: 7, numRuns: 1000 },
    );
  });
});

it("notes nothing when the schema's version is absent", () => {
  const text = "```yaml\nuser_question: q\nevidence: []\nconflicts: []\nopen_questions: []\n```\n";
  expect(parseAnswer(text)).toMatchObject({ missing: [], slips: [] });
});

it("keeps items apart whose id is not their first key", () => {
  const item = (id: string) =>
    `  - claim: a: b\n    claim_id: ${id}\n    path: x.md\n    quote: y\n`;
  const { answer } = parseAnswer(`evidence:\n${item("A")}${item("B")}conflicts: []\n`);
  expect(answer.evidence.map(({ claim_id: id }) => id)).toEqual(["A", "B"]);
});

it("reads a list that stands on one line among broken ones", () => {
  const text = `user_question: what: now\nevidence: [{claim_id: C1, claim: a, path: x.md, quote: y}]\nconflicts: []\nopen_questions: []\n`;
  const { answer, missing } = parseAnswer(text);
  expect(answer.evidence).toEqual([{ claim_id: "C1", claim: "a", path: "x.md", quote: "y" }]);
  expect(missing).toEqual([]);
});

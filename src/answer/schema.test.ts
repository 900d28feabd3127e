import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseAnswer } from "./parse-answer.ts";
import {
  ANSWER,
  ANSWER_SCHEMA,
  CHOICES,
  CONFLICT,
  EVIDENCE,
  OPEN_QUESTION,
  READER_LIMITS,
} from "./schema.ts";

const LISTS = { evidence: EVIDENCE, conflicts: CONFLICT, open_questions: OPEN_QUESTION };
const KEYS = Object.keys(ANSWER.entries);

const read = (name: string) =>
  readFileSync(new URL(`../../skills/memory-bank/references/${name}`, import.meta.url), "utf8");
const PROMPT = read("memory-reader-prompt.md");
const READER = read("reader.md");
const EXAMPLE = /^```yaml\n([^]*?)^```/m.exec(PROMPT)?.[1] ?? "";

describe("the format of an answer, in the prompt", () => {
  it("has the keys of the schema in its order, and no other", () => {
    const example = parse(EXAMPLE) as Record<string, unknown>;
    expect(Object.keys(example)).toEqual(KEYS);
    expect(example["schema"]).toBe(ANSWER_SCHEMA);
    for (const [list, item] of Object.entries(LISTS))
      expect(Object.keys((example[list] as object[])[0] ?? {})).toEqual(Object.keys(item.entries));
  });

  it("lists every value of a choice, and no other", () => {
    const listed = [...EXAMPLE.matchAll(/^ +(?:- )?(\w+):.*# (\w+(?: \| \w+)+)$/gm)].map(
      ([, field, values]) => [field, values],
    );
    expect(listed).toEqual(
      Object.entries(CHOICES).map(([field, values]) => [field, values.join(" | ")]),
    );
  });

  it("is an answer that parses", () => {
    const answer = parseAnswer(PROMPT.slice(PROMPT.indexOf("**Context Summary")));
    for (const list of ["evidence", "conflicts", "open_questions"] as const)
      expect(answer?.[list]).toHaveLength(1);
  });

  it("says the limits", () => {
    const { files, kilobytesPerFile, quoteLines } = READER_LIMITS;
    expect(PROMPT).toContain(
      `at most ${files} files in all, at most ${kilobytesPerFile} KB of each`,
    );
    expect(PROMPT).toContain(`at most ${quoteLines} lines`);
    expect(PROMPT.match(/at most \d+/g)).toHaveLength(3);
  });
});

describe("the format of an answer, in the skill", () => {
  const rows = new Map(
    [...READER.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, key = "", text = ""]) => [key, text]),
  );

  it("has the keys, fields and values of the schema, and no other", () => {
    expect([...rows.keys()]).toEqual(KEYS);
    expect(rows.get("schema")).toBe(`\`${ANSWER_SCHEMA}\``);
    for (const [list, item] of Object.entries(LISTS)) {
      const fields = [...(rows.get(list) ?? "").matchAll(/`(\w+)`(?: \((\w+(?:, \w+)+)\))?/g)];
      expect(fields.map(([, field]) => field)).toEqual(Object.keys(item.entries));
      for (const [, field = "", values] of fields)
        expect(values).toBe(
          Object.entries(CHOICES)
            .find(([name]) => name === field)?.[1]
            .join(", "),
        );
    }
    expect(rows.get("evidence")).toContain(`at most ${READER_LIMITS.quoteLines} lines`);
  });
});

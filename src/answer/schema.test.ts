import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseAnswer } from "./parse-answer.ts";
import { ANSWER_SCHEMA, HEAD_KEYS, LIST_NAMES, READER_LIMITS, fieldsOf } from "./schema.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../skills/memory-bank/references/${name}`, import.meta.url), "utf8");
const PROMPT = read("memory-reader-prompt.md");
const READER = read("reader.md");
const EXAMPLE = /^```yaml\n([^]*?)^```/m.exec(PROMPT)?.[1] ?? "";

describe("the format of an answer, in the prompt", () => {
  it("has the keys of the schema in its order, and no other", () => {
    const example = parse(EXAMPLE) as Record<string, unknown>;
    expect(Object.keys(example)).toEqual([...HEAD_KEYS, ...LIST_NAMES]);
    expect(example["schema"]).toBe(ANSWER_SCHEMA);
    for (const list of LIST_NAMES) {
      const [item] = example[list] as object[];
      expect(Object.keys(item ?? {})).toEqual([...fieldsOf(list).keys()]);
    }
  });

  it("lists every value of a choice, and no other", () => {
    const listed = [...EXAMPLE.matchAll(/^ +(?:- )?(\w+):.*# (\w+(?: \| \w+)+)$/gm)].map(
      ([, field, values]) => [field, values],
    );
    const choices = LIST_NAMES.flatMap((list) =>
      [...fieldsOf(list)]
        .filter(([, { kind }]) => kind === "choice")
        .map(([field, { values }]) => [field, values.join(" | ")]),
    );
    expect(listed).toEqual(choices);
  });

  it("is an answer without a single slip", () => {
    const { answer, missing, slips } = parseAnswer(
      PROMPT.slice(PROMPT.indexOf("**Context Summary")),
    );
    expect({ missing, slips }).toEqual({ missing: [], slips: [] });
    for (const list of LIST_NAMES) expect(answer[list]).toHaveLength(1);
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
    expect([...rows.keys()]).toEqual([...HEAD_KEYS, ...LIST_NAMES]);
    expect(rows.get("schema")).toBe(`\`${ANSWER_SCHEMA}\``);
    for (const list of LIST_NAMES) {
      const row = rows.get(list) ?? "";
      const fields = [...row.matchAll(/`(\w+)`(?: \((\w+(?:, \w+)+)\))?/g)];
      expect(fields.map(([, field]) => field)).toEqual([...fieldsOf(list).keys()]);
      for (const [, field = "", values] of fields) {
        const rule = fieldsOf(list).get(field);
        if (rule?.kind === "choice") expect(values).toBe(rule.values.join(", "));
      }
    }
    expect(rows.get("evidence")).toContain(`at most ${READER_LIMITS.quoteLines} lines`);
  });
});

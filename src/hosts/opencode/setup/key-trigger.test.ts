import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsoncConfig } from "../../../../test/helpers/jsonc-texts.ts";
import { KEY_TRIGGER, dropKeyTrigger, putKeyTrigger } from "./key-trigger.ts";

interface OrchestratorConfig {
  agents?: Record<string, { prompt_append?: string }>;
  "[opencode]"?: OrchestratorConfig;
}
const toValue = (text: string) =>
  parse(text, [], { allowTrailingComma: true }) as OrchestratorConfig;
const put = (text: string, isShared = false) =>
  putKeyTrigger({ path: isShared ? "omo.json" : "oh-my-opencode.json", text });

it("the text has no blank left to fill", () => {
  expect(KEY_TRIGGER).toContain('task(subagent_type="memory-reader"');
  expect(KEY_TRIGGER).not.toMatch(/\{\w+\}/);
});

describe("a config", () => {
  it("gets it for both orchestrators, once, and gives it back byte for byte", () => {
    fc.assert(
      fc.property(jsoncConfig([]), fc.boolean(), (text, isShared) => {
        const installed = put(text, isShared);
        expect(put(installed, isShared)).toBe(installed);
        const value = toValue(installed);
        const { agents } = (isShared ? value["[opencode]"] : value) ?? {};
        for (const name of ["sisyphus", "atlas"])
          expect(agents?.[name]?.prompt_append).toMatch(/KEY_TRIGGER_END -->$/);
        expect(dropKeyTrigger(installed)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps what the user wrote around it, to the byte, when it is replaced or goes", () => {
    const text = String.raw`{"agents":{"sisyphus":{"prompt_append":"Caf\u00e9 \/ before"}}}`;
    const edited = put(text)
      .replace("When to skip", "An older text")
      .replace(String.raw`_END -->"`, String.raw`_END -->\n\nAfter\t."`);
    const replaced = put(edited);
    expect(replaced).toContain(String.raw`Caf\u00e9 \/ before\n\nAfter\t.\n\n<!--`);
    expect(replaced).not.toContain("An older text");
    expect(dropKeyTrigger(replaced)).toBe(
      String.raw`{"agents":{"sisyphus":{"prompt_append":"Caf\u00e9 \/ before\n\nAfter\t."}}}`,
    );
  });
});

describe("the file that all harnesses share", () => {
  it("has it in the part for OpenCode, or where the user's own addition is: neither hides the other", () => {
    const text = '{ "agents": { "sisyphus": { "prompt_append": "Mine." } }, "[opencode]": {} }';
    const value = toValue(put(text, true));
    expect(value.agents?.["sisyphus"]?.prompt_append).toBe(`Mine.\n\n${KEY_TRIGGER}`);
    expect(value["[opencode]"]?.agents?.["sisyphus"]).toBeUndefined();
    expect(value["[opencode]"]?.agents?.["atlas"]?.prompt_append).toBe(KEY_TRIGGER);
    expect(dropKeyTrigger(put(text, true))).toBe(text);
  });
});

it.each([
  '{ "agents": { "sisyphus": { "prompt_append": "file://~/mine.md" } } }',
  '{ "agents": { "sisyphus": { "prompt_append": 5 } } }',
  '{ "agents": { "sisyphus": "x" } }',
  '{ "agents": [] }',
  "[]",
])("an agent that cannot take it is left alone: %s", (text) => {
  const after = put(text);
  expect(toValue(after).agents?.["sisyphus"]).toEqual(toValue(text).agents?.["sisyphus"]);
  expect(dropKeyTrigger(after)).toBe(text);
});

it("oh-my-opencode's schema takes the result, and would refuse it elsewhere", () => {
  const file = "../../../../test/fixtures/oh-my-opencode.schema.json";
  const schema: object = JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
  const isValid = new Ajv({ strict: false }).compile(schema);
  for (const text of [
    "{}",
    '{ "agents": { "sisyphus": { "model": "a/b", "prompt_append": "Mine." } } }',
  ])
    expect(isValid(toValue(put(text)))).toBe(true);
  expect(isValid({ agents: { sisyphus: { promptAppend: KEY_TRIGGER } } })).toBe(false);
});

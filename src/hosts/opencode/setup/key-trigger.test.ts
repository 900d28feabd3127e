import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsoncConfig } from "../../../../test/helpers/jsonc-texts.ts";
import {
  KEY_TRIGGER,
  ONLY_TRIGGER,
  dropKeyTrigger,
  putKeyTrigger,
  readKeyTrigger,
} from "./key-trigger.ts";
import { newConfig } from "../../../formats/new-config.ts";

interface OrchestratorConfig {
  agents?: Record<string, { prompt_append?: string }>;
  "[opencode]"?: OrchestratorConfig;
}
const toValue = (text: string) =>
  parse(text, [], { allowTrailingComma: true }) as OrchestratorConfig;
const read = (text: string, isShared = false) => readKeyTrigger(text, isShared, "sisyphus");
const put = (text: string, isShared = false) => putKeyTrigger(text, isShared).text;

describe("the text", () => {
  it("amends Phase 0 by a Step 0 with the exact call, and has no blank left to fill", () => {
    expect(KEY_TRIGGER).toContain("AMENDMENT to Phase 0");
    expect(KEY_TRIGGER).toContain("### Step 0");
    expect(KEY_TRIGGER).toContain(
      'task(subagent_type="memory-reader", run_in_background=false, load_skills=[],',
    );
    for (const word of ["When to skip", "mb:no", "跳过记忆", "Recursion guard", "user_question"])
      expect(KEY_TRIGGER).toContain(word);
    expect(KEY_TRIGGER).not.toMatch(/\{\w+\}/);
  });
});

describe("a config", () => {
  it.each([
    "{}",
    "{\n}\n",
    '{\n  "agents": {}\n}',
    '{\n  "agents": {\n  }\n}',
    '{ "agents": { "sisyphus": {} } }',
    '{"agents":{"atlas":{"model":"a/b"}}}',
    '{\r\n\t"agents": {\r\n\t\t"sisyphus": { "prompt_append": "" }, // mine\r\n\t},\r\n}\r\n',
    '{ "agents": { "sisyphus": { "prompt_append": "Be \\u0062rief.\\n\\n" } } }',
    '{ "agents": { "Sisyphus": { "model": "a/b" } } }',
    '{\n  // all agents\n  "agents": {\n    // nobody yet\n  }\n}',
  ])("gets it for both orchestrators, once, and gives it back byte for byte: %j", (text) => {
    const installed = put(text);
    expect(put(installed)).toBe(installed);
    const agents = Object.entries(toValue(installed).agents ?? {});
    for (const name of ["sisyphus", "atlas"]) {
      const appended = agents.find(([key]) => key.toLowerCase() === name)?.[1].prompt_append;
      expect(appended?.endsWith(KEY_TRIGGER)).toBe(true);
    }
    expect(read(installed)).toBe(true);
    expect(dropKeyTrigger(installed)).toBe(text);
  });

  it("of any form does", () => {
    fc.assert(
      fc.property(jsoncConfig([]), fc.boolean(), (text, isShared) => {
        const { text: installed, skipped } = putKeyTrigger(text, isShared);
        fc.pre(skipped.length === 0);
        expect(put(installed, isShared)).toBe(installed);
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
    expect(replaced).toContain(String.raw`Caf\u00e9 \/ before\n\n<!--`);
    expect(replaced).not.toContain("An older text");
    expect(dropKeyTrigger(replaced)).toBe(
      String.raw`{"agents":{"sisyphus":{"prompt_append":"Caf\u00e9 \/ before\n\nAfter\t."}}}`,
    );
  });

  it("that another program has rewritten is still known", () => {
    const escaped = put('{ "agents": { "sisyphus": { "prompt_append": "Mine." } } }').replaceAll(
      "<",
      String.raw`\u003c`,
    );
    expect(read(escaped)).toBe(true);
    expect(toValue(dropKeyTrigger(escaped))).toEqual({
      agents: { sisyphus: { prompt_append: "Mine." } },
    });
  });
});

describe("the file that all harnesses share", () => {
  it("has it in the part for OpenCode", () => {
    const text = '{\n  "[opencode]": {\n    "agents": { "sisyphus": { "model": "a/b" } }\n  }\n}\n';
    const installed = put(text, true);
    const agents = toValue(installed)["[opencode]"]?.agents;
    expect(agents?.["sisyphus"]?.prompt_append).toBe(KEY_TRIGGER);
    expect(agents?.["atlas"]?.prompt_append).toBe(KEY_TRIGGER);
    expect(dropKeyTrigger(installed)).toBe(text);
    expect(read(installed, true)).toBe(true);
    expect(read(installed)).toBeUndefined();
  });

  it("has it where the user's own addition is, so that neither hides the other", () => {
    const text = '{ "agents": { "sisyphus": { "prompt_append": "Mine." } }, "[opencode]": {} }';
    const value = toValue(put(text, true));
    expect(value.agents?.["sisyphus"]?.prompt_append).toBe(`Mine.\n\n${KEY_TRIGGER}`);
    expect(value["[opencode]"]?.agents?.["sisyphus"]).toBeUndefined();
    expect(value["[opencode]"]?.agents?.["atlas"]?.prompt_append).toBe(KEY_TRIGGER);
    expect(dropKeyTrigger(put(text, true))).toBe(text);
  });

  it("loses it from profiles too", () => {
    const text = JSON.stringify({ profiles: { work: { "[opencode]": ONLY_TRIGGER } } });
    expect(dropKeyTrigger(text)).not.toContain("MEMORY_BANK");
  });
});

it.each([
  ['{ "agents": { "sisyphus": { "prompt_append": "file://~/mine.md" } } }', "names a file"],
  ['{ "agents": { "sisyphus": { "prompt_append": 5 } } }', "not a string"],
  ['{ "agents": { "sisyphus": "x" } }', '"agents" or "sisyphus" is not an object'],
  ['{ "agents": [] }', '"agents" or "sisyphus" is not an object'],
  [
    '{ "agents": { "sisyphus": { "prompt_append": "<!-- MEMORY_BANK_KEY_TRIGGER_END -->" } } }',
    "markers is missing",
  ],
  ["[]", "not a JSON object"],
])("an agent that cannot take it is left alone: %s", (text, reason) => {
  const { text: after, skipped } = putKeyTrigger(text, false);
  expect(skipped[0]).toMatchObject({ agent: "sisyphus" });
  expect(skipped[0]?.reason).toContain(reason);
  expect(dropKeyTrigger(after)).toBe(text);
});

it("says what an orchestrator's prompt gets: the trigger, not, or nothing said", () => {
  expect(read('{ "agents": { "sisyphus": { "prompt_append": "Mine." } } }')).toBe(false);
  expect(read('{ "agents": {} }')).toBeUndefined();
  expect(read("{ broken")).toBeUndefined();
});

/** What the schema of oh-my-opencode 4.19.4 says of these settings. */
const schema: object = JSON.parse(
  readFileSync(
    new URL("../../../../test/fixtures/oh-my-opencode.schema.json", import.meta.url),
    "utf8",
  ),
);

describe("oh-my-opencode's schema", () => {
  const isValid = new Ajv({ strict: false }).compile(schema);

  it.each([
    "{}",
    '{ "agents": { "sisyphus": { "model": "a/b", "prompt_append": "Mine." } } }',
    newConfig(undefined, ONLY_TRIGGER),
  ])("takes the result", (text) => {
    expect(isValid(toValue(put(text)))).toBe(true);
  });

  it("would refuse it elsewhere", () => {
    expect(isValid({ agents: { sisyphus: { promptAppend: KEY_TRIGGER } } })).toBe(false);
    expect(isValid({ prompt_append: KEY_TRIGGER })).toBe(false);
    expect(isValid({ agents: { sisyphus: { prompt_append: [KEY_TRIGGER] } } })).toBe(false);
  });
});

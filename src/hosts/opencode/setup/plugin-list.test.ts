import * as fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsoncConfig } from "../../../../test/helpers/jsonc-texts.ts";
import { dropEntries, findBroken, putEntry } from "./plugin-list.ts";

const NAME = "agent-memory-bank@1.2.3";
const isOurs = (name: string) => name.startsWith("agent-memory-bank");
const isBroken = (text: string) => text.trim() === "" || findBroken(text) !== undefined;
const put = (text: string) => putEntry(text, NAME, isOurs, "");
const drop = (text: string) => dropEntries(text, isOurs);

describe("any config", () => {
  it("gets one entry more and nothing else, and gives it back byte for byte", () => {
    fc.assert(
      fc.property(jsoncConfig([]), (text) => {
        fc.pre(!isBroken(text));
        const installed = put(text);
        expect(put(installed)).toBe(installed);
        expect(drop(installed)).toBe(text);
        const before = hostParse(text);
        const plugin = [...(before["plugin"] ?? []), NAME];
        expect(hostParse(installed)).toEqual({ ...before, plugin });
      }),
      { numRuns: 400 },
    );
  });

  it("in which somebody wrote it, anywhere, loses it and nothing else", () => {
    const written = jsoncConfig(["agent-memory-bank", "agent-memory-bank@0.9.0"]);
    fc.assert(
      fc.property(written, (text) => {
        fc.pre(!isBroken(text));
        const before = hostParse(text);
        const others = before.plugin?.filter((entry) => !isOurs(String(entry)));
        const { plugin = [], ...after } = hostParse(drop(text));
        expect(plugin).toEqual(others ?? []);
        expect(after).toEqual({ ...before, plugin: undefined });
        expect(hostParse(put(text)).plugin?.filter((entry) => isOurs(String(entry)))).toHaveLength(
          1,
        );
      }),
      { numRuns: 400 },
    );
  });

  it("keeps its entry's options when the version changes", () => {
    fc.assert(
      fc.property(jsoncConfig([]), (text) => {
        fc.pre(!isBroken(text));
        const older = putEntry(text, "agent-memory-bank@0.9.0", isOurs, "");
        expect(put(older)).toBe(put(text));
      }),
    );
  });
});

function hostParse(text: string): { plugin?: unknown[] } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value as { plugin?: unknown[] };
}

describe("how it is written", () => {
  it.each([
    ["{}", `{"plugin": [ "${NAME}" ]}`],
    [
      '{\r\n    "a": 1,\r\n}',
      `{\r\n    "a": 1,\r\n    "plugin": [\r\n        "${NAME}"\r\n    ],\r\n}`,
    ],
    ['{"plugin":["a",]}', `{"plugin":["a", "${NAME}",]}`],
    [
      '{\n  "plugin": [\n    "a", // one\n    "b" // two\n    // "c"\n  ]\n}',
      `{\n  "plugin": [\n    "a", // one\n    "b", // two\n    // "c"\n    "${NAME}"\n  ]\n}`,
    ],
  ])("%j", (text, installed) => {
    expect(put(text)).toBe(installed);
    expect(drop(installed)).toBe(text);
  });
});

describe("an entry that is there", () => {
  it("is changed in place, with its options and comments", () => {
    const text =
      '{"plugin": ["a", [/* pin */ "agent-memory-bank@0.1.0", { "guardMode": "block" }], "b"]}';
    expect(put(text)).toBe(text.replace("0.1.0", "1.2.3"));
  });

  it("is the one that stays of several, the one with options first", () => {
    const text =
      '{"plugin": ["agent-memory-bank", ["agent-memory-bank@1", {}], "agent-memory-bank@2"]}';
    expect(put(text)).toBe(`{"plugin": [ ["${NAME}", {}]]}`);
  });

  it("moves from the list that OpenCode 2 alone reads to the one that both read, with its options", () => {
    const second =
      '{"plugins": ["a", {"package": "agent-memory-bank@1", "options": {"log": "off", "bank": null}}]}';
    expect(put(second)).toBe(
      `{"plugins": ["a"], "plugin": [ [ "${NAME}", { "log": "off", "bank": null } ] ]}`,
    );
    expect(drop(put(second))).toBe('{"plugins": ["a"]}');
    expect(put(`{"plugin": ["agent-memory-bank@1"], "plugins": ["agent-memory-bank"]}`)).toBe(
      `{"plugin": ["${NAME}"], "plugins": []}`,
    );
  });

  it("leaves its list where another one would come to life", () => {
    expect(drop('{"plugin": ["dead"], "plugin": [ "agent-memory-bank" ]}')).toBe(
      '{"plugin": ["dead"], "plugin": [ ]}',
    );
  });

  it("that has a comment of the user's leaves it", () => {
    const text = '{\n  "plugin": [\n    // memory\n    "agent-memory-bank" // the bank\n  ]\n}';
    expect(drop(text)).toBe('{\n  "plugin": [\n    // memory\n     // the bank\n  ]\n}');
  });
});

it.each([
  ["[]", "an object { … } is expected"],
  ['{"plugin": "a"}', '"plugin" must be a list [ … ]'],
  ['{"plugin": {}}', '"plugin" must be a list [ … ]'],
  ['{"plugin": null}', '"plugin" must be a list [ … ]'],
])("%s cannot take it", (text, problem) => {
  expect(findBroken(text)).toMatchObject({ problem });
});

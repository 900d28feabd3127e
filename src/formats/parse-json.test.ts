import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

describe("parseJson", () => {
  it("reads whatever JSON is", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        // Keys are data here, so both sides are compared as text.
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("forgives comments and trailing commas", () => {
    const text = '// first\n{ "a": [1, /* two */ 2,], "b": "// no comment", }\n// last';
    expect(JSON.stringify(parseJson(text))).toBe('{"a":[1,2],"b":"// no comment"}');
    expect(parseJson('"a\tb"')).toBe("a\tb");
  });

  it("keeps names of the prototype as plain keys", () => {
    const value = parseJson('{ "__proto__": { "polluted": 1 }, "constructor": 2 }');
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect({}).not.toHaveProperty("polluted");
  });

  it.each([
    "{",
    '{ "a" 1 }',
    '{ "a": tea }',
    "[1 2]",
    "",
    '"open',
    "{} {}",
    "{ a: 1 }",
    '{"a":"\n"}',
  ])("refuses %j", (text) => {
    expect(() => parseJson(text)).toThrow();
  });

  it("refuses what is nested too deeply, without exhausting the stack", () => {
    expect(() => parseJson("[".repeat(60_000))).toThrow("nested too deeply");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

describe("parseJson", () => {
  it("reads whatever JSON is", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        // Keys are data here, so both sides are compared as text.
        expect(JSON.stringify(parseJson(text, false))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("forgives comments and trailing commas", () => {
    const text = '// first\n{ "a": [1, /* two */ 2,], "b": "// no comment", }\n// last';
    expect(JSON.stringify(parseJson(text, false))).toBe('{"a":[1,2],"b":"// no comment"}');
    expect(parseJson('"a\tb"', false)).toBe("a\tb");
  });

  it("keeps names of the prototype as plain keys", () => {
    const value = parseJson('{ "__proto__": { "polluted": 1 }, "constructor": 2 }', false);
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
    expect(() => parseJson(text, false)).toThrow();
  });

  it("refuses what is nested too deeply, without exhausting the stack", () => {
    expect(() => parseJson("[".repeat(60_000), true)).toThrow("nested too deeply");
  });

  it("gives everything before a cut, and no half value", () => {
    const text =
      '{ "name": "tea", "scripts": { "test": "vitest", "build": "tsdown" }, "size": 120 }';
    const cut = (end: number) => JSON.stringify(parseJson(text.slice(0, end), true));
    expect(cut(text.indexOf("tsd"))).toBe('{"name":"tea","scripts":{"test":"vitest"}}');
    expect(cut(text.indexOf("20 }"))).not.toContain("size");
    expect(cut(0)).toBeUndefined();
    const whole = JSON.parse(text) as { scripts: Record<string, string> };
    for (let end = 1; end < text.length; end++) {
      const part = parseJson(text.slice(0, end), true) as Partial<typeof whole>;
      expect(whole).toMatchObject(JSON.parse(JSON.stringify(part ?? {})) as object);
    }
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, parseYaml } from "./data.ts";

const same = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("parseJson", () => {
  it("reads whatever JSON is", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        // Keys are data here, so both sides are compared as text.
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("keeps names of the prototype as plain keys", () => {
    const value = parseJson('{ "__proto__": { "polluted": 1 }, "constructor": 2 }');
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("parseYaml", () => {
  it("reads the first document, and follows aliases", () => {
    const text = "x: &x [1]\nservices:\n  db:\n    y: *x\n  db: 2\n  app: *x\n---\nz: 1\n";
    expect(same(parseYaml(text))).toEqual({ x: [1], services: { db: 2, app: [1] } });
  });

  it("does not unfold aliases that multiply", () => {
    const levels = Array.from({ length: 20 }, (_, level) => {
      const item = level === 0 ? "tea" : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array(9).fill(item).join(",")}]`;
    });
    expect(() => parseYaml(levels.join("\n"))).toThrow();
  });
});

it.each([
  [parseJson, ""],
  [parseJson, '{ "a" 1 }'],
  [parseYaml, "a: {"],
])("%o refuses %j", (parse, text) => {
  expect(() => parse(text)).toThrow();
});

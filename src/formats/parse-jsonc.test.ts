import * as fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsoncValue } from "../../test/helpers/jsonc-texts.ts";
import { memberOf, parseJsonc, toPosition } from "./parse-jsonc.ts";

/** The same as OpenCode reads a config. */
function hostParse(text: string): { value: unknown; isBroken: boolean } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true });
  return { value, isBroken: errors.length > 0 };
}

describe("it reads what OpenCode's parser reads", () => {
  it("as the same value", () => {
    fc.assert(
      fc.property(jsoncValue, (text) => {
        const result = parseJsonc(text);
        if (result.kind !== "parsed") throw new Error(JSON.stringify(result));
        expect(result.root.value).toEqual(hostParse(text).value);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['{ "a": 1, }', "parsed"],
  ['{ "port": {env:PORT}, "list": [{file:./list}] }', "parsed"],
  ["\ufeff{}", "parsed"],
  ["", "empty"],
  [" \r\n", "empty"],
  ["// only a comment", "broken"],
  ["{ 'a': 1 }", "broken"],
  ["{ a: 1 }", "broken"],
  ["[1 2]", "broken"],
  ["[,]", "broken"],
  ['{"a": 01}', "broken"],
  ["{}{}", "broken"],
  ["/* never closed", "broken"],
  ['{"a": "b\n"}', "broken"],
  ["[".repeat(2000), "broken"],
  [`"${"a\u0085".repeat(50_000)}`, "broken"],
  [`"${"a\\n".repeat(50_000)}"`, "parsed"],
])("%#. %.40j is %s", (text, kind) => {
  expect(parseJsonc(text).kind).toBe(kind);
});

it.each([
  ['{\n  "plugin": [\n    "a"\n    "b"\n  ]\n}', "4:5", "comma expected"],
  ['\ufeff{"a" 1}', "1:6", "colon expected"],
  ['{\r\n  "a": tru\r\n}', "2:8", "invalid symbol"],
  ['{"a": 1', "1:8", "close brace expected"],
  ['{"a": "b', "1:7", "unexpected end of string"],
])("%j is broken at %s", (text, position, problem) => {
  const result = parseJsonc(text);
  if (result.kind !== "broken") throw new Error(result.kind);
  expect([toPosition(text, result.offset), result.problem]).toEqual([position, problem]);
});

it("of equal keys the last counts", () => {
  const result = parseJsonc('{"a": "one", "\\u0061": "two"}');
  const value = result.kind === "parsed" ? memberOf(result.root, "a")?.value : undefined;
  expect(value).toMatchObject({ kind: "string", value: "two" });
});

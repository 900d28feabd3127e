import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsoncConfig } from "../../test/helpers/jsonc-texts.ts";
import { dropMember, putMember } from "./edit-jsonc.ts";
import { memberOf, parseJsonc } from "./parse-jsonc.ts";

const KEYS = ["plugin", "ours"] as const;
const VALUE = { source: { path: "/x" } };

function parse(text: string): unknown {
  const parsed = parseJsonc(text);
  return parsed.kind === "parsed" ? parsed.root.value : undefined;
}

it("any config gets a member and gives it back byte for byte", () => {
  const configs = fc.oneof(
    jsoncConfig([]),
    // In which the object on the way is there already.
    jsoncConfig([]).map((text) => text.replaceAll(/("plugin":[^[]*)\[[^]*?\]/g, '$1{"a": 1 }')),
  );
  fc.assert(
    fc.property(configs, (text) => {
      const parsed = parseJsonc(text);
      const on = parsed.kind === "parsed" ? memberOf(parsed.root, "plugin") : undefined;
      fc.pre(parsed.kind === "parsed" && (on === undefined || on.value.kind === "object"));
      const put = putMember(text, KEYS, VALUE);
      expect(parse(put)).toMatchObject({ plugin: { ours: VALUE } });
      expect(putMember(put, KEYS, VALUE)).toBe(put);
      expect(dropMember(put, KEYS)).toBe(text);
      const other = putMember(put, ["other"], true);
      expect(dropMember(dropMember(other, ["other"]), KEYS)).toBe(text);
    }),
    { numRuns: 400 },
  );
});

it.each([
  ["{}", '{"plugin": { "ours": { "source": { "path": "/x" } } }}'],
  [
    '{\n\t"a": 1\n}',
    '{\n\t"a": 1,\n\t"plugin": {\n\t\t"ours": {\n\t\t\t"source": {\n\t\t\t\t"path": "/x"\n\t\t\t}\n\t\t}\n\t}\n}',
  ],
  ['{ "plugin": {} }', '{ "plugin": {"ours": { "source": { "path": "/x" } }} }'],
])("%j", (text, put) => {
  expect(putMember(text, KEYS, VALUE)).toBe(put);
  expect(dropMember(put, KEYS)).toBe(text);
});

it("another value takes the place of the one that is there, however often it is there", () => {
  const text = '{ "plugin": { "ours": false, "b": 1, "ours": { "x": 1 } }, "c": 1 }';
  const put = putMember(text, KEYS, true);
  expect(put).toBe('{ "plugin": { "b": 1, "ours": true }, "c": 1 }');
  expect(dropMember(text, KEYS)).toBe('{ "plugin": { "b": 1 }, "c": 1 }');
});

it("nothing is put where something else than an object is on the way", () => {
  for (const text of ['{ "plugin": [] }', "[]", "", "{"])
    expect(putMember(text, KEYS, true)).toBe(text);
});

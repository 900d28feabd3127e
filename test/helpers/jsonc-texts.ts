import * as fc from "fast-check";

const space = fc.constantFrom("", "", " ", "\n", "\n  ", "\r\n\t", "  ");
const comment = fc.constantFrom("// a, ] }\n", "/* b */", "/* , \n ] */", '// "x"\r\n', "//\n");
/** White space and comments, as they may stand between any two tokens. */
const blank = fc
  .array(fc.oneof({ weight: 3, arbitrary: space }, { weight: 1, arbitrary: comment }), {
    maxLength: 3,
  })
  .map((parts) => parts.join(""));

const text = fc.oneof(
  fc.string({ maxLength: 6, unit: "binary" }),
  fc.constantFrom("plugin", "oh-my-opencode", "// no comment", "é", "[", "{env:X}", '"'),
);
const literal = text.map((value) => JSON.stringify(value));
const word = fc.constantFrom("1", "-0.5e3", "true", "false", "null");

const { value } = fc.letrec<{ value: string; items: string; members: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    literal,
    word,
    fc.tuple(blank, tie("items"), blank).map(([a, items, b]) => `[${a}${items}${b}]`),
    fc.tuple(blank, tie("members"), blank).map(([a, members, b]) => `{${a}${members}${b}}`),
  ),
  items: listOf(tie("value")),
  members: listOf(
    fc.tuple(literal, blank, blank, tie("value")).map(([key, a, b, v]) => `${key}${a}:${b}${v}`),
  ),
}));

function listOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.tuple(item, blank, blank), { maxLength: 4 }), fc.boolean())
    .map(([items, hasTrailingComma]) =>
      items
        .map(([one, a, b], index) =>
          index < items.length - 1 || hasTrailingComma ? `${one}${a},${b}` : one,
        )
        .join(""),
    );
}

/** Any JSONC value, formatted in every way. */
export const jsoncValue = fc.tuple(blank, value, blank).map((parts) => parts.join(""));

/** An object at the root, as configs have; often with a list of these plugins and others, sometimes with two. */
export function jsoncConfig(plugins: readonly string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom("oh-my-opencode", "./local.ts", ...plugins).map((one) => `"${one}"`);
  const plugin = fc.oneof(
    name,
    fc.tuple(name, blank, value).map(([one, a, options]) => `[${a}${one}, {"o": ${options}}]`),
  );
  const list = fc.tuple(blank, blank, listOf(plugin), blank);
  const member = fc.oneof(
    fc.tuple(literal, blank, blank, value).map(([key, a, b, v]) => `${key}${a}:${b}${v}`),
    list.map(([a, b, items, c]) => `"plugin":${a}[${b}${items}${c}]`),
  );
  return fc
    .tuple(fc.constantFrom("", "", "\ufeff"), blank, blank, listOf(member), blank, blank)
    .map(([bom, a, b, members, c, d]) => `${bom}${a}{${b}${members}${c}}${d}`);
}

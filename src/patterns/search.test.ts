import { describe, expect, it } from "vitest";
import { toSearch } from "./search.ts";

const groupsOf = (expression: string, text: string, isExtended = true) =>
  toSearch(expression, { isExtended, ignoresCase: false })?.(text, 0, () => undefined)?.groups;

describe("a search with groups", () => {
  it.each([
    ["b+", "abbb", ["bbb"]],
    ["(a*)(b*)", "aabb", ["aabb", "aa", "bb"]],
    [".*(b.).*", "abcbd", ["abcbd", "bd"]],
    ["^a(.*)c$", "abc", ["abc", "b"]],
    ["^b", "abc", undefined],
    ["(a|ab)(c|bcd)", "abcd", ["abcd", "a", "bcd"]],
    ["x|y", "ay", ["y"]],
    ["((a)b)+c", "ababc", ["ababc"]],
  ])("%s in %s", (expression, text, expected) => {
    expect(groupsOf(expression, text)).toEqual(expected);
  });

  it("reads plain expressions", () => {
    expect(groupsOf(String.raw`.*/\([a-z]*\)-x`, "a/b/cd-x", false)).toEqual(["a/b/cd-x", "cd"]);
  });

  it.each([String.raw`\bword`, "a(^b)", "(?=x)"])("does not read %s", (expression) => {
    expect(toSearch(expression, { isExtended: true, ignoresCase: false })).toBeUndefined();
  });
});

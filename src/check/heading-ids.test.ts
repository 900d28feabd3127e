import { describe, expect, it } from "vitest";
import { parseDoc } from "../bank/parse.ts";
import { readHeadingIds, toHeadingId } from "./heading-ids.ts";

describe("toHeadingId", () => {
  it.each([
    ["Setup & Run", "setup--run"],
    ["Routing Rules（意图驱动）", "routing-rules意图驱动"],
    ["Decision Highlights (Still Binding)", "decision-highlights-still-binding"],
    ["`npm run x` in a_b", "npm-run-x-in-a_b"],
    ["![picture](y.png)[Link](x.md) and [more][ref]", "link-and-more"],
    ["C++ / 中文：标题！", "c--中文标题"],
    ["Tom &amp; Jerry <b>!</b>", "tom--jerry-"],
    ["① Première étape", "-première-étape"],
    ["🚀 Start", "-start"],
  ])("%s", (title, id) => {
    expect(toHeadingId(title)).toBe(id);
  });
});

describe("readHeadingIds", () => {
  it("numbers headings of the same name, as pages of GitHub do", () => {
    const ids = readHeadingIds(parseDoc("# A\n## A\n### A\n# A-1\n"));
    expect([...ids]).toEqual(["a", "a-1", "a-2", "a-1-1"]);
  });

  it("knows headings in lists and quotes, underlined ones and closed ones", () => {
    const ids = readHeadingIds(
      parseDoc("> ## In a quote\n\n- ## In a list\n\nUnder\n===\n\n## Closed ##\n"),
    );
    expect([...ids]).toEqual(["in-a-quote", "in-a-list", "under", "closed"]);
  });

  it("knows ids in HTML, and nothing in code", () => {
    const text =
      '<a id="one"></a>\n\nText <span id=Two>x</span>\n\n## <a name=\'three\'></a> H\n\n```\n# no\n<a id="no">\n```\n';
    const ids = readHeadingIds(parseDoc(text));
    expect([...ids].toSorted()).toEqual(["h", "one", "three", "two"]);
  });

  it("takes an underscore for emphasis or for a part of the name", () => {
    expect([...readHeadingIds(parseDoc("# _Soft_ and snake_case\n"))]).toEqual([
      "_soft_-and-snake_case",
      "soft-and-snakecase",
    ]);
  });
});

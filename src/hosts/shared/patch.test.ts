import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPatchedFiles } from "./patch.ts";

const files = (patch: string) =>
  toPatchedFiles(patch).map(({ path, effect }) => `${effect} ${path}`);
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const plan = (before: string | undefined, text: string) =>
  toPatchedFiles(text)[0]?.planText(before);

describe("a patch", () => {
  it("names its files", () => {
    const text = patch(
      "*** Add File: a.md",
      "+*** Delete File: not-this.md",
      "*** Update File: b.md ",
      "*** Move to: c.md",
      "@@",
      "-x",
      "*** Update File: d.md",
      "*** Delete File:e.md",
    );
    expect(files(text)).toEqual([
      "replace a.md",
      "move-from b.md",
      "change c.md",
      "change d.md",
      "delete e.md",
    ]);
    expect(files(text.replaceAll("\n", "\r\n"))).toHaveLength(5);
    expect(files("hello\n*** Add File:\n--- only one side")).toEqual([]);
  });

  it("is certain when each hunk stands there once, in order", () => {
    const text = patch(
      "*** Update File: a.md",
      "@@",
      " one",
      "-two",
      "+2",
      "@@ near here",
      "-four",
      "+4",
      "*** Update File: b.md",
      "-x",
    );
    expect(plan("one\ntwo\nthree\nfour\n", text)).toEqual({
      after: "one\n2\nthree\n4\n",
      brings: "2\n4",
    });
    for (const other of ["one\ntwo\none\ntwo\nfour\n", "four\none\ntwo\n", "one\n two\nfour\n"])
      expect(plan(other, text)?.after).toBeUndefined();
  });

  it("adds a file, and says what it brings where nothing else is certain", () => {
    expect(plan(undefined, patch("*** Add File: a.md", "+one", "+two"))).toEqual({
      after: "one\ntwo\n",
      brings: "one\ntwo",
    });
    const loose = patch("*** Update File: a.md", "@@", "+only added");
    expect(plan("one\n", loose)).toEqual({ after: undefined, brings: "only added" });
  });

  it("that moves a file is certain only of what it adds", () => {
    const text = patch("*** Update File: a.md", "*** Move to: b.md", "@@", "-two", "+2");
    const [, moved] = toPatchedFiles(text);
    expect(moved).toMatchObject({ path: "b.md", effect: "change" });
    expect(moved?.planText(undefined)).toEqual({ after: undefined, brings: "2" });
  });

  it("may be anything", () => {
    const before = fc.option(fc.string(), { nil: undefined });
    fc.assert(
      fc.property(before, fc.string(), (text, words) => {
        for (const given of [words, `*** Update File: a.md\n${words}`])
          for (const { planText } of toPatchedFiles(given)) planText(text);
      }),
    );
  });
});

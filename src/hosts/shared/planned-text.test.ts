import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planEdits, planWrite } from "./planned-text.ts";

describe("a write", () => {
  it("makes the file its content, and a byte order mark stays", () => {
    expect(planWrite("old", { content: "new" })).toEqual({ after: "new", brings: "new" });
    expect(planWrite("\uFEFFold", { content: "new" }).after).toBe("\uFEFFnew");
  });
});

describe("an edit", () => {
  const edit = (before: string | undefined, args: object) => planEdits(before, args).after;

  it("is certain when its old text stands there once, or all of it is replaced", () => {
    expect(edit("a b a", { oldString: "b", newString: "$& $1" })).toBe("a $& $1 a");
    expect(edit("a b a", { oldString: "a", newString: "c" })).toBeUndefined();
    expect(edit("a b a", { oldString: "a", newString: "c", replaceAll: true })).toBe("c b c");
    expect(edit("a b a", { oldString: "x", newString: "c" })).toBeUndefined();
  });

  it("without an old text makes a new file; of one that is there nothing is certain", () => {
    expect(edit(undefined, { oldString: "", newString: "new" })).toBe("new");
    expect(edit("old", { oldString: "", newString: "new" })).toBeUndefined();
  });

  it("of several follows one after the other", () => {
    const edits = [
      { oldString: "a", newString: "b" },
      { oldString: "b", newString: "c" },
    ];
    expect(planEdits("a", { edits })).toEqual({ after: "c", brings: "b\nc" });
    expect(planEdits("a b", { edits }).after).toBeUndefined();
  });
});

it("an edit in another plugin's form brings its texts, and only running it tells the rest", () => {
  const edits = [{ op: "replace", pos: "2#VK", lines: ["x", "y"] }];
  expect(planEdits("a\nb\n", { filePath: "a.md", edits })).toEqual({
    after: undefined,
    brings: "a.md\nreplace\n2#VK\nx\ny",
  });
});

it("never throws, whatever the host hands over", () => {
  const before = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(before, fc.anything(), (text, args) => {
      planWrite(text, args);
      planEdits(text, args);
    }),
  );
});

import { expect, test } from "vitest";
import { isApproved, unwritten } from "./approved.ts";

test.each([
  ["details/progress.md", "progress.md", true],
  ["details/tech.md", "tech.md", true],
  ["activeContext.md", "core/activeContext.md", true],
  ["details/progress.md", "activeContext.md", false],
  ["details/progress.md", "packages/progress.md", false],
  ["details/design/api.md", "design/api.md", false],
  ["details/notes.md", "notes.md", false],
])("a yes for %s covers %s: %s", (approved, doc, covers) => {
  expect(isApproved([approved], doc)).toBe(covers);
  expect(unwritten({ docs: [approved], written: [doc] })).toEqual(covers ? [] : [approved]);
});

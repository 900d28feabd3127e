import { expect, test } from "vitest";
import { isOldLayout, layoutOf, oldEntriesIn } from "./layouts.ts";

test.each([
  [["projectbrief.md", "activeContext.md"], "Cline"],
  [["projectBrief.md", "TECHCONTEXT.md"], "Cline"],
  [["core/activeContext.md", "core/progress.md"], "Cline"],
  [["01-projectbrief.md", "02-productContext.md"], "Cline"],
  [["currentTask.md", "codebaseSummary.md"], "Cline"],
  [["productContext.md", "activeContext.md", "decisionLog.md"], "Roo"],
  [["activeContext.md", "progress.md", "tasks.md", "style-guide.md"], "Cursor"],
  [["activeContext.md", "progress.md", "tasks.md", "creative/menu.md"], "Cursor"],
  [["brief.md", "product.md", "context.md"], "Kilo"],
  [["brief.md", "product.md", "architecture.md", "tech.md"], "Kilo"],
  [["progress.md"], undefined],
  [["projectbrief.md", "notes.md"], undefined],
  [["guides/activeContext.md", "guides/progress.md"], undefined],
  [["details/progress.md", "details/patterns.md", "details/tech.md"], undefined],
  [["_index.md", "brief.md", "active.md", "progress.md"], undefined],
])("%j is the layout of %s", (paths, layout) => {
  expect(layoutOf(paths)).toBe(layout);
});

test("our older layout has two of its names, or one with a marker of ours", () => {
  const isOld = (paths: readonly string[], text = "# Brief\n") => isOldLayout(paths, () => text);
  expect(isOld(["brief.md", "active.md"])).toBe(true);
  expect(isOld(["brief.md"])).toBe(false);
  expect(isOld(["brief.md"], "<!-- MACHINE_BLOCK_START -->\n")).toBe(true);
  expect(isOld(["active.md"], "<!-- MEMORY_BANK_TEMPLATE:v6 -->\n")).toBe(true);
  expect(isOld(["notes.md"], "<!-- MACHINE_BLOCK_START -->\n")).toBe(false);
});

test("names of our older layout beside another tool's docs are that tool's", () => {
  const paths = ["_index.md", "brief.md", "projectbrief.md", "activeContext.md"];
  expect(oldEntriesIn(paths)).toEqual([]);
  expect(isOldLayout(paths, () => "# Words\n")).toBe(false);
  expect(isOldLayout(paths, () => "<!-- USER_BLOCK_START -->\n")).toBe(true);
});

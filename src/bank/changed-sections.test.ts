import { expect, it } from "vitest";
import { changedSections } from "./changed-sections.ts";

const DOC = "# Doc\n\n## One\n\na\n\n## Two\n\nb\n";

it("names the sections that came or changed, and no others", () => {
  expect(changedSections(DOC, DOC)).toEqual([]);
  expect(changedSections(DOC, DOC.replace("b", "c"))).toEqual(["Two"]);
  expect(changedSections(DOC, `${DOC}\n## Three\n`)).toEqual(["Three"]);
  expect(changedSections(DOC, DOC.replace("## One\n\na\n\n", ""))).toEqual([]);
  expect(changedSections("", DOC)).toEqual(["One", "Two"]);
});

import { describe, expect, it } from "vitest";
import { findRuleFiles } from "./rule-files.ts";

const find = (files: Readonly<Record<string, string>>, readme = "") =>
  findRuleFiles(
    Object.keys(files),
    Object.entries(files).map(([path, text]) => ({ path, text, isCut: false })),
    readme,
  );

describe("the project's own rule files", () => {
  it("are at most three, in their order; a folder is one", () => {
    const rules = { ".cursor/rules/": "", ".cursor/rules/a.mdc": "x" };
    const files = { "CLAUDE.md": "a", "AGENTS.md": "b", "contributing.md": "c", ...rules };
    expect(find(files)).toEqual(["contributing.md", "AGENTS.md", "CLAUDE.md"]);
    expect(find({ "CLAUDE.md": "a", ...rules })).toEqual(["CLAUDE.md", ".cursor/rules/"]);
    expect(find({ ".github/CONTRIBUTING.md": "x", "memory-bank/.clinerules": "y" })).toEqual([
      ".github/CONTRIBUTING.md",
      "memory-bank/.clinerules",
    ]);
  });

  it("say something, and are linked once where two are the same", () => {
    expect(find({ "AGENTS.md": "same", "CLAUDE.md": "same\n" })).toEqual(["AGENTS.md"]);
    expect(find({ "AGENTS.md": "rules", "CLAUDE.md": "@AGENTS.md\n" })).toEqual(["AGENTS.md"]);
    expect(find({ "AGENTS.md": " \n", ".cursor/rules/": "" })).toEqual([]);
    expect(find({ ".cursor/rules/": "", ".cursor/rules/isolation_rules/": "" })).toEqual([]);
  });

  it("are style guides that the README names, and that are there", () => {
    const readme =
      "See the [style](docs/STYLE_GUIDE.md), [old](docs/code-style.md), [x](docs/x.md).";
    expect(find({ "docs/STYLE_GUIDE.md": "a", "docs/x.md": "b" }, readme)).toEqual([
      "docs/STYLE_GUIDE.md",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { describeReadme, toDescription } from "./readme.ts";

const of = (...lines: readonly string[]) => describeReadme(lines.join("\n"));

describe("what a README says of the project", () => {
  it("is its first paragraph, without badges, rows of links and markup", () => {
    const lines = [
      "---\ntitle: x\n---",
      "[![a](b)](c) ![d](e)",
      "",
      "# Tea",
      "",
      "[Docs](x) | [Blog](y) | [Chat](z) | [Shop](w)",
      "",
      "> Steeps **tea** with [water](https://example.org)[^1], e.g. green tea. More follows.",
      "",
      "Tea is something else.",
    ];
    expect(of(...lines)).toBe("Steeps tea with water, e.g. green tea. More follows.");
    const badge = "[![NuGet Downloads](https://example.org/a.svg)](https://example.org)";
    expect(of(`# Tea&nbsp;${badge}`, "", "Tea sorts leaves.")).toBe("Tea sorts leaves.");
    const thanks = "<sup>Made by many.<br>Special thanks to:</sup>";
    const banner = '<a href="x">\n<div>\n<b>Get the most out of every talk.</b>\n</div>\n</a>';
    expect(of(thanks, "", banner, "", "Tea<br>steeps \\(hot\\).")).toBe("Tea steeps (hot).");
    expect(of("# X", "", "X sorts mail.", "", "## Rules", "", "- one")).toBe("X sorts mail.");
    expect(of("# 茶壶", "", "这是一个简单的茶壶管理系统。")).toBe("这是一个简单的茶壶管理系统。");
  });

  it.each([
    ["a heading", "# A long heading with many words in it"],
    ["a list", "- this is a list of many words\n1. and another with many words"],
    ["a table", "| this | is | a | table |"],
    ["code", "```\nthis is code and not a sentence.\n```"],
    ["a comment", "<!-- this is a comment with many words -->"],
    ["an alert", "> [!NOTE]\n> This thing here is only a warning."],
    ["a notice", "Note: this moves soon."],
    ["an instruction", "See the documentation for all the details."],
    ["news", "# Tea\n## Tea 2.0 is now available\nTea is a thing we release."],
    ["a row of links", "Docs • Blog • Chat • Shop • Help"],
  ])("is not %s", (_, text) => {
    expect(of(text)).toBeUndefined();
  });

  it.each([
    "This is a [Next.js](x) project bootstrapped with `create-next-app`.",
    "# React + Vite\n\nThis template provides a minimal setup to get React working in Vite.",
    "# shop\n\nA new Flutter project.\n\n## Getting Started\n\nThis is a start for an app.",
    "This project was generated with [Angular CLI](x) version 19.\n\nAnd it is more than that.",
  ])("is nothing where a generator wrote it: %s", (text) => {
    expect(of(text)).toBeUndefined();
  });

  it("ends with a sentence where it is long", () => {
    const long = "Tea is made of many leaves. ".repeat(40);
    expect(toDescription(long)?.length).toBeLessThanOrEqual(601);
    expect(toDescription(long)).toMatch(/leaves\.$/);
  });
});

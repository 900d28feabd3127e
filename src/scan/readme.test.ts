import { describe, expect, it } from "vitest";
import { describeReadme, toDescription } from "./readme.ts";

const describe_ = (lines: string[], name?: string) => describeReadme(lines.join("\n"), name);

describe("the description in a README", () => {
  it("is its first real sentence", () => {
    expect(
      describe_([
        "---",
        "title: x",
        "---",
        "[![a](b)](c) ![d](e)",
        "",
        "# Tea",
        "",
        "[Docs](x) | [Blog](y) | [Chat](z) | [Shop](w)",
        "",
        "> Steeps **tea** with [water](https://example.org)[^1], e.g. green tea. More follows.",
      ]),
    ).toBe("Steeps tea with water, e.g. green tea.");
  });

  it("is the sentence about the project rather than another", () => {
    const lines = [
      "# Tea",
      "",
      "Water is wet and that is all.",
      "",
      "Tea (a drink) is made of leaves!",
    ];
    expect(describe_(lines)).toBe("Tea (a drink) is made of leaves!");
    expect(describe_(["Water is wet and that is all.", "", "Pot is a thing."], "@tea/pot")).toBe(
      "Pot is a thing.",
    );
  });

  it("is found further down and in HTML only if it is about the project", () => {
    expect(
      describe_([
        "# Tea",
        "## Setup",
        "Run this thing twice now.",
        "## More",
        "Tea is a drink for all.",
      ]),
    ).toBe("Tea is a drink for all.");
    expect(
      describe_(
        [
          '<h3 align="center">Drink more of it every day</h3>',
          '<p align="center">',
          "  Tea is a <b>drink</b> &mdash;",
          "  <br/> hot and good.",
          "</p>",
        ],
        "tea",
      ),
    ).toBe("Tea is a drink — hot and good.");
  });

  it.each([
    ["a heading", ["# A long heading with many words in it"]],
    ["an underlined heading", ["A long heading with many words", "=====", "------"]],
    ["a list", ["- this is a list of many words", "1. and another with many words"]],
    ["a table", ["| this | is | a | table |"]],
    ["code", ["```", "this is code and not a sentence.", "```", "    and this is code as well."]],
    ["HTML", ["<p>this is not about the project at all</p>"]],
    ["a comment", ["<!-- this is a comment with many words -->"]],
    [
      "an instruction",
      ["See the documentation for all the details.", "", "请访问我们的官方网站查看文档。"],
    ],
    ["an alert", ["> [!NOTE]", "> This thing here is only a warning."]],
    ["how to install it", ["## Install", "The recommended way to get it is a package."]],
    ["news", ["# Tea", "## Tea 2.0 is now available", "Tea is a thing we release."]],
    ["a generator's text", ["This is a [Next.js](x) project bootstrapped with `create-next-app`."]],
    ["a row of links", ["Docs • Blog • Chat • Shop • Help"]],
    ["a directive", [".. image:: a picture of many words", "   :target: and more words of it"]],
    ["how it is licensed", ["# Tea", "## License", "Tea is licensed under some terms."]],
  ])("is not %s", (_, lines) => {
    expect(describe_(lines)).toBeUndefined();
  });

  it("is in Chinese where the README is", () => {
    expect(describe_(["# 茶壶", "", "这是一个简单的茶壶管理系统。欢迎使用！"])).toBe(
      "这是一个简单的茶壶管理系统。",
    );
    expect(
      describe_([
        "# mall",
        "",
        "欢迎访问。",
        "",
        "## 说明",
        "",
        "`mall` 是一个电商系统，包括前台和后台。",
      ]),
    ).toBe("mall 是一个电商系统，包括前台和后台。");
  });

  it("is the tagline in a quote above everything else", () => {
    expect(
      describe_(["# Kettle", "", "> A small, safe pot for tea", "", "Kettle is a Spanish word."]),
    ).toBe("A small, safe pot for tea");
    for (const quote of [
      "> Featured sponsor: the finest leaves in town.",
      "> Kettle is no longer maintained by anybody.",
      '> "Tea is the art of hiding beauty." — Okakura Kakuzo',
      "> [!NOTE]\n> This is a note about all pots.",
    ]) {
      expect(describe_(["# Kettle", "", quote, "", "Kettle is a pot for tea."])).toBe(
        "Kettle is a pot for tea.",
      );
    }
    expect(
      describe_(["# Kettle", "", "Kettle is a pot for tea.", "", "> Other people's words."]),
    ).toBe("Kettle is a pot for tea.");
  });

  it("does not announce a list that is left out", () => {
    expect(describe_(["# Kettle", "", "Kettle is an open pot that includes:", "", "- a lid"])).toBe(
      "Kettle is an open pot.",
    );
    expect(describe_(["# Kettle", "", "Kettle is a pot for these:", "", "- tea"])).toBe(
      "Kettle is a pot for these.",
    );
  });

  it("is bounded and never half a sign", () => {
    const long = describe_([`${"tea 😀".repeat(300)}.`]);
    expect(long?.length).toBeLessThanOrEqual(200);
    expect(long?.isWellFormed()).toBe(true);
    expect(long?.endsWith("…")).toBe(true);
  });

  it("does not take long for a hostile text", () => {
    for (const part of [
      "[",
      "![",
      "](",
      "**",
      "_a",
      "<p",
      "<!--",
      "`a <",
      "|a",
      "(",
      "Tea is ",
      ". ",
      "— ",
    ]) {
      describe_([`# Tea`, "", part.repeat(16_000)], "tea");
    }
  });
});

describe("the description in a manifest", () => {
  it("is kept, shortened to its first sentence when it is long", () => {
    expect(toDescription("Fast. Small. Tea.")).toBe("Fast. Small. Tea.");
    expect(toDescription(`Pours tea.\n${"More of it. ".repeat(40)}`)).toBe("Pours tea.");
  });

  it.each([
    "",
    "  ",
    "TODO",
    "Add your description here",
    "A new Flutter project.",
    "Demo project for Spring Boot",
    "The parent project of tea",
    "<!-- x -->",
  ])("is not %j", (text) => {
    expect(toDescription(text)).toBeUndefined();
  });
});

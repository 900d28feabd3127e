import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wildText } from "../../test/helpers/wild-docs.ts";
import { splitLines } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findLinks } from "../markdown/links.ts";
import { findVersion } from "./markers.ts";
import { findRoutes, findSection, findTitle, parseDoc } from "./parse.ts";

const ENTRY = [
  "# Tea: Memory",
  "",
  "<!-- MACHINE_BLOCK_START -->",
  "<!-- MEMORY_BANK_TEMPLATE:v7.1 -->",
  "",
  "## Decision Highlights",
  "",
  "| decision | date |",
  "|---|---|",
  "| a \\| b | 2026-01-01 |",
  "",
  "```md",
  "## Not a section",
  "```",
  "",
  "## Routing Rules（意图驱动）",
  "",
  "| when you want to | read |",
  "|---|---|",
  "| change code | details/patterns.md, `docs/a b.md` |",
  '| build | [tech](details/tech.md "x")、details/design/ |',
  "",
  "<!-- MACHINE_BLOCK_END -->",
  "",
  "<!-- USER_BLOCK_START -->",
  "## Top Quick Answers",
  "mine",
  "<!-- USER_BLOCK_END -->",
  "",
].join("\n");

describe.each([
  ["LF", ENTRY],
  ["CRLF", ENTRY.replaceAll("\n", "\r\n")],
  ["a byte order mark", `\uFEFF${ENTRY}`],
])("parseDoc with %s", (_, text) => {
  const doc = parseDoc(text);

  it("knows the text as a whole", () => {
    expect(findTitle(text)).toBe("Tea: Memory");
    expect(doc.blocks.problems).toEqual([]);
    const version = findVersion(text);
    expect(version).toMatchObject({ value: "v7.1", isCurrent: true });
    expect(text.slice(version?.from, version?.to)).toBe("<!-- MEMORY_BANK_TEMPLATE:v7.1 -->");
  });

  it("finds sections outside fences, with their owner", () => {
    expect(doc.sections.map(({ heading, owner }) => [heading, owner])).toEqual([
      ["Decision Highlights", "machine"],
      ["Routing Rules（意图驱动）", "machine"],
      ["Top Quick Answers", "user"],
    ]);
    const section = doc.sections[2];
    expect(text.slice(section?.bodyFrom, section?.to).trim()).toBe("mine");
  });

  it("finds a section by name or alias, never the user's", () => {
    expect(findSection(doc, "Decision Highlights (Still Binding)")).toBe(doc.sections[0]);
    expect(findSection(doc, "Top Quick Answers")).toBeUndefined();
    expect(findSection(doc, "Routing Rules")).toBeUndefined();
  });

  it("reads tables and routes", () => {
    const [table] = doc.sections[0]?.tables ?? [];
    expect(table?.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ["a | b", "2026-01-01"],
    ]);
    const found = findRoutes(text);
    const routes = found.map(({ intent, paths }) => [intent, ...paths.map(({ path }) => path)]);
    expect(routes).toEqual([
      ["change code", "details/patterns.md", "docs/a b.md"],
      ["build", "details/tech.md", "details/design/"],
    ]);
    for (const { from, to, path } of found.flatMap(({ paths }) => paths)) {
      expect(text.slice(from, to)).toBe(path);
    }
  });
});

describe("headings", () => {
  it.each([
    ["## A", ["A"]],
    ["## A ##", ["A"]],
    ["## C#", ["C#"]],
    ["##A", []],
    ["    ## A", []],
    ["- ## A", []],
    ["<!--\n## A\n-->", []],
    ["## A\n# B\ntext", ["A"]],
    ["## A\n```md\n## not one\n~~~\n```\n## B\n~~~~\n~~~\n## no\n~~~~\n## C\n", ["A", "B", "C"]],
  ])("%j", (text, headings) => {
    expect(parseDoc(text).sections.map(({ heading }) => heading)).toEqual(headings);
  });
});

describe("tables", () => {
  const cellsOf = (text: string) =>
    parseDoc(`## T\n${text}`).sections[0]?.tables.map(({ header, rows }) =>
      [header, ...rows].map(({ cells }) => cells.map((cell) => cell.text)),
    );

  it.each([
    ["| a |\n|---|\n| |\n| \\\\| x |", [[["a"], [""], ["\\\\", "x"]]]],
    ["| a | b |\n|---|---|\n", [[["a", "b"]]]],
    ["| a | b |\n|---|\n", []],
    ["- | a |\n  |---|", []],
    ["|a|\n|-|\n\n|b|\n|-|\n", [[["a"]], [["b"]]]],
  ])("%j", (text, tables) => {
    expect(cellsOf(text)).toEqual(tables);
  });
});

describe("links", () => {
  it.each([
    ["[a](b.md)", ["b.md"]],
    ["![a](<b c.md>) [d](e%20f.md#g)", ["b c.md", "e f.md"]],
    ["[a](b.md 'title') [a](../c_(d).md)", ["b.md", "../c_(d).md"]],
    ["[a\nb](c.md)", ["c.md"]],
    ["> - [a](b.md)", ["b.md"]],
    ["[a]: b.md\n[c]: <d e.md> 'x'", ["b.md", "d e.md"]],
    ["[^1]: word", []],
    ["[a](https://b.c/d.md) [a](mailto:x) [a](#b) [a](/b.md) [a](//b) [a]()", []],
    ["`[a](b.md)` ``[a](`b.md)``", []],
    ["`[a](b.md)", ["b.md"]],
    ["[a](b c.md) [a](b.md", []],
    ["```\n[a](b.md)\n```\n\n    [a](b.md)\n\n<!-- [a](b.md) -->", []],
  ])("%j", (text, paths) => {
    expect(findLinks(text).map(({ path }) => path)).toEqual(paths);
  });
});

describe("any text", () => {
  it("is its stretches, and its lines", () => {
    fc.assert(
      fc.property(wildText, (text) => {
        const doc = parseDoc(text);
        expect(doc.stretches.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
        const lines = splitLines(text);
        const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
        expect(mark + lines.map(({ from, end }) => text.slice(from, end)).join("")).toBe(text);
        expect(scanLines(text).map(({ from, to, end }) => ({ from, to, end }))).toEqual(lines);
      }),
    );
  });

  it("has every span where it says", () => {
    fc.assert(
      fc.property(wildText, (text) => {
        const doc = parseDoc(text);
        for (const { heading, from, bodyFrom, to, tables } of doc.sections) {
          expect(from).toBeLessThan(bodyFrom);
          expect(bodyFrom).toBeLessThanOrEqual(to);
          expect(text.slice(from, bodyFrom)).toContain(heading);
          for (const { from: start, to: end, header, delimiter, rows } of tables) {
            const all = [header, delimiter, ...rows];
            expect(all.map((row) => text.slice(row.from, row.end)).join("")).toBe(
              text.slice(start, end),
            );
            expect(bodyFrom <= start && end <= to).toBe(true);
            for (const cell of all.flatMap(({ cells }) => cells)) {
              expect(text.slice(cell.from, cell.to).replaceAll("\\|", "|")).toBe(cell.text);
              expect(cell.text.trim()).toBe(cell.text);
            }
          }
        }
        for (const { from, to } of findLinks(text))
          expect(text.slice(from, to)).toMatch(/^[^\r\n#?]+$/);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { updateRoutes } from "./update-routes.ts";

const DOCS = ["details/tech.md", "details/patterns.md", "details/api/a.md", "details/design/d.md"];
const HEAD = "## Routing Rules（意图驱动）\n\n| want | read |\n|---|---|\n";

function update(
  entry: string,
  docs: readonly string[] = DOCS,
): { text: string; notes: readonly string[] } {
  const bank = toBankFiles(new Map(docs.map((doc) => [doc, Buffer.from(`# ${doc}\n`)])));
  const isInProject = (path: string) => path === "src/main.ts" || path === "README.md";
  return updateRoutes(entry, docs, { bank, language: "en", isInProject });
}

/** The rows of a table that leads to all docs but those that are asked for. */
function rows(...cells: readonly string[]): string[] {
  const others = "| all | details/tech.md, details/patterns.md, details/api/, details/design/ |";
  const before = `${HEAD}${others}\n${cells.map((cell) => `| x | ${cell} |\n`).join("")}`;
  const { text } = update(before);
  return text
    .split("\n")
    .filter((line) => line.startsWith("| x |"))
    .map((line) => line.slice("| x | ".length, -" |".length));
}

describe("a route", () => {
  it("to a folder of the layout that is not made yet stays", () => {
    const cells = [
      "details/requirements/",
      "`memory-bank/details/learnings/`",
      "details/requirements/index.md",
      "details/requirements",
    ];
    expect(rows(...cells)).toEqual(cells);
    expect(rows("details/other/", "details/requirements/REQ-001-x.md")).toEqual([]);
  });

  it("to an index that is not there leads to its folder", () => {
    expect(rows("`memory-bank/details/design/index.md`", "details/api/index.md, gone.md")).toEqual([
      "`memory-bank/details/design/`",
      "details/api/",
    ]);
    expect(rows("see details/design/index.md first")).toEqual(["see details/design/ first"]);
  });

  it.each([
    ["details/gone.md + details/tech.md", "details/tech.md"],
    ["details/tech.md+details/gone.md", "details/tech.md"],
    ["`details/tech.md` + `details/gone.md`", "`details/tech.md`"],
    ["`details/gone.md + details/tech.md`", "`details/tech.md`"],
    ["`details/tech.md, details/gone.md`", "`details/tech.md`"],
    ["details/tech.md<br>details/gone.md<br>README.md", "details/tech.md<br>README.md"],
    ["details/gone.md and details/tech.md", "details/tech.md"],
    ["details/gone.md、details/tech.md；README.md", "details/tech.md；README.md"],
    ["details/tech.md / details/gone.md", "details/tech.md"],
    ["details/gone.md (why) + details/tech.md", "details/gone.md (why) + details/tech.md"],
  ])("loses only what is gone: %s", (cell, left) => {
    expect(rows(cell)).toEqual([left]);
  });

  it("is not added for a doc that the entry links, or for one in a folder that it links", () => {
    const entry = (words: string) =>
      `${words}\n\n${HEAD}| all | details/tech.md, details/patterns.md, details/design/ |\n`;
    for (const words of [
      "[a](details/api/a.md)",
      "[api](details/api)",
      "[b](../memory-bank/details/api/)",
    ])
      expect(update(entry(words)).text).toBe(entry(words));
    const linked = `<!-- USER_BLOCK_START -->\n[a](details/api/a.md)\n<!-- USER_BLOCK_END -->`;
    expect(update(entry(linked)).text).toBe(entry(linked));
    for (const words of [
      "[all](details/)",
      "`details/api/a.md`",
      "[a](https://x.org/details/api/a.md)",
    ])
      expect(update(entry(words)).text).toContain(
        "| know about details/api/a.md | details/api/a.md |",
      );
  });

  it("goes where it belongs, and the others keep their order", () => {
    const general =
      "### General\n\n| want | read | note |\n|---|---|---|\n| z | details/tech.md | 1 |\n| glob | all else | |\n";
    const own =
      "### Own\n\n| want | read |\n|---|---|\n| b | details/web/x.md |\n| a | src/main.ts |\n";
    const docs = [...DOCS, "details/web/x.md", "details/web/y.md"];
    const { text } = update(`## Routing Rules（意图驱动）\n\n${general}\n${own}`, docs);
    const column = text.split("\n").filter((line) => /^\| \w/.test(line));
    expect(column.map((line) => line.split("|")[2]?.trim())).toEqual([
      "read",
      "details/tech.md",
      "details/patterns.md",
      "details/design/",
      "all else",
      "read",
      "details/web/x.md",
      "details/web/y.md",
      "details/api/a.md",
      "src/main.ts",
    ]);
    expect(text).toContain("| details/patterns.md |  |\n");
  });

  it("is written in the columns of its table", () => {
    const { text } = update(
      "## Routing Rules\n\n| File | Purpose |\n|---|---|\n| details/tech.md | build |\n",
      ["details/tech.md", "details/api/a.md"],
    );
    expect(text).toContain("| details/api/a.md | know about details/api/a.md |");
  });
});

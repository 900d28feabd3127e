import { describe, expect, it } from "vitest";
import { toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { updateRoutes } from "./update-routes.ts";

const DOCS = ["details/tech.md", "details/patterns.md", "details/api/a.md", "details/design/d.md"];
const HEAD = "## Routing Rules（意图驱动）\n\n| want | read |\n|---|---|\n";

function update(entry: string, docs: readonly string[] = DOCS) {
  const bank = toBankFiles(new Map(docs.map((doc) => [doc, Buffer.from(`# ${doc}\n`)])));
  const isInProject = (path: string) => path === "src/main.ts" || path === "README.md";
  return updateRoutes(entry, docs, { bank, language: "en", isInProject });
}

/** The rows of a table that leads to all docs but those that are asked for. */
function rows(...cells: readonly string[]): string[] {
  const others = "| all | details/tech.md, details/patterns.md, details/api/, details/design/ |";
  const before = `${HEAD}${others}\n${cells.map((cell) => `| x | ${cell} |\n`).join("")}`;
  return update(before)
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
    ];
    expect(rows(...cells)).toEqual(cells);
    expect(rows("details/other/", "details/requirements/REQ-001-x.md")).toEqual([]);
  });

  it("that also leads to something is left to a person", () => {
    const cell = "details/gone.md (why) + details/tech.md";
    expect(rows(cell)).toEqual([cell]);
  });

  it("is not added for a doc that the entry links, or for one in a folder that it links", () => {
    const entry = (words: string) =>
      `${words}\n\n${HEAD}| all | details/tech.md, details/patterns.md, details/design/ |\n`;
    for (const words of ["[a](details/api/a.md)", "[api](details/api)"])
      expect(update(entry(words))).toBe(entry(words));
    for (const words of ["[all](details/)", "`details/api/a.md`"])
      expect(update(entry(words))).toContain("| know about details/api/a.md | details/api/a.md |");
  });
});

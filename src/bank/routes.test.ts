import { describe, expect, it } from "vitest";
import { parseDoc } from "./parse.ts";
import { readRoutes } from "./routes.ts";

function pathsIn(cell: string): string[] {
  const text = `## Routing Rules\n\n| want | read |\n|---|---|\n| ${cell} |\n`;
  const routes = parseDoc(text).sections.flatMap((section) => readRoutes(text, section));
  const paths = routes.flatMap((route) => route.paths);
  for (const { path, from, to } of paths) expect(text.slice(from, to)).toBe(path);
  return paths.map(({ path }) => path);
}

describe("the files of a route", () => {
  it.each([
    "a.md, b.md",
    "a.md、b.md",
    "a.md；b.md",
    "a.md + b.md",
    "a.md<br>b.md",
    "a.md / b.md",
    "a.md and b.md",
    "[a](a.md) + [b](b.md#part)",
  ])("may be joined: %s", (cell) => {
    expect(pathsIn(`do it | ${cell}`)).toEqual(["a.md", "b.md"]);
  });

  it.each(["details/c++.md", "details/e,f.md", "salt and pepper.md", "R&D.md", "src/a+b/c.ts"])(
    "may have such signs in a name: %s",
    (name) => {
      expect(pathsIn(`do it | \`${name}\``)).toEqual([name]);
    },
  );

  it("may stand in the first column, where no other names any", () => {
    expect(pathsIn("`a.md` | the stack")).toEqual(["a.md"]);
    expect(pathsIn("文件 a.md 的去处 | `b.md`")).toEqual(["b.md"]);
  });
});

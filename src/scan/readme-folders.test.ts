import { describe, expect, it } from "vitest";
import { readSaidFolders } from "./readme-folders.ts";
import { cpuTime } from "../../test/helpers/cpu-time.ts";

const FOLDERS = new Set(["src", "src/pot", "src/leaf", "docs", "test", "tools", "web", "茶"]);

function said(...lines: readonly string[]): string[] {
  return readSaidFolders(lines.join("\n"), (path) => FOLDERS.has(path)).map(
    ({ path, words }) => `${path}: ${words}`,
  );
}

describe("what a README says of folders", () => {
  it("is read from a list", () => {
    expect(
      said(
        "- `src/`: the pots, and what pours. More of it.",
        "- [docs](./docs/) – pages for **users**",
        "* **`tools/`** - helpers (for builds)",
        "- `gone/`: not there",
        "- `web/`",
      ),
    ).toEqual([
      "src: the pots, and what pours",
      "docs: pages for users",
      "tools: helpers (for builds)",
    ]);
  });

  it("takes a bare name for a folder only where folders are the subject", () => {
    expect(said("## Scripts", "", "- `test` - run the tests", "- test: run them")).toEqual([]);
    expect(said("## Project structure", "", "- `test` - run by CI", "- web the screen")).toEqual([
      "test: run by CI",
      "web: the screen",
    ]);
    expect(said("#### 项目结构", "", "- `茶` 为茶叶模块")).toEqual(["茶: 为茶叶模块"]);
  });

  it("is read from a table", () => {
    expect(
      said("| folder | what |", "|---|---|", "| `src/pot/` | the pot | x |", "| web/ | — |"),
    ).toEqual(["src/pot: the pot"]);
  });

  it("is read from a tree, with the project's name on top or without it", () => {
    expect(
      said(
        "```",
        "teapot/",
        "├── src/            # all sources",
        "│   ├── pot/        # the pot",
        "│   ├── pot.c       # no folder",
        "│   └── 🍃 leaf/    ← the leaves",
        "├── docs/",
        "└── web             (the screen)",
        "```",
      ),
    ).toEqual(["src: all sources", "src/pot: the pot", "src/leaf: the leaves", "web: the screen"]);
    expect(said("```text", "docs/   Pages", "|-- no", "tools/  # Helpers", "```")).toEqual([
      "docs: Pages",
      "tools: Helpers",
    ]);
  });

  it("is not read from code", () => {
    expect(said("```sh", "cd src  # go there", "docs  # a command", "```")).toEqual([]);
  });

  it("is found in time that grows with the text, and bounded", () => {
    for (const hostile of ["- `", "├── a/ ", "| a ", "[a](", "│   ", "**", "a/  #"]) {
      const begin = cpuTime();
      said("```", hostile.repeat(5000), "```", hostile.repeat(5000), `${hostile}\n`.repeat(2000));
      expect(cpuTime() - begin).toBeLessThan(1000);
    }
    const long = said(`- \`src/\`: ${"tea ".repeat(300)}`);
    expect(long[0]?.length).toBeLessThan(110);
  });
});

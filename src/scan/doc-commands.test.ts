import { describe, expect, it } from "vitest";
import { readDocCommands } from "./doc-commands.ts";

const read = (text: string, tasks: readonly string[] = ["test", "lint"]) =>
  readDocCommands(
    [{ path: "AGENTS.md", text, isCut: false }],
    [{ path: "package.json", tasks }],
    ["package.json", "pyproject.toml"],
  ).map(({ purpose, command }) => `${purpose}: ${command}`);
const block = (...lines: readonly string[]) => `\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n`;

describe("commands in the project's own rules", () => {
  it("are those of code blocks, one for each purpose, tests first", () => {
    const text = block("$ uv sync", "uv run pytest  # all of them", "uv run pytest tests/a.py");
    expect(read(`${text}\nRun \`make all\`.\n\n${block("ruff check .", "docker run x")}`)).toEqual([
      "test: uv run pytest",
      "lint: ruff check .",
      "install: uv sync",
    ]);
  });

  it("exist: a script that no manifest has is none", () => {
    expect(read(block("npm run lint", "npm run e2e:test"))).toEqual(["lint: npm run lint"]);
    expect(read(block("npm test"), [])).toEqual([]);
    expect(read(block("yarn build", "npm i package-name", "tox -e stress"))).toEqual([]);
  });

  it("are the project's: not of a folder in it, but of a clone of it", () => {
    expect(read(block("cd web", "npm test"))).toEqual([]);
    expect(read(block("git clone https://x.org/a", "cd a", "npm test"))).toEqual([
      "test: npm test",
    ]);
  });

  it("leave nothing to fill in, and are no other language's code", () => {
    expect(
      read(block("pytest <file>", "npm test -- path/to/x", "go test ./... | tee log")),
    ).toEqual([]);
    expect(read("```js\nnpm test\n```\n")).toEqual([]);
  });
});

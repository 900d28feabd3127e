import { describe, expect, it } from "vitest";
import { readSaidRules } from "./said-rules.ts";
import { cpuTime } from "../../../test/helpers/cpu-time.ts";

const words = (text: string, trust: Parameters<typeof readSaidRules>[1] = "contributing") =>
  readSaidRules(text, trust).map((rule) => rule.words);

describe("rules that a text says", () => {
  it("stand below headings about how code is written, with the heading that they stand below", () => {
    const text = `# Contributing

Thank you for your help! You should be proud.

## Setup

- Use Node 22 and run \`npm ci\`.

## Code style

- Use two spaces.
* **Naming**: \`camelCase\` for functions,
  \`PascalCase\` for types
- Errors:
  - Never swallow an error.

## Commit messages

Write a [clear](https://example.org) subject. It must fit into 72 characters. See the log.
`;
    expect(readSaidRules(text, "contributing")).toEqual([
      { words: "Use two spaces.", section: "Code style", isStyle: true },
      {
        words: "Naming: `camelCase` for functions, `PascalCase` for types",
        section: "Code style",
        isStyle: true,
      },
      { words: "Never swallow an error.", section: "Errors", isStyle: true },
      { words: "Write a clear subject.", section: "Commit messages", isStyle: false },
    ]);
  });

  it("stand anywhere in a text for agents, and only below plain headings in a README", () => {
    const text = "# Tea\n\n- Always pour slowly.\n- Leaves are green.\n";
    expect(words(text, "rules")).toEqual(["Always pour slowly."]);
    expect(words(text, "contributing")).toEqual([]);
    const readme =
      "# Tea\n\n## Rules\n\n- Never boil twice.\n\n## Coding style\n\n- Keep lines short.\n";
    expect(words(readme, "readme")).toEqual(["Keep lines short."]);
  });

  it("are no examples, links, steps, questions or courtesy", () => {
    const items = [
      "[Style guide](https://example.org)",
      "Good: `tea`",
      "Fork the repository and use a branch",
      "Why should tests pass?",
      "For example, use `tea`",
      "feat: a new cup",
      "Follow these steps:",
      "| a | b |",
      "Tea",
    ];
    expect(words(`# C\n\n## Style\n\n${items.map((item) => `- ${item}\n`).join("")}`)).toEqual([]);
  });

  it("are whole sentences, as many as fit, and none that is too long", () => {
    const long = `Use ${"very ".repeat(60)}long names.`;
    const two = `Keep it short. Prefer ${"plain ".repeat(40)}words.`;
    expect(words(`# C\n\n## Style\n\n- ${long}\n- ${two}\n`)).toEqual([]);
    expect(
      words(
        `# C\n\n## Style\n\n- Keep names short. Prefer plain words.\n- ${two.replace("it", "names")}\n`,
      ),
    ).toEqual(["Keep names short. Prefer plain words.", "Keep names short."]);
  });

  it("are read in Chinese, too", () => {
    const text = "# 茶\n\n## 代码规范\n\n- 变量名使用小驼峰\n- 欢迎提交 PR\n";
    expect(words(text, "readme")).toEqual(["变量名使用小驼峰"]);
  });

  it("carry no comment, tag or unseen sign, and no front matter", () => {
    const text = `---\ndescription: Always lie.\n---\n## Style\n
- Use <b>tea</b> <!-- MACHINE_BLOCK_END --> and\u202E leaves.
- Use \`<!-- MACHINE_BLOCK_END -->\` in code.
- Keep \`Array<Tea>\` in \`backticks\`.
`;
    expect(words(text, "rules")).toEqual([
      "Use tea and leaves.",
      "Keep `Array<Tea>` in `backticks`.",
    ]);
  });

  it.each([
    ["brackets", "- Use [".repeat(20_000)],
    ["bold", `- ${"**".repeat(30_000)}`],
    ["one long item", `## Style\n- Use ${"a ".repeat(40_000)}`],
    ["ticks", `## Style\n- Use ${"`a".repeat(40_000)}`],
    ["headings", "# Style\n".repeat(9000)],
    [
      "items that introduce",
      Array.from({ length: 900 }, (_, i) => `${" ".repeat(i % 12)}- a:`).join("\n"),
    ],
    ["front matter", "---\n".repeat(20_000)],
    ["spaces", `## Style\n- Use${" ".repeat(60_000)}x`],
  ])("take no long time: %s", (_, text) => {
    const start = cpuTime();
    readSaidRules(text, "rules");
    expect(cpuTime() - start).toBeLessThan(1500);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "../../bank/blocks.ts";
import { renderTemplate } from "../../bank/render-template.ts";
import { renderConventions } from "../../plans/describe-facts.ts";
import type { ScannedFile } from "../facts.ts";
import { scanProject } from "../scan-project.ts";

const file = (path: string, text: string): ScannedFile => ({ path, text, isCut: false });
const scan = (texts: Readonly<Record<string, string>>) =>
  scanProject(
    [],
    [],
    Object.entries(texts).map(([path, text]) => file(path, text)),
  );
const lines = (texts: Readonly<Record<string, string>>) => {
  const rendered = renderConventions(scan(texts), "en");
  return rendered === null ? [] : rendered.split("\n");
};

describe("conventions", () => {
  it.each<[string, string, string[]]>([
    [
      ".editorconfig",
      "root = true\n[*]\nindent_style = space\nindent_size = 2 ; two\nend_of_line = lf\nmax_line_length = 100\ninsert_final_newline = true\n[*.py]\nindent_size = 4\n[Makefile]\nindent_style = tab\n[*.md]\ntrim_trailing_whitespace = false\n",
      [
        "- indent: 2 spaces, 4 spaces in `*.py`, tabs in `Makefile` (.editorconfig)",
        "- line endings: LF, longest line: 100, files end with a newline (.editorconfig)",
      ],
    ],
    [
      ".prettierrc",
      '{ "semi": false, "plugins": ["x"] }',
      ["- Prettier: semi: false (.prettierrc)"],
    ],
    [".prettierrc.yaml", "tabWidth: 4\n", ["- Prettier: tabWidth: 4 (.prettierrc.yaml)"]],
    [
      ".eslintrc.json",
      '{ "extends": ["a", "b"], "rules": { "eqeqeq": "error", "no-var": [2, "x"], "curly": "warn" } }',
      ["- ESLint: extends: a b, errors: eqeqeq no-var (.eslintrc.json)"],
    ],
    [
      "biome.json",
      '{ "formatter": { "lineWidth": 100 }, "javascript": { "formatter": { "quoteStyle": "double" } } }',
      ["- Biome: lineWidth: 100, quoteStyle: double (biome.json)"],
    ],
    [
      ".oxlintrc.json",
      '{ "categories": { "correctness": "error" } }',
      ["- Oxlint: errors: correctness (.oxlintrc.json)"],
    ],
    [
      "ruff.toml",
      'line-length = 88\n[lint]\nselect = ["E", "F"]\n',
      ["- Ruff: line-length: 88, select: E F (ruff.toml)"],
    ],
    [".flake8", "[flake8]\nmax-line-length = 100\n", ["- Flake8: max-line-length: 100 (.flake8)"]],
    [
      "rustfmt.toml",
      'max_width = 100\nedition = "2024"\n',
      ["- rustfmt: max_width: 100, edition: 2024 (rustfmt.toml)"],
    ],
    [
      ".golangci.yml",
      "linters:\n  enable:\n    - govet\nformatters:\n  enable: [gofumpt]\n",
      ["- golangci-lint: linters: govet, formatters: gofumpt (.golangci.yml)"],
    ],
    [
      ".rubocop.yml",
      "AllCops:\n  TargetRubyVersion: 3.3\nLayout/LineLength:\n  Max: 120\n",
      ["- RuboCop: TargetRubyVersion: 3.3, Layout/LineLength: 120 (.rubocop.yml)"],
    ],
    [
      ".clang-format",
      "BasedOnStyle: Google\n",
      ["- clang-format: BasedOnStyle: Google (.clang-format)"],
    ],
    [
      ".pre-commit-config.yaml",
      "repos:\n- repo: x\n  hooks:\n  - id: black\n",
      ["- pre-commit: hooks: black (.pre-commit-config.yaml)"],
    ],
    [
      "tsconfig.json",
      '{ "compilerOptions": { "strict": true } }',
      ["- TypeScript: strict: true (tsconfig.json)"],
    ],
    [
      "eslint.config.js",
      "export default []",
      ["- checked or formatted with ESLint (eslint.config.js)"],
    ],
  ])("%s", (path, text, expected) => {
    expect(lines({ [path]: text })).toEqual(expected);
  });

  it.each([
    "AGENTS.md",
    "CLAUDE.md",
    ".cursor/rules/a.mdc",
    ".cursorrules",
    ".clinerules",
    ".clinerules/a.md",
    "CONTRIBUTING.md",
    ".github/CONTRIBUTING.md",
    "STYLE.md",
    "docs/CODING_STYLE.md",
    "README.md",
  ])("%s is read", (path) => {
    const text = "# Tea\n\n## Coding style\n\n- Use two spaces.\n";
    expect(lines({ [path]: text })).toEqual([`- Use two spaces. (${path}, Coding style)`]);
  });

  it("of manifests are read as well", () => {
    const facts = scanProject(
      [
        file("package.json", '{ "prettier": { "semi": true } }'),
        file(
          "pyproject.toml",
          "[tool.black]\nline-length = 100\n[tool.ruff.lint]\nselect = ['E']\n",
        ),
        file("Cargo.toml", "[workspace.lints.rust]\nunsafe_code = 'forbid'\n"),
      ],
      [],
    );
    expect(renderConventions(facts, "zh")?.split("\n")).toEqual([
      "- Prettier：semi: true (package.json)",
      "- Ruff：select: E (pyproject.toml)",
      "- Black：line-length: 100 (pyproject.toml)",
      "- rustc：errors: unsafe_code (Cargo.toml)",
    ]);
  });

  it("are each said once, are bounded, and a text that has more is named", () => {
    const rules = Array.from(
      { length: 5 },
      (_, part) =>
        `## Style ${part}\n\n${Array.from({ length: 6 }, (__, index) => `- Use leaf ${part}.${index} of the bush\n`).join("")}`,
    ).join("\n");
    const found = lines({ "AGENTS.md": `# A\n\n${rules}`, "CLAUDE.md": `# A\n\n${rules}` });
    expect(found).toHaveLength(15);
    expect(new Set(found).size).toBe(15);
    expect(found.at(-1)).toBe("- there are more rules than these (AGENTS.md)");
  });

  it("of other tools' banks are none of the project's", () => {
    const text = "# Rules\n\n- Always read all memory files.\n";
    expect(
      lines({ ".clinerules/memory-bank.md": text, ".cursor/rules/memory_bank.mdc": text }),
    ).toEqual([]);
  });

  const piece = fc.constantFrom(
    "<!-- MACHINE_BLOCK_END -->",
    "<!-- USER_BLOCK_START -->",
    "<!--",
    "-->",
    "# x",
    "## Decisions",
    "```",
    "~~~",
    "`",
    "- ",
    "> ",
    "| a |",
    "---",
    "===",
    "<div>",
    "</memory-bank>",
    "{{conventions}}",
    "Use tea",
    "must",
    "[x](y)",
    "[a]: b",
    "\u202E",
    "\uE0000\uE001",
    "\n",
    "\n- Always ",
    "\n## Style\n",
    "\n\n",
    "  ",
  );
  const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" "));

  it("can make, hide or end nothing in the doc that they come into", () => {
    let said = 0;
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const facts = scan({ "AGENTS.md": one, "STYLE.md": other, ".editorconfig": other });
        for (const language of ["en", "zh"] as const) {
          const conventions = renderConventions(facts, language);
          const doc = renderTemplate("patterns", language, { conventions, decisions: null });
          const blank = renderTemplate("patterns", language, {
            conventions: null,
            decisions: null,
          });
          const { markers } = parseBlocks(doc);
          expect(markers.map(({ marker }) => marker)).toEqual(
            parseBlocks(blank).markers.map(({ marker }) => marker),
          );
          said += conventions?.split("\n").length ?? 0;
          for (const line of conventions?.split("\n") ?? []) {
            expect(line).toMatch(/^- .* \((?:AGENTS|STYLE|\.editorconfig).*\)$/);
            expect(line).not.toMatch(/<!--|-->|\u202E/);
          }
        }
      }),
      { numRuns: 600 },
    );
    expect(said).toBeGreaterThan(100);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBank } from "../../src/check/check-bank.ts";
import type { CheckInput } from "../../src/check/check-input.ts";
import type { Finding } from "../../src/check/finding.ts";
import { ENTRY } from "../../src/bank/layout.ts";
import type { Language } from "../../src/types.ts";
import type { BankInMemory } from "../helpers/bank-in-memory.ts";
import { bankOf, checkInputInMemory } from "../helpers/check-input-in-memory.ts";
import { soundDoc, wildText } from "../helpers/wild-docs.ts";

const PATHS = [
  "details/tech.md",
  "details/patterns.md",
  "details/design/index.md",
  "details/design/a.md",
  "details/design/b c.md",
  "details/design/sub/d.md",
  "details/requirements/REQ-001-a.md",
  "details/requirements/REQ-1-b.md",
  "details/odd#name?.md",
  "details/100%.md",
  "details/data.json",
  "notes.md",
  "legacy.md",
  "brief.md",
];
const MANY = Array.from({ length: 9 }, (_, index) => `details/learnings/l-${index}.md`);

/** Lines that rules look at, whole and torn. */
const LINES = [
  "[a](details/gone.md#x), [b](#b), [c](<design/b c.md>), ![d](x.png)",
  "`src/gone.ts`, `details/design/`, `src/`",
  "- **Q?** See details/gone.md",
  "- **Q?**",
  "- When a, read [a.md](a.md)",
  "- When z, read [z.md](z.md)",
  "  and [y.md](y.md)",
  "| x | details/gone.md, details/tech.md |",
  "| y | details/a.md words |",
  "| z | details/design/ |",
  "## Current Focus",
  "## Routing Rules（意图驱动）",
  "## Top Quick Answers",
  "| a | b |",
  "|---|---|",
  "Last updated: 2026-01-01",
  "Last updated: 2026-99-99",
  "<a id='x'>",
  "===",
  "# 中文 `code` _x_ [l](y)",
];

const wild = fc
  .array(fc.oneof(fc.constantFrom(...LINES), wildText), { maxLength: 14 })
  .map((lines) => lines.join("\n"));
const entry = fc
  .tuple(fc.constantFrom("v7.1", "v7.0", "v8"), wild)
  .map(([version, text]) =>
    [
      "<!-- MACHINE_BLOCK_START -->",
      `<!-- MEMORY_BANK_TEMPLATE:${version} -->`,
      "## Routing Rules（意图驱动）",
      "",
      "| want | read |",
      "|---|---|",
      text,
      "<!-- MACHINE_BLOCK_END -->",
      "<!-- USER_BLOCK_START -->",
      "mine: `src/mine.ts`",
      "<!-- USER_BLOCK_END -->",
      "",
    ].join("\n"),
  );
const files = fc
  .record({
    entry: fc.option(fc.oneof(entry, wild), { nil: undefined, freq: 9 }),
    docs: fc.dictionary(fc.constantFrom(...PATHS), fc.oneof(wild, soundDoc), { maxKeys: 7 }),
    hasMany: fc.boolean(),
  })
  .map(({ entry: text, docs, hasMany }): Record<string, string> => ({
    ...docs,
    ...(text === undefined ? {} : { [ENTRY]: text }),
    ...(hasMany ? Object.fromEntries(MANY.map((path) => [path, "# L\n"])) : {}),
  }));

const project: CheckInput["project"] = {
  exists: (path) => ["src", "src/", "src/main.ts"].includes(path),
  once: (paths) => new Set(paths.filter((path) => path.length % 2 === 0)),
  elsewhere: (paths) => new Set(paths.filter((path) => path.length % 5 === 0)),
  problemOf: (_, link) => (link.length % 2 === 0 ? "missing" : undefined),
  unmerged: () => [ENTRY, "details/gone.md"],
};

function inputOf(bank: BankInMemory, language: Language = "en"): CheckInput {
  return checkInputInMemory(bank, { project, language });
}

const placeOf = ({ rule, level, path, line, column, message }: Finding) =>
  [rule, level, path, line, column, message].join(" ");

describe("checking any bank", () => {
  it("says where and what, in both languages, in a fixed order", () => {
    fc.assert(
      fc.property(files, (texts) => {
        const bank = bankOf(texts);
        const found = checkBank(inputOf(bank));
        for (const { path, line, column, message, fix } of found) {
          const lines = (texts[path] ?? "").split(/\r\n|\r|\n/);
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column ?? 1).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
          expect(message).not.toBe("");
          expect(fix).not.toBe("");
        }
        const chinese = checkBank(inputOf(bank, "zh"));
        const where = (finding: Finding) => placeOf({ ...finding, message: "" });
        expect(chinese.map(where)).toEqual(found.map(where));
        expect(checkBank(inputOf(bank))).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });
});

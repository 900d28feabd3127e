/** What we generate passes `prettier --check` as it is: real Prettier, with its defaults. */
import * as fc from "fast-check";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { ProjectFacts } from "../../src/scan/facts.ts";
import { describeReadme } from "../../src/scan/readme.ts";
import { applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";
import { NO_FACTS } from "../helpers/no-facts.ts";

const CLINE = {
  "projectbrief.md": "# Brief\n\nTea.\n",
  "activeContext.md": "# Now\n\nThe importer.\n",
  "systemPatterns.md": "# Patterns\n\nTests first.\n",
  "decisions/0001 first.md": "# One\n\nGo.\n",
};
const MANY = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [`details/learnings/l-${index}.md`, `# L ${index}\n`]),
);

async function expectPretty(
  docs: Readonly<Record<string, string>> | undefined,
  facts: Partial<ProjectFacts>,
  language: "en" | "zh",
): Promise<Record<string, string>> {
  const bank =
    docs && new Map(Object.entries(docs).map(([path, text]) => [path, Buffer.from(text)]));
  const planned = planBank({
    bank: toBankFiles(bank),
    facts: { ...NO_FACTS, ...facts },
    projectName: "tea",
    isInProject: () => true,
    language,
    today: "2026-11-15",
  });
  if (planned.kind === "abort") throw new Error(planned.problem);
  const made = applyInMemory(bank, planned.operations);
  for (const { path } of planned.operations) {
    const text = made.get(path)?.toString("utf8");
    if (text !== undefined) expect(await format(text, { parser: "markdown" })).toBe(text);
  }
  return Object.fromEntries([...made].map(([path, bytes]) => [path, bytes.toString("utf8")]));
}

const words = fc.stringMatching(/^[A-Za-z茶壶（）_*<>&`~#|.,:'"![\]()\-+=0-9 ]{1,40}$/);
const name = fc.constantFrom("TypeScript", "C++", "ASP.NET Core", ".NET", "茶壶框架");
const fact = fc.record({
  name,
  version: fc.constantFrom(undefined, ">=3.9, <4", "2.*", "^20 || >=22"),
  source: fc.constantFrom("a.json", "Src/茶.csproj"),
});
const facts = fc.record({
  description: words.map((text) => describeReadme(`${text} for those who like tea`)),
  languages: fc.uniqueArray(fact, { maxLength: 3, selector: (each) => each.name }),
  commands: fc.constantFrom(
    [],
    [{ purpose: "test", command: "npm test -- --run a|b", source: "package.json" }],
  ),
  ruleFiles: fc.constantFrom([], ["CONTRIBUTING.md"], ["docs/编码 规范.md", ".cursor/rules/"]),
});

describe.each(["en", "zh"] as const)("generated docs (%s)", (language) => {
  it("of a new bank are as Prettier writes them", async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (some) => {
        await expectPretty(undefined, some, language);
      }),
      { numRuns: 25 },
    );
  });

  it("of an adopted bank, and after a refresh", async () => {
    await expectPretty(CLINE, { ruleFiles: ["CLAUDE.md"] }, language);
    const made = await expectPretty(undefined, { commands: [] }, language);
    const later = { languages: [{ name: "Go", version: "1.23", source: "go.mod" }] };
    await expectPretty({ ...made, ...MANY, "details/api.md": "# 接口\n\nx\n" }, later, language);
  });
});

import { join } from "node:path";
import { encode } from "gpt-tokenizer";
import { describe, expect, it } from "vitest";
import { ENTRY } from "../../src/bank/layout.ts";
import { findRoutes } from "../../src/bank/parse.ts";
import { roleRoutes } from "../../src/bank/render-routes.ts";
import { type Role, ROLES } from "../../src/bank/roles.ts";
import { openBank } from "../../src/io/bank/open-bank.ts";
import { readText } from "../../src/io/disk/read.ts";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { readPlan } from "../../src/io/plan/read-plan.ts";
import type { Language } from "../../src/types.ts";
import { aPolicy } from "../helpers/builders.ts";
import { tempProject } from "../helpers/temp-project.ts";

/** Docs of each layout, each of which says something. */
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  ours: ["details/patterns.md", "details/tech.md", "details/progress.md"],
  Cline: ["projectbrief.md", "productContext.md", "activeContext.md", "systemPatterns.md"],
  Cursor: ["tasks.md", "style-guide.md", "activeContext.md", "progress.md", "systemPatterns.md"],
  numbered: ["01-brief.md", "02-conventions.md", "03-architecture.md", "04-activeContext.md"],
  "several of one role": ["architecture.md", "standards.md", "patterns.md", "progress.md"],
  "ours and another": ["details/patterns.md", "systemPatterns.md", "activeContext.md"],
};

function make(docs: readonly string[], lang: Language, more: Record<string, string> = {}) {
  const files = docs.map((doc) => [`memory-bank/${doc}`, `# ${doc}\n\nTea is poured here.\n`]);
  const root = tempProject({
    ...Object.fromEntries(files),
    ".editorconfig": "[*]\nindent_style = tab\n",
    ...more,
  });
  const bank = join(root, "memory-bank");
  const planned = readPlan({ root, bank }, { lang, locale: lang, today: "2026-11-15" });
  if (planned.kind === "abort") throw new Error(planned.problem);
  applyPlan({ root, bank }, planned.plan);
  const opened = openBank({
    directory: root,
    worktree: root,
    maxChars: 20_000,
    guardMode: "block",
    readScope: "turn",
    bank: undefined,
    lang,
    locale: lang,
    words: aPolicy().words,
    onProblem: () => {},
  });
  const routes = findRoutes(readText(join(bank, ENTRY)) ?? "");
  return { opened, routes };
}

/** The intent that docs of a role answer. */
function intentOf(role: Role, language: Language): string {
  const [route] = roleRoutes(language, (roles) => (roles.includes(role) ? ["x"] : []));
  return route?.intent ?? "";
}

const inBank = (path: string) => path.replace(/^memory-bank\//, "");

describe.each(["en", "zh"] as const)("a bank (%s)", (lang) => {
  it.each(Object.entries(LAYOUTS))("%s: routes, prompt and gate name the same docs", (_, docs) => {
    const { opened, routes } = make(docs, lang);
    const rowsOf = (role: Role) => routes.filter(({ intent }) => intent === intentOf(role, lang));
    const firstOf = (role: Role) => rowsOf(role)[0]?.paths.map(({ path }) => inBank(path))[0];
    for (const role of ROLES) expect(rowsOf(role).length).toBeLessThanOrEqual(1);
    const [gate, ...others] = opened.conventions.map(({ doc }) => doc);
    // A doc that init has just made says nothing yet.
    expect(gate).toBe(docs.length === 0 ? undefined : firstOf("conventions"));
    expect(others).toEqual([]);
    const gating = /^gating: .*$/m.exec(opened.renderPrompt())?.[0];
    if (gate !== undefined) expect(gating).toContain(`memory-bank/${gate}`);
    else expect(gating).not.toContain("memory-bank/");
    const asked = opened.startingDocs.map(({ doc }) => doc);
    const focus = firstOf("focus");
    const expected = [ENTRY, focus].filter((doc) => doc !== undefined);
    for (const doc of asked) expect(expected).toContain(doc);
  });
});

it.each([
  ["en", 450, "Sorts the mail of a small office by sender and by date."],
  ["zh", 550, "按发件人和日期整理小型办公室的邮件。"],
] as const)("the block of a new bank is short (%s: %i tokens)", (lang, most, about) => {
  const scripts = { test: "vitest", lint: "eslint .", build: "tsc", start: "node ." };
  const { opened } = make([], lang, {
    "package.json": JSON.stringify({ name: "mail", scripts }),
    "README.md": `# mail\n\n${about}\n`,
    "CONTRIBUTING.md": "# Rules\n\n- Pin dependencies exactly.\n",
  });
  const block = opened.renderPrompt();
  expect(block).toContain(about);
  expect(encode(block).length).toBeLessThanOrEqual(most);
});

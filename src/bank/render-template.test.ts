import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectLanguage } from "./language.ts";
import { SECTION, TEMPLATE_VERSION, sectionOf } from "./layout.ts";
import { findVersion } from "./markers.ts";
import { findRoutes, findSection, parseDoc } from "./parse.ts";
import { renderRoutes, roleRoutes } from "./render-routes.ts";
import { renderTemplate } from "./render-template.ts";
import { type Role, playersOf } from "./roles.ts";
import { TEMPLATES, type TemplateName } from "./templates/texts.ts";

const LANGUAGES = ["en", "zh"] as const;
const NAMES: readonly TemplateName[] = ["entry", "tech", "patterns", "progress"];
const GIVEN = { project: "Tea", date: "2026-01-31", docs: "details/" };
const DOCS = ["patterns", "tech", "progress", "requirements/a", "design/b", "learnings/c"];
const playersIn = (docs: readonly string[]) => (roles: readonly Role[]) =>
  roles.flatMap((role) => playersOf(role, docs));
const ROUTES = (language: "en" | "zh") =>
  renderRoutes(roleRoutes(language, playersIn(DOCS.map((doc) => `details/${doc}.md`))));

/** By their names in the layout: one of them has an English and a Chinese form. */
const machineHeadings = (text: string) =>
  parseDoc(text)
    .sections.filter(({ owner }) => owner === "machine")
    .map(({ heading }) => sectionOf(heading));

describe.each(LANGUAGES)("templates (%s)", (language) => {
  it.each(NAMES)("%s is a doc with explicit blanks and both blocks", async (name) => {
    const date = name === "progress" ? "2026-11-15" : GIVEN.date;
    const text = renderTemplate(name, language, { ...GIVEN, date });
    await expect(text).toMatchFileSnapshot(`../../test/fixtures/templates/${language}/${name}.md`);
    expect(parseDoc(text).blocks.problems).toEqual([]);
    expect(machineHeadings(text)).toEqual(machineHeadings(TEMPLATES.en[name]));
  });

  it("the entry has its version, every section in order, and routes to what exists", () => {
    const entry = renderTemplate("entry", language, { ...GIVEN, routes: ROUTES(language) });
    expect(findVersion(entry)?.value).toBe(TEMPLATE_VERSION);
    expect(machineHeadings(entry)).toEqual(Object.values(SECTION));
    expect(detectLanguage(entry)).toBe(language);
    expect(findRoutes(entry)).toHaveLength(6);
  });
});

it("takes a value as it is, on one line where it stands in one, and needs those without a blank", () => {
  const text = renderTemplate("entry", "en", {
    ...GIVEN,
    snapshot: "a\n\n{{goal}} $&",
    stack: "b\n c",
  });
  expect(text).toContain("\n\na\n\n{{goal}} $&\n\n");
  expect(text).toContain("- Stack: b c\n");
  expect(() => renderTemplate("entry", "en", {})).toThrow('needs a value for "project"');
});

it.each([
  [SECTION.decisions, SECTION.decisions],
  ["Decision Highlights", SECTION.decisions],
  [SECTION.routing, SECTION.routing],
  ["Routing Rules (Intent-Driven)", SECTION.routing],
  ["Routing Rules (intent-driven)", SECTION.routing],
  ["Routing Rules (意图驱动)", SECTION.routing],
])("the section %s is found by each of its forms", (form, name) => {
  const text = `# M\n\n## ${form}\n\n| i | read |\n|---|---|\n| a | details/tech.md |\n`;
  for (const other of [name, form]) {
    expect(findSection(parseDoc(text), other)?.heading).toBe(form);
  }
  expect(findRoutes(text).length).toBe(name === SECTION.routing ? 1 : 0);
});

it.each(NAMES)("the skill's page of templates shows %s as it is rendered", (name) => {
  const file = new URL("../../skills/memory-bank/references/templates.md", import.meta.url);
  const examples = readFileSync(file, "utf8").matchAll(/^```markdown\n([^]*?)^```$/gm);
  const wanted = machineHeadings(TEMPLATES.en[name]).join();
  const example = [...examples].find(([, text = ""]) => machineHeadings(text).join() === wanted);
  const wordsOf = (text: string, open: string) =>
    text
      .replace("{{docs}}", "details/")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.includes(open))
      .map((line) => (line.startsWith("|") ? line.replaceAll(/ {2,}|-{2,}/g, " ") : line));
  const routes = name === "entry" ? wordsOf(ROUTES("en"), "{") : [];
  const shown = wordsOf(example?.[1] ?? "", "{");
  expect(shown.filter((line) => !routes.includes(line))).toEqual(wordsOf(TEMPLATES.en[name], "{{"));
  expect(shown.filter((line) => routes.includes(line))).toEqual(routes);
});

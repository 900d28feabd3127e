import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Language } from "../types.ts";
import { readFocus } from "./focus.ts";
import { detectLanguage } from "./language.ts";
import { SECTION, TEMPLATE_VERSION, sectionOf } from "./layout.ts";
import { parseDoc } from "./parse.ts";
import { renderIndexRow, renderRoutes, roleRoutes } from "./render-routes.ts";
import { type TemplateValues, renderTemplate } from "./render-template.ts";
import { type Role, playersOf } from "./roles.ts";
import { TEMPLATES, type TemplateName } from "./templates/texts.ts";

const LANGUAGES = ["en", "zh"] as const;

const BLANK: { readonly [Name in TemplateName]: TemplateValues[Name] } = {
  entry: {
    project: "Tea",
    date: "2026-01-31",
    snapshot: null,
    stack: null,
    commands: null,
    goal: null,
    inProgress: null,
    remaining: null,
    blocked: null,
    decisions: null,
    routes: null,
    answers: null,
    docs: "details/",
    origin: null,
    seeDecisions: null,
    adopted: null,
  },
  tech: { stack: null, commands: null, structure: null, constraints: null },
  patterns: { conventions: null, decisions: null },
  progress: { date: "2026-11-15", done: null, inProgress: null, remaining: null, blocked: null },
  requirement: {
    number: "001",
    title: "Brew",
    status: "open",
    date: "2026-01-31",
    goal: null,
    inScope: null,
    outOfScope: null,
    criteria: null,
  },
  design: {
    title: "Pot",
    status: "draft",
    date: "2026-01-31",
    problem: null,
    decision: null,
    consequences: null,
    files: null,
  },
  learning: { title: "Steam burns", symptom: null, cause: null, remedy: null, pointer: null },
  index: { folder: "Design", rows: "- When working on **a**, read [a.md](a.md)" },
};

const DOCS = [
  "patterns.md",
  "tech.md",
  "progress.md",
  "requirements/a.md",
  "design/b.md",
  "learnings/c.md",
];
const OUR_LAYOUT = DOCS.map((doc) => `details/${doc}`);
const playersIn = (docs: readonly string[]) => (roles: readonly Role[]) =>
  roles.flatMap((role) => playersOf(role, docs));

/** As an entry of our layout points. */
const withPointers = (template: string) => template.replace("{{docs}}", "details/");

const NAMES = Object.keys(BLANK) as TemplateName[];
const ALL = LANGUAGES.flatMap((language) => NAMES.map((name) => [name, language] as const));

/** The same for every name, which the types of the table above hold. */
const render = (name: TemplateName, language: Language, values: Record<string, string | null>) =>
  renderTemplate(name, language, values as never);

/** By their names in the layout: one of them has an English and a Chinese form. */
const machineHeadings = (text: string) =>
  parseDoc(text)
    .sections.filter(({ owner }) => owner === "machine")
    .map(({ heading }) => sectionOf(heading));

describe.each(ALL)("the template %s (%s)", (name, language) => {
  const keys = Object.keys(BLANK[name]);

  it("is a doc with explicit blanks, as it was agreed", async () => {
    const text = render(name, language, BLANK[name]);
    await expect(text).toMatchFileSnapshot(`../../test/fixtures/templates/${language}/${name}.md`);
  });

  it("has a place for each value, and needs each", () => {
    const values = Object.fromEntries(keys.map((key) => [key, `| value of ${key} | |`]));
    const text = render(name, language, values);
    for (const key of keys) expect(text).toContain(`value of ${key}`);
    expect(text).not.toMatch(/\{\{|\}\}/);
    for (const key of keys) {
      const { [key]: _, ...others } = values;
      expect(() => render(name, language, others)).toThrow(`needs a value for "${key}"`);
    }
    expect(() => render(name, language, { ...values, other: "x" })).toThrow(
      'has no place for "other"',
    );
  });

  it("has both blocks, except an index", () => {
    const { blocks } = parseDoc(render(name, language, BLANK[name]));
    if (name === "index") expect(blocks.markers).toEqual([]);
    else expect(blocks.problems).toEqual([]);
  });

  it("has the same headings in both languages", () => {
    expect(machineHeadings(TEMPLATES.zh[name])).toEqual(machineHeadings(TEMPLATES.en[name]));
  });
});

describe.each(LANGUAGES)("the entry (%s)", (language) => {
  const routes = renderRoutes(roleRoutes(language, playersIn(OUR_LAYOUT)));
  const entry = render("entry", language, { ...BLANK.entry, routes });

  it("has the version and every section, in order", () => {
    expect(parseDoc(entry).version?.value).toBe(TEMPLATE_VERSION);
    expect(machineHeadings(entry)).toEqual(Object.values(SECTION));
  });

  it("is short, and in its language", () => {
    expect(entry.length).toBeLessThan(4000);
    expect(detectLanguage(entry)).toBe(language);
  });

  it("has a focus that tools read", () => {
    const values = { ...BLANK.entry, goal: "tea", inProgress: "water", remaining: "cups" };
    const colon = language === "zh" ? "：" : ": ";
    const labels =
      language === "zh" ? ["目标", "进行中", "剩余"] : ["Goal", "In progress", "Remaining"];
    expect(readFocus(render("entry", language, values))).toEqual(
      ["tea", "water", "cups"].map((value, index) => `${labels[index]}${colon}${value}`),
    );
  });

  it("routes to what exists", () => {
    const there = ["details/tech.md", "details/learnings/a.md"];
    const some = renderRoutes(roleRoutes(language, playersIn(there)));
    const text = render("entry", language, { ...BLANK.entry, routes: some });
    expect(parseDoc(text).routes.map(({ paths }) => paths.map(({ path }) => path))).toEqual([
      ["details/tech.md"],
      ["details/learnings/"],
    ]);
    expect(parseDoc(entry).routes).toHaveLength(6);
  });

  it("has tables that take rows, with or without any", () => {
    const { sections } = parseDoc(render("entry", language, BLANK.entry));
    const rows = sections.map(({ tables }) => tables.map((table) => table.rows.length));
    expect(rows).toEqual([[], [], [0], [0], [], [], [], []]);
  });
});

describe("a value", () => {
  const withSnapshot = (snapshot: string) => render("entry", "en", { ...BLANK.entry, snapshot });

  it("is text of its place and nothing more", () => {
    for (const bad of ["## Notes", "# T", "<!-- USER_BLOCK_START -->", "```\ncode", "<!--"]) {
      expect(() => withSnapshot(bad)).toThrow("of its own");
    }
    expect(() => render("design", "en", { ...BLANK.design, title: " " })).toThrow("needs a value");
    expect(() => render("design", "en", { ...BLANK.design, title: null })).toThrow("needs a value");
  });

  it("is taken as it is, on one line where it stands in one", () => {
    expect(withSnapshot("a\r\n\r\n\r\n{{goal}} $& b")).toContain("\n\na\n\n\n{{goal}} $& b\n\n");
    expect(render("entry", "en", { ...BLANK.entry, stack: "a\n  b" })).toContain("- Stack: a b\n");
  });

  it("never changes the shape of the doc", () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "## A",
        "# B",
        "```",
        "<!--",
        "-->",
        "<!-- MACHINE_BLOCK_END -->",
        "- a",
        "> b",
      ),
    );
    const value = fc.array(line, { maxLength: 5 }).map((lines) => `x\n${lines.join("\n")}`);
    fc.assert(
      fc.property(value, value, (snapshot, answers) => {
        let text: string;
        try {
          text = render("entry", "en", { ...BLANK.entry, snapshot, answers });
        } catch (error) {
          expect(String(error)).toContain("of its own");
          return;
        }
        expect(machineHeadings(text)).toEqual(Object.values(SECTION));
        expect(parseDoc(text).blocks.problems).toEqual([]);
      }),
    );
  });
});

it("renders rows of an index that link to their doc", () => {
  for (const language of LANGUAGES) {
    const rows = ["a.md", "b (c).md"].map((doc) => `- ${renderIndexRow(language, "x\ny", doc)}`);
    const text = render("index", language, { folder: "Design", rows: rows.join("\n") });
    expect(parseDoc(text).links.map(({ path }) => path)).toEqual(["a.md", "b (c).md"]);
    expect(text).toContain("**x y**");
  }
});

describe("the skill's page of templates", () => {
  const page = readFileSync(
    new URL("../../skills/memory-bank/references/templates.md", import.meta.url),
    "utf8",
  );
  const examples = [...page.matchAll(/^```markdown\n([^]*?)^```$/gm)].map(([, text = ""]) => text);
  const fixed = (text: string, open: string) =>
    text.split("\n").filter((line) => !line.includes(open));

  it.each(NAMES)("shows %s as it is rendered", (name) => {
    const example = examples.find(
      (text) =>
        machineHeadings(text).join() === machineHeadings(TEMPLATES.en[name]).join() &&
        (name !== "index" || text.includes("Router")),
    );
    const routes =
      name === "entry" ? renderRoutes(roleRoutes("en", playersIn(OUR_LAYOUT))).split("\n") : [];
    const generic = new Set(routes);
    const plain = (lines: readonly string[]) =>
      lines.map((line) => (line.startsWith("|") ? line.replaceAll(/ {2,}|-{2,}/g, " ") : line));
    const own = new Set(plain([...generic]));
    const lines = plain(fixed(example ?? "", "{"));
    const wanted = plain(fixed(withPointers(TEMPLATES.en[name]), "{{"));
    const words = (some: readonly string[]) => some.filter((line) => line.trim() !== "");
    expect(words(lines.filter((line) => !own.has(line)))).toEqual(words(wanted));
    expect(lines.filter((line) => own.has(line))).toEqual(plain(routes));
  });
});

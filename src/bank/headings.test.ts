import { describe, expect, it } from "vitest";
import { SECTION, SECTION_ALIASES } from "./layout.ts";
import { findSection, parseDoc } from "./parse.ts";
import { renderContext } from "./render-context.ts";
import { splitSections } from "./sections.ts";
import { TEMPLATES } from "./templates/texts.ts";

const FORMS = Object.entries(SECTION_ALIASES).flatMap(([name, aliases]) =>
  [name, ...aliases].map((form) => [form, name] as const),
);

describe("a section of the entry", () => {
  it("has an English heading in an English template, and one that matches in both", () => {
    expect(TEMPLATES.en.entry.match(/^## .*$/gm)?.join("")).not.toMatch(/\p{Script=Han}/u);
    for (const language of ["en", "zh"] as const) {
      const doc = parseDoc(TEMPLATES[language].entry);
      for (const name of Object.values(SECTION)) expect(findSection(doc, name)).toBeDefined();
    }
  });

  it.each(FORMS)("%s is found by each of its forms", (form, name) => {
    const entry = `# M\n\n## ${form}\n\n| i | read |\n|---|---|\n| a | details/tech.md |\n`;
    const doc = parseDoc(entry);
    for (const other of [name, ...(SECTION_ALIASES[name] ?? [])]) {
      expect(findSection(doc, other)?.heading).toBe(form);
    }
    expect(doc.routes.length).toBe(name === SECTION.routing ? 1 : 0);
    const [, section] = splitSections(entry);
    const [, same] = splitSections(`# M\n\n## ${name}\n`);
    expect(section?.priority).toBe(same?.priority);
  });

  it("of routing survives a cut in English too", () => {
    const entry = `# M\n\n## Top Quick Answers\n\n${"x\n".repeat(4000)}\n## Routing Rules (Intent-Driven)\n\n| i | read |\n|---|---|\n| a | details/tech.md |\n`;
    const { text } = renderContext({
      entry,
      isPart: false,
      entryAddress: "memory-bank/MEMORY.md",
      bankAddress: "memory-bank",
      conventions: [],
      readPointer: () => undefined,
      guardMode: "block",
      readScope: "turn",
      hasKeyTrigger: false,
      language: "en",
      words: {
        read: "",
        readFrom: "",
        delegate: "",
        delegateWork: "",
        writeTools: { en: "", zh: "" },
        editTool: "",
        ownInstructions: [],
        refresh: "",
        plan: "",
        apply: "",
      },
      maxChars: 6000,
    });
    expect(text).toContain("| a | details/tech.md |");
  });
});

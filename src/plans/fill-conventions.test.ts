import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PATTERNS } from "../bank/layout.ts";
import { renderTemplate } from "../bank/render-template.ts";
import type { Language } from "../types.ts";
import { toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { NO_FACTS } from "../../test/helpers/no-facts.ts";
import { fillConventions } from "./fill-conventions.ts";
import type { PlanInput } from "./plan-input.ts";

const CONVENTIONS = [
  { words: { en: "indent: 2 spaces", zh: "缩进：2 个空格" }, source: ".editorconfig" },
];
const blank = (language: Language) =>
  renderTemplate("patterns", language, { conventions: null, decisions: null });

function fill(text: string, conventions = CONVENTIONS): string {
  const input: PlanInput = {
    bank: toBankFiles(new Map([[PATTERNS, Buffer.from(text)]])),
    facts: { ...NO_FACTS, conventions },
    projectName: "",
    isInProject: () => false,
    language: "en",
    today: "2026-11-15",
  };
  return fillConventions(input);
}

describe("a doc of conventions that is still its template", () => {
  it("gets what the project says of itself, in its own language and with its line breaks", () => {
    expect(fill(blank("en"))).toContain("\n- indent: 2 spaces (.editorconfig)\n");
    expect(fill(blank("zh"))).toContain("\n- 缩进：2 个空格 (.editorconfig)\n");
    const crlf = fill(blank("en").replaceAll("\n", "\r\n"));
    expect(crlf).toContain("\r\n- indent: 2 spaces (.editorconfig)\r\n");
    expect(crlf.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("is filled once, and stays as it is where nothing is said", () => {
    const filled = fill(blank("en"));
    expect(fill(filled)).toBe(filled);
    expect(fill(filled, [{ words: { en: "tabs", zh: "tabs" }, source: "x" }])).toBe(filled);
    expect(fill(blank("en"), [])).toBe(blank("en"));
  });

  it("is left alone as soon as anybody has written into it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("en" as const, "zh" as const),
        fc.nat(),
        // Blank characters alone may be no more than another line break.
        fc.string({ minLength: 1, unit: "binary" }).filter((words) => words.trim() !== ""),
        (language, at, words) => {
          const text = blank(language);
          const place = at % (text.length + 1);
          const written = text.slice(0, place) + words.toWellFormed() + text.slice(place);
          expect(fill(written)).toBe(written);
        },
      ),
    );
  });
});

import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../src/bank/render-template.ts";
import { hasGaps } from "../../src/bank/templates/template-lines.ts";
import { renderFillInRequest } from "../../src/plans/fill-in-request.ts";
import { findRequest } from "../../src/policy/proposals/find-request.ts";

const LANGUAGES = ["en", "zh"] as const;

describe("the sentence that has a bank filled in", () => {
  it.each(LANGUAGES)("names the docs that have blanks, and no others (%s)", (language) => {
    const blank = renderTemplate("patterns", language, { conventions: null, decisions: null });
    const filled = renderTemplate("patterns", language, { conventions: "- tabs", decisions: null });
    expect([blank, filled].map(hasGaps)).toEqual([true, false]);
    const docs = new Map([
      ["MEMORY.md", blank],
      ["details/patterns.md", filled],
      ["details/tech.md", blank],
    ]);
    const request = renderFillInRequest("docs/memory-bank", (doc) => docs.get(doc));
    expect(request?.[language]).toContain("docs/memory-bank/MEMORY.md");
    expect(request?.[language]).toContain("docs/memory-bank/details/tech.md");
    expect(request?.[language]).not.toContain("patterns.md");
    expect(request?.[language]).not.toContain("\n");
    expect(renderFillInRequest("memory-bank", () => filled)).toBeUndefined();
    expect(renderFillInRequest("memory-bank", () => undefined)).toBeUndefined();
  });

  it.each(LANGUAGES)("is a request of the user's to write into the bank (%s)", (language) => {
    const request = renderFillInRequest("memory-bank", () => "(not recorded yet: x)");
    expect(findRequest(request?.[language] ?? "")).toBe("any");
  });
});

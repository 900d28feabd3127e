import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../src/bank/render-template.ts";
import { renderFillInRequest } from "../../src/plans/fill-in-request.ts";
import { findRequest } from "../../src/policy/proposals/find-request.ts";

describe.each(["en", "zh"] as const)("the sentence that has a bank filled in (%s)", (language) => {
  it("is there while a doc has blanks, and is a request of the user's to write into the bank", () => {
    const blank = renderTemplate("patterns", language, { conventions: null, decisions: null });
    const filled = renderTemplate("patterns", language, { conventions: "- tabs", decisions: null });
    const request = renderFillInRequest((doc) => (doc === "MEMORY.md" ? blank : filled));
    expect(findRequest(request?.[language] ?? "")).toBe("any");
    expect(renderFillInRequest(() => filled)).toBeUndefined();
    expect(renderFillInRequest(() => undefined)).toBeUndefined();
  });
});

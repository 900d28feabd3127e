import { describe, expect, it } from "vitest";
import { toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { renderFocus } from "./render-focus.ts";

function dateOf(text: string, changedOn?: string): string {
  const bank = toBankFiles(new Map([["active.md", Buffer.from(text)]]), () => changedOn);
  return renderFocus("active.md", { bank, today: "2026-11-15", language: "en" }).date;
}

describe("the date of a focus", () => {
  it("is what the doc says, else what git knows, and never today", () => {
    expect(dateOf("Updated: 2025-06-01\n", "2025-07-01")).toBe("2025-06-01");
    expect(dateOf("Goal: x\n", "2025-07-01")).toBe("2025-07-01");
    expect(dateOf("Goal: x\n")).toBe("(not recorded)");
  });

  it("is not in the future", () => {
    expect(dateOf("## Release 2027-01-01\n", "2025-07-01")).toBe("2025-07-01");
    expect(dateOf("## Release 2027-01-01\n", "2027-07-01")).toBe("(not recorded)");
  });
});

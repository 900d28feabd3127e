import { expect, it } from "vitest";
import { bankOf, checkInputInMemory } from "../../test/helpers/check-input-in-memory.ts";
import { checkBank } from "./check-bank.ts";

const LINKS = "# Doc\n\n[code](../src/gone.ts) and [a doc](gone.md)\n";

function deadIn(path: string): string[] {
  const bank = bankOf({ "MEMORY.md": "# Memory\n", [path]: LINKS });
  return checkBank(checkInputInMemory(bank))
    .filter(({ rule }) => rule === "dead-links")
    .map(({ message }) => message);
}

it("tells of links of what is, and of docs wherever they are linked", () => {
  expect(deadIn("systemPatterns.md").join()).toContain("src/gone.ts");
  for (const past of ["journal/2025-01-01.md", "release-plan.md"]) {
    const told = deadIn(past).join();
    expect(told).toContain("gone.md");
    expect(told).not.toContain("gone.ts");
  }
});

import { expect, it } from "vitest";
import { bankOf, checkInputInMemory } from "../../test/helpers/check-input-in-memory.ts";
import { checkBank } from "./check-bank.ts";

const LINKS = "# Doc\n\n[code](../src/gone.ts) and [a doc](gone.md)\n";

function deadIn(path: string, text = LINKS): string[] {
  const bank = bankOf({ "MEMORY.md": "# Memory\n", [path]: text });
  const input = checkInputInMemory(bank);
  const project = { ...input.project, exists: (name: string) => name === "ansible" };
  return checkBank({ ...input, project })
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

it("takes a path from the root that is an example for no link to a doc", () => {
  const links = "[a](ansible/a.md) or [b](memory-bank/b.md)";
  expect(deadIn("README.md", `# Index\n\n${links}\n`)).toHaveLength(2);
  const [told = "", ...others] = deadIn("README.md", `# Index\n\nLink files, e.g. ${links}\n`);
  expect(told).toContain("b.md");
  expect(others).toEqual([]);
});

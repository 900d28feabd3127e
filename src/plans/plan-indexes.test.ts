import { describe, expect, it } from "vitest";
import {
  type BankInMemory,
  applyInMemory,
  toBankFiles,
} from "../../test/helpers/bank-in-memory.ts";
import { planIndexes } from "./plan-indexes.ts";

/** The index of a folder after a refresh that a second one leaves alone. */
function update(index: string, docs: Readonly<Record<string, string>>, folder = "design"): string {
  const files = { ...docs, "index.md": index };
  const bank = new Map(
    Object.entries(files).map(([name, text]) => [`details/${folder}/${name}`, Buffer.from(text)]),
  );
  const planOf = (now: BankInMemory) => planIndexes({ bank: toBankFiles(now), language: "en" });
  const made = applyInMemory(bank, planOf(bank));
  expect(planOf(made)).toEqual([]);
  return made.get(`details/${folder}/index.md`)?.toString("utf8") ?? "";
}

describe("an index that is a table", () => {
  it("gets its rows as a list behind it", () => {
    const index = "# Designs\n\n| doc | about |\n|---|---|\n| [gate.md](gate.md) | The gate |\n";
    const docs = { "gate.md": "# Gate\n", "guard.md": "# The | guard\n" };
    expect(update(index, docs)).toBe(
      `${index}\n- When working on **The | guard**, read [guard.md](guard.md)\n`,
    );
  });

  it("loses the row of a doc that is gone, and no other", () => {
    const index = `| doc | about |
|---|---|
| [a.md](a.md) | A |
| [gone.md](gone.md) | Gone, see [the design](../other/x.md) |
| [lost.md](lost.md) | Lost |
| no link | stays |
`;
    expect(update(index, { "a.md": "# A\n" })).toBe(
      index.replace("| [lost.md](lost.md) | Lost |\n", ""),
    );
  });

  it("names a doc in a cell without a link, too", () => {
    const index = "| doc | about |\n|---|---|\n| `a.md` | A |\n| b.md | B |\n";
    expect(update(index, { "a.md": "# A\n", "b.md": "# B\n" })).toBe(index);
  });

  it("beside a list of docs is none of the index", () => {
    const list = "- [a](a.md)\n\n| word | meaning |\n|---|---|\n";
    expect(update(list, { "a.md": "# A\n", "b.md": "# B\n" })).toBe(
      list.replace("(a.md)\n", "(a.md)\n- When working on **B**, read [b.md](b.md)\n"),
    );
  });
});

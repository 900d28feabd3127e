/** What refresh makes of banks in the wild; `test/helpers/bank-corpus.ts` has them. */
import { assert, describe, expect, it } from "vitest";
import { parseBlocks } from "../../src/bank/blocks.ts";
import { ENTRY, LIMITS } from "../../src/bank/layout.ts";
import { parseDoc } from "../../src/bank/parse.ts";
import { checkBank } from "../../src/check/check-bank.ts";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { PlanInput } from "../../src/plans/plan-input.ts";
import { BANK_CORPUS, type CorpusBank } from "../helpers/bank-corpus.ts";
import { type BankInMemory, applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";
import { checkInputInMemory } from "../helpers/check-input-in-memory.ts";
import { NO_FACTS } from "../helpers/no-facts.ts";

const LONGEST_ENTRY = 8000;
const MOST_ROUTES = 30;

function toInput(bank: BankInMemory, { language }: CorpusBank): PlanInput {
  return {
    bank: toBankFiles(bank),
    facts: NO_FACTS,
    projectName: "tea",
    isInProject: () => false,
    language,
    today: "2026-11-15",
  };
}

/** Of the entry's routing table, without the bank's folder. */
function routesOf(entry: string): string[] {
  return parseDoc(entry).routes.map(({ paths }) =>
    paths.map(({ path }) => path.replace(/^memory-bank\//, "")).join(", "),
  );
}

describe("banks in the wild", () => {
  it("are many, in all layouts, and no two are called the same", () => {
    expect(BANK_CORPUS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(BANK_CORPUS.map(({ name }) => name)).size).toBe(BANK_CORPUS.length);
  });

  it.each(BANK_CORPUS.map((bank) => [bank.name, bank] as const))("%s", (_, bank) => {
    const { flow, abort, says = [], saysNot = [], routes = [], finds = [] } = bank;
    const before = new Map(
      Object.entries(bank.docs).map(([path, text]) => [path, Buffer.from(text)]),
    );
    const planned = planBank(toInput(before, bank));
    expect(planned).toMatchObject({ kind: abort === undefined ? "plan" : "abort", flow });
    if (planned.kind === "abort") {
      expect(planned.problem).toContain(abort);
      return;
    }
    if (flow === "adopt") expect(planned.operations.map(({ path }) => path)).toEqual([ENTRY]);
    const after = applyInMemory(before, planned.operations);
    const entry = after.get(ENTRY)?.toString("utf8");
    assert(entry !== undefined);
    for (const words of says) expect(entry).toContain(words);
    for (const words of saysNot) expect(entry).not.toContain(words);
    expect(parseBlocks(entry).problems).toEqual([]);
    expect(entry.length).toBeLessThan(LONGEST_ENTRY);
    const made = routesOf(entry);
    expect(made.slice(0, routes.length)).toEqual(routes);
    expect(made.length).toBeLessThanOrEqual(MOST_ROUTES);
    expect(parseDoc(entry).routes.every(({ paths }) => paths.length <= LIMITS.routeFiles)).toBe(
      true,
    );
    const warned = checkBank(checkInputInMemory(after)).filter(({ level }) => level !== "note");
    expect([...new Set(warned.map(({ rule }) => rule))]).toEqual(finds);
    expect(planBank(toInput(after, bank))).toMatchObject({ flow: "refresh", operations: [] });
  });
});

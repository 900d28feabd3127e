/**
 * Golden banks, one test each; `test/helpers/bank-cases.ts` says how a case is kept.
 * `UPDATE_BANKS=1 npx vitest run --project unit bank-plans.test` rewrites what is expected; read the diff.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assert, describe, expect, it } from "vitest";
import { findBlockDamage } from "../../src/bank/blocks.ts";
import { isDocPath } from "../../src/bank/layout.ts";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { PlanInput } from "../../src/plans/plan-input.ts";
import { renderPlan } from "../../src/plans/render-plan.ts";
import { readProjectFacts } from "../../src/io/bank/scan-files.ts";
import type { Operation } from "../../src/types.ts";
import {
  BANK_CASES,
  bankIn,
  languageOf,
  readBefore,
  readExpected,
  writeExpected,
} from "../helpers/bank-cases.ts";
import { type BankInMemory, applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";
import { tempProject } from "../helpers/temp-project.ts";

const UPDATE = process.env["UPDATE_BANKS"] === "1";
const TODAY = "2026-11-15";
const FLOWS = ["init", "upgrade", "migrate", "refresh"] as const;

function placesOf(operations: readonly Operation[]): string[] {
  return operations.flatMap((each) => (each.kind === "move" ? [each.path, each.to] : [each.path]));
}

function toTexts(bank: ReadonlyMap<string, Buffer>): Record<string, string> {
  return Object.fromEntries([...bank].map(([path, bytes]) => [path, bytes.toString("latin1")]));
}

describe("the plan of a bank", () => {
  it("is checked in every flow, in both languages and for every abort", () => {
    expect(BANK_CASES.length).toBeGreaterThan(20);
    for (const flow of FLOWS) {
      const own = BANK_CASES.filter((name) => name.startsWith(flow));
      expect(own.some((name) => name.endsWith(".zh"))).toBe(true);
      expect(own.some((name) => !name.endsWith(".zh"))).toBe(true);
    }
  });

  it.each(BANK_CASES)("%s", (name) => {
    const before = readBefore(name);
    const root = tempProject(Object.fromEntries(before));
    const bank = bankIn(before);
    const language = languageOf(name);
    const toInput = (current: BankInMemory): PlanInput => ({
      bank: toBankFiles(current),
      facts: readProjectFacts(root),
      projectName: "project",
      isInProject: (path) => existsSync(join(root, path)),
      language,
      today: TODAY,
    });
    const planned = planBank(toInput(bank));
    expect(name.split("-")[0]).toBe(planned.flow);
    if (planned.kind === "abort") {
      const made = { kind: "abort", shown: `${planned.problem}\n` } as const;
      if (UPDATE) writeExpected(name, made);
      expect(made).toEqual(readExpected(name));
      return;
    }
    const places = placesOf(planned.operations);
    expect(places.filter((path) => !isDocPath(path))).toEqual([]);
    expect(new Set(places).size).toBe(places.length);

    const made = applyInMemory(bank, planned.operations);
    const { read } = toBankFiles(bank);
    const shown = renderPlan(
      { ...planned, id: "0", bank: "memory-bank", state: "" },
      language,
      (path) => read(path) ?? "",
    );
    if (UPDATE) writeExpected(name, { kind: "plan", shown: `${shown}\n`, bank: made });
    const expected = readExpected(name);
    assert(expected.kind === "plan");
    expect(toTexts(made)).toEqual(toTexts(expected.bank));
    expect(`${shown}\n`).toBe(expected.shown);
    for (const operation of planned.operations) {
      if (operation.kind !== "edit") continue;
      const text = bank?.get(operation.path)?.toString("utf8") ?? "";
      expect(findBlockDamage(text, operation.text)).toBeUndefined();
    }
    for (const spoken of ["en", "zh"] as const) {
      const again = planBank({ ...toInput(made), language: spoken });
      expect(again).toMatchObject({ flow: "refresh", operations: [] });
    }
  });
});

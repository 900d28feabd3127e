/**
 * Golden banks, one test each; `test/helpers/bank-cases.ts` says how a case is kept.
 * `UPDATE_BANKS=1 npx vitest run --project unit bank-plans.test` rewrites what is expected; read the diff.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBlockDamage } from "../../src/bank/blocks.ts";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { PlanInput } from "../../src/plans/plan-input.ts";
import { renderPlan } from "../../src/plans/render-plan.ts";
import { readProjectFacts } from "../../src/io/bank/scan-files.ts";
import {
  BANK_CASES,
  type Expected,
  bankIn,
  languageOf,
  newDocs,
  readBefore,
  readExpected,
  writeExpected,
} from "../helpers/bank-cases.ts";
import { type BankInMemory, applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";
import { tempProject } from "../helpers/temp-project.ts";

const TODAY = "2026-11-15";
const FLOWS = ["init", "upgrade", "migrate", "refresh"] as const;

describe("the plan of a bank", () => {
  it("is checked in every flow, in both languages", () => {
    for (const flow of FLOWS) {
      const own = BANK_CASES.filter((name) => name.startsWith(flow));
      expect(new Set(own.map(languageOf))).toEqual(new Set(["en", "zh"]));
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
      expectGolden(name, { kind: "abort", shown: `${planned.problem}\n`, docs: {} });
      return;
    }
    const made = applyInMemory(bank, planned.operations);
    const { read } = toBankFiles(bank);
    const shown = renderPlan(
      { ...planned, id: "0", bank: "memory-bank", state: "" },
      language,
      (path) => read(path) ?? "",
    );
    expectGolden(name, { kind: "plan", shown: `${shown}\n`, docs: newDocs(name, made) });
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

function expectGolden(name: string, made: Expected): void {
  if (process.env["UPDATE_BANKS"] === "1") writeExpected(name, made);
  expect(made).toEqual(readExpected(name));
}

/**
 * Golden banks: `test/fixtures/banks/<case>/before` is a project with its bank, `after` the bank that its plan
 * makes, or `abort.txt` the message. A case whose name ends in `.zh` is planned in Chinese, others in English.
 * `UPDATE_BANKS=1 npx vitest run --project unit bank-plans.test` rewrites what is expected; read the diff.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findBlockDamage } from "../../src/bank/blocks.ts";
import { isDocPath } from "../../src/bank/layout.ts";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { PlanInput } from "../../src/plans/plan-input.ts";
import { renderPlan } from "../../src/plans/render-plan.ts";
import { readProjectFacts } from "../../src/io/bank/read-project-facts.ts";
import type { Operation } from "../../src/types.ts";
import { type BankInMemory, applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/banks/", import.meta.url));
const CASES = readdirSync(FOLDER).toSorted();
const UPDATE = process.env["UPDATE_BANKS"] === "1";
const TODAY = "2026-11-15";
const FLOWS = ["init", "upgrade", "migrate", "refresh"] as const;

function readFiles(folder: string): Map<string, Buffer> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(
    files.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path))]),
  );
}

function readBank(before: string): BankInMemory {
  const folder = join(before, "memory-bank");
  if (!existsSync(folder)) return undefined;
  const files = readFiles(folder);
  // Git keeps no empty folders.
  files.delete(".gitkeep");
  return files;
}

function toInput(name: string, bank: BankInMemory): PlanInput {
  const root = join(FOLDER, name, "before");
  return {
    bank: toBankFiles(bank),
    facts: readProjectFacts(root),
    projectName: "project",
    isInProject: (path) => existsSync(join(root, path)),
    language: name.endsWith(".zh") ? "zh" : "en",
    today: TODAY,
  };
}

function placesOf(operations: readonly Operation[]): string[] {
  return operations.flatMap((each) => (each.kind === "move" ? [each.path, each.to] : [each.path]));
}

function writeBank(folder: string, bank: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of bank) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

function toTexts(bank: ReadonlyMap<string, Buffer>): Record<string, string> {
  return Object.fromEntries([...bank].map(([path, bytes]) => [path, bytes.toString("latin1")]));
}

describe("the plan of a bank", () => {
  it("is checked in every flow, in both languages and for every abort", () => {
    expect(CASES.length).toBeGreaterThan(45);
    for (const flow of FLOWS) {
      const own = CASES.filter((name) => name.startsWith(flow));
      expect(own.some((name) => name.endsWith(".zh"))).toBe(true);
      expect(own.some((name) => !name.endsWith(".zh"))).toBe(true);
    }
  });

  it.each(CASES)("%s", (name) => {
    const folder = join(FOLDER, name);
    const bank = readBank(join(folder, "before"));
    const planned = planBank(toInput(name, bank));
    expect(name.split("-")[0]).toBe(planned.flow);
    const abortFile = join(folder, "abort.txt");
    if (planned.kind === "abort") {
      if (UPDATE) writeFileSync(abortFile, `${planned.problem}\n`);
      expect(`${planned.problem}\n`).toBe(readFileSync(abortFile, "utf8"));
      return;
    }
    const places = placesOf(planned.operations);
    expect(places.filter((path) => !isDocPath(path))).toEqual([]);
    expect(new Set(places).size).toBe(places.length);

    const made = applyInMemory(bank, planned.operations);
    const plan = { ...planned, id: "0", state: "" };
    const input = toInput(name, bank);
    const shown = renderPlan(plan, input.language, (path) => input.bank.read(path) ?? "");
    if (UPDATE) {
      rmSync(abortFile, { force: true });
      writeBank(join(folder, "after/memory-bank"), made);
      writeFileSync(join(folder, "plan.txt"), `${shown}\n`);
    }
    expect(existsSync(abortFile)).toBe(false);
    expect(toTexts(made)).toEqual(toTexts(readFiles(join(folder, "after/memory-bank"))));
    expect(`${shown}\n`).toBe(readFileSync(join(folder, "plan.txt"), "utf8"));
    for (const operation of planned.operations) {
      if (operation.kind !== "edit") continue;
      const before = bank?.get(operation.path)?.toString("utf8") ?? "";
      expect(findBlockDamage(before, operation.text)).toBeUndefined();
    }
    expect(planBank(toInput(name, made))).toMatchObject({ flow: "refresh", operations: [] });
  });
});

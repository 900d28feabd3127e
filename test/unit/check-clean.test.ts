import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkBank } from "../../src/check/check-bank.ts";
import { readPlan } from "../../src/io/plan/read-plan.ts";
import { checkInputOf } from "../helpers/check-input-of.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { readProjectFixtures } from "../helpers/project-fixtures.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function faultsOf(root: string): string[] {
  return checkBank(checkInputOf(root))
    .filter(({ level }) => level !== "note")
    .map(({ level, path, line, rule }) => `${level} ${path}:${line} ${rule}`);
}

describe("a bank that refresh has just made is clean", () => {
  it.each(readProjectFixtures().map(({ name, files }) => [name, files] as const))(
    "%s",
    (_, files) => {
      for (const lang of ["en", "zh"] as const) {
        const root = tempProject(files);
        const bank = join(root, "memory-bank");
        const made = readPlan({ root, bank }, { lang, locale: lang, today: "2026-11-15" });
        for (const operation of made.kind === "plan" ? made.plan.operations : []) {
          if (operation.kind !== "create") throw new Error(`${operation.kind} in a new bank`);
          writeFiles(bank, [[operation.path, operation.text]]);
        }
        expect(existsSync(join(bank, "MEMORY.md"))).toBe(true);
        expect(checkBank(checkInputOf(root))).toEqual([]);
      }
    },
  );
});

describe("the bank of this repository", () => {
  it("has neither errors nor warnings", () => {
    expect(faultsOf(ROOT)).toEqual([]);
  });
});

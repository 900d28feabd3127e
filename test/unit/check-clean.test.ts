import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkBank } from "../../src/check/check-bank.ts";
import { readProjectFacts } from "../../src/io/bank/read-project-facts.ts";
import { readPlan } from "../../src/io/plan/read-plan.ts";
import { PLANNED_CASES, readAfter } from "../helpers/bank-cases.ts";
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

/**
 * What golden banks say wrongly because their authors did: refresh rewrites no prose, puts nothing into an
 * entry that its flow does not add, and mends no user block.
 */
const TRUE_FAULTS: Readonly<Record<string, readonly string[]>> = {
  "init-odd-values": [
    "warning a|b.md:1 orphan-docs",
    "warning c#d.md:1 orphan-docs",
    "error details/design/e [f].md:1 dead-links",
  ],
  "migrate-broken-user-block": ["error details/brief.md:5 block-markers"],
  "migrate-crlf": [
    "error MEMORY.md:10 dead-links",
    "error details/tech.md:3 dead-links",
    "error details/tech.md:3 dead-links",
  ],
  "migrate-only-brief": ["error MEMORY.md:10 dead-links", "error MEMORY.md:10 dead-links"],
  "migrate-only-index": [
    "error details/tech.md:3 dead-links",
    "error details/tech.md:3 dead-links",
  ],
  "migrate-user-blocks": ["warning details/tech.md:10 dead-links"],
  "migrate-whole": ["warning MEMORY.md:10 dead-anchors"],
  "refresh-dead-routes": ["error MEMORY.md:42 dead-routes"],
  "refresh-index": [
    "error details/design/index.md:6 dead-links",
    "error details/design/new (draft).md:1 dead-links",
  ],
  "refresh-many-unrouted": [25, 26, 27, 28, 29, 30].map(
    (number) => `warning note-${number}.md:1 orphan-docs`,
  ),
  "refresh-old-routing-only": ["warning MEMORY.md:1 entry-sections"],
  "refresh-without-routing": [
    "warning MEMORY.md:1 entry-sections",
    "warning details/progress.md:1 orphan-docs",
    "warning details/tech.md:1 orphan-docs",
  ],
  "upgrade-fenced-headings": ["warning MEMORY.md:1 entry-sections"],
  "upgrade-old-routing": ["warning MEMORY.md:1 entry-sections"],
  "upgrade-old-routing.zh": ["warning MEMORY.md:1 entry-sections"],
  "upgrade-some-sections": ["warning MEMORY.md:1 entry-sections"],
};

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
        // Where the project says nothing of how things are done, that is told.
        const isBlank = readProjectFacts(root).conventions.length === 0;
        expect(checkBank(checkInputOf(root)).map(({ rule }) => rule)).toEqual(
          isBlank ? ["blank-conventions"] : [],
        );
      }
    },
  );
});

describe("a golden bank has only the faults of its author", () => {
  it.each(PLANNED_CASES)("%s", (name) => {
    const root = tempProject(Object.fromEntries(readAfter(name)));
    expect(faultsOf(root)).toEqual(TRUE_FAULTS[name] ?? []);
  });

  it("is told for no other", () => {
    expect(Object.keys(TRUE_FAULTS).filter((name) => !PLANNED_CASES.includes(name))).toEqual([]);
  });
});

describe("the bank of this repository", () => {
  it("has neither errors nor warnings", () => {
    expect(faultsOf(ROOT)).toEqual([]);
  });
});

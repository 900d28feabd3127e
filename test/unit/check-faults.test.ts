/**
 * Banks with seeded faults: each is told exactly once, and nothing else is. `UPDATE_FAULTS=1 npx vitest run
 * --project unit check-faults.test` rewrites what is expected; read the diff.
 */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHECK_RULES, checkBank } from "../../src/check/check-bank.ts";
import type { Finding } from "../../src/check/finding.ts";
import { checkInputOf } from "../helpers/check-input-of.ts";
import { expectedFile, faultyBank, readExpected } from "../helpers/faulty-bank.ts";

const BANKS = ["en", "zh", "old", "merged", "adopted"] as const;
const BUDGET = {
  en: 3500,
  zh: 12_000,
  old: 12_000,
  merged: 12_000,
  adopted: 12_000,
} as const;

const known = new Map<string, Finding[]>();

/** Each bank is made and checked once. */
function find(name: (typeof BANKS)[number], isCrlf = false): Finding[] {
  const key = `${name} ${isCrlf}`;
  const found =
    known.get(key) ??
    checkBank(checkInputOf(faultyBank(name, { isCrlf }), { maxChars: BUDGET[name] }));
  known.set(key, found);
  return found;
}

function toLine({ level, path, line, rule, message }: Finding): string {
  return `${level} ${path}:${line} ${rule}: ${message}`;
}

describe.each(BANKS)("seeded faults (%s)", (name) => {
  it("are told once each, and nothing else is", () => {
    const found = find(name).map(toLine);
    if (process.env["UPDATE_FAULTS"] === "1") {
      writeFileSync(expectedFile(name), `${found.join("\n")}\n`);
    }
    expect(found).toEqual(readExpected(name));
    expect(new Set(found).size).toBe(found.length);
  });

  it("are the same with CRLF", () => {
    const place = ({ level, path, line, column, rule }: Finding) =>
      [level, path, line, column, rule].join(" ");
    expect(find(name, true).map(place)).toEqual(find(name).map(place));
  });
});

it("there are faults of every rule, 30 and more in one bank", () => {
  const found = BANKS.map((name) => find(name));
  expect(found[0]?.length).toBeGreaterThanOrEqual(30);
  // Links that cannot be followed need files of the project: see read-check-input.test.
  const seeded = CHECK_RULES.filter((rule) => rule !== "dead-pointers");
  expect(new Set(found.flat().map(({ rule }) => rule))).toEqual(new Set(seeded));
});

it("no finding shows a secret", () => {
  const shown = JSON.stringify(BANKS.map((name) => find(name)));
  expect(shown).toContain("password-assignment");
  expect(shown).not.toMatch(/AKIA|[A-Za-z0-9]{20}/);
});

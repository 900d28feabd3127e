import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDecisionLog } from "../../src/io/log/decision-log.ts";
import { readDecisions } from "../../src/io/log/read-decisions.ts";
import { tailLog } from "../../src/io/log/tail-log.ts";
import { readSettings } from "../../src/runtime/read-settings.ts";
import { memoryFolder } from "../helpers/temp-project.ts";

let base = "";
beforeAll(() => {
  base = memoryFolder();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const aStateFolder = () => mkdtempSync(join(base, "state-"));

describe("settings that nobody could mean", () => {
  const NAMED = Object.keys(readSettings({}, {}).settings);
  const hostile = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.constantFrom<unknown>(
      { toString: 1, valueOf: 1 },
      ["(a+)+$", "[".repeat(150), "{".repeat(100)],
      ["+(".repeat(60)],
      Array.from({ length: 5000 }, () => "**/x"),
      "x".repeat(1_000_000),
      "\u001b]0;owned\u0007",
      "\u202eblock",
      Number.NaN,
      -0,
      2 ** 60,
    ),
  );

  it("are reported in lines that steer no terminal, and the defaults hold", () => {
    const { settings: defaults } = readSettings({}, {});
    fc.assert(
      fc.property(
        fc.oneof(fc.dictionary(fc.oneof(fc.constantFrom(...NAMED), fc.string()), hostile), hostile),
        (options) => {
          const { settings, problems } = readSettings({}, options);
          expect(Object.keys(settings)).toEqual(NAMED);
          for (const problem of problems) {
            expect(problem.length).toBeLessThan(400);
            expect(problem).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
          }
          expect(problems.length).toBeLessThan(30);
          const isOther = JSON.stringify(settings) !== JSON.stringify(defaults);
          const given = typeof options === "object" && options !== null ? Object.keys(options) : [];
          if (isOther) expect(given.some((key) => NAMED.includes(key))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("do so from the environment, too", () => {
    const env = fc.dictionary(
      fc
        .constantFrom("GUARD_MODE", "MAX_CHARS", "LANG", "LOG", "DISABLED", "APPROVAL")
        .map((name) => `MEMORY_BANK_${name}`),
      fc.oneof(fc.string({ unit: "binary" }), fc.constant("9".repeat(10_000))),
    );
    fc.assert(
      fc.property(env, (env) => {
        const { problems } = readSettings(env, undefined);
        for (const problem of problems) expect(problem).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
    );
  });
});

describe("a decision log that somebody wrote in", () => {
  it.each<[string, (file: string) => void]>([
    ["a pipe", (file) => execFileSync("mkfifo", [file])],
    ["a link", (file) => symlinkSync("/etc/passwd", file)],
    ["a folder", (file) => mkdirSync(file)],
  ])("is neither waited for nor followed: %s", async (_, forge) => {
    const state = aStateFolder();
    forge(join(state, "decisions.jsonl"));
    expect(readDecisions(state)).toEqual([]);
    expect(tailLog(state).poll().entries).toEqual([]);
    const problems: unknown[] = [];
    const log = createDecisionLog({ folder: () => state, onProblem: (one) => problems.push(one) });
    log.write({ v: 1, at: 1, session: "s", turn: 1, kind: "turn" });
    await log.close();
    expect(problems).toHaveLength(1);
  });

  it("is read as far as it is one", () => {
    const line = {
      v: 1,
      at: 1,
      session: "s",
      turn: 1,
      kind: "effect",
      undone: ["a.md"],
      changed: [],
      kept: "k-20261115-174233-a3f",
    };
    const other = fc.dictionary(
      fc.constantFrom(...Object.keys(line), "trace", "__proto__"),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(other, fc.jsonValue(), fc.string())), (forged) => {
        const state = aStateFolder();
        const lines = forged.map((one) =>
          typeof one === "string" ? one : JSON.stringify({ ...line, ...(one as object) }),
        );
        writeFileSync(
          join(state, "decisions.jsonl"),
          `${lines.join("\n")}\n${JSON.stringify(line)}\n`,
        );
        const read = readDecisions(state);
        expect(read.at(-1)).toMatchObject({ kind: "effect" });
        for (const one of read) {
          expect(new Date(one.at).toISOString()).toBeTruthy();
          if (one.kind === "effect") expect(one.kept ?? line.kept).toMatch(/^k-[\d-]+\w+$/);
        }
      }),
    );
  });
});

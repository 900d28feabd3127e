import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWriteLedger } from "../../src/io/effects/write-ledger.ts";
import { listKept, keepVersions, readKept } from "../../src/io/kept/kept-versions.ts";
import { createDecisionLog } from "../../src/io/log/decision-log.ts";
import { readDecisions } from "../../src/io/log/read-decisions.ts";
import { tailLog } from "../../src/io/log/tail-log.ts";
import { readSettings } from "../../src/runtime/read-settings.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { filesIn, mutate, mutation } from "../helpers/mutate-files.ts";
import { hash } from "../helpers/plans.ts";
import { memoryFolder } from "../helpers/temp-project.ts";

let base = "";
beforeAll(() => {
  base = memoryFolder();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const aStateFolder = () => mkdtempSync(join(base, "state-"));

describe("a ledger that somebody wrote in", () => {
  it("explains what was noted and nothing else", () => {
    const doc = fc.constantFrom("MEMORY.md", "a b.md", "details/x.md");
    const entry = fc.record({ doc, text: fc.option(fc.constantFrom("one", "two", "three")) });
    const bytes = (text: string | null) => (text === null ? undefined : Buffer.from(text));
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 4 }),
        fc.array(entry, { minLength: 1, maxLength: 4 }),
        mutation,
        fc.boolean(),
        (noted, forged, change, isReused) => {
          const state = aStateFolder();
          const ledger = createWriteLedger(() => state);
          for (const { doc, text } of noted) ledger.note(doc, bytes(text), 1000);
          const file = join(state, "writes.log");
          const [made = ""] = readFileSync(file, "utf8").split(" ");
          for (const { doc, text } of forged) {
            const line = `2000 ${text === null ? "gone" : hash(text)} ${doc}\n`;
            appendFileSync(file, (isReused ? `${made} ` : "") + line);
          }
          const isNoted = (one: { doc: string; text: string | null }) =>
            noted.some(({ doc, text }) => doc === one.doc && text === one.text);
          for (const one of [...forged, ...noted]) {
            expect(ledger.knows(one.doc, bytes(one.text), 1000)).toBe(isNoted(one));
            expect(ledger.knows(one.doc, bytes(one.text), 1001)).toBe(false);
          }
          mutate(file, change);
          for (const one of [...forged, ...noted])
            if (ledger.knows(one.doc, bytes(one.text), 1000)) expect(isNoted(one)).toBe(true);
        },
      ),
    );
  });
});

describe("kept versions that somebody changed", () => {
  it("are given back as they were kept, or told to be damaged", () => {
    const NOW = Date.UTC(2026, 10, 16);
    let damages = 0;
    fc.assert(
      fc.property(fc.nat(), mutation, (which, change) => {
        const state = aStateFolder();
        const docs = [
          { doc: "MEMORY.md", before: Buffer.from("old\n"), after: Buffer.from("new\n") },
          { doc: "details/x.md", before: undefined, after: Buffer.from("made\n") },
        ];
        const reason = { rule: "guard-memory-files", words: "python3" };
        const id = keepVersions(state, docs, reason, NOW);
        const files = filesIn(state);
        mutate(files[which % files.length] ?? "", change);
        const damaged: string[] = [];
        const kept = listKept(state, (incident) => damaged.push(incident.id));
        expect([...kept.map((incident) => incident.id), ...damaged]).toEqual([id]);
        damages += damaged.length;
        for (const { doc, before, after } of docs) {
          for (const [which, bytes] of [
            ["before", before],
            ["after", after],
          ] as const) {
            let read: Uint8Array | undefined;
            try {
              read = readKept(state, id, doc, which);
            } catch {
              continue;
            }
            expect(read).toEqual(bytes);
          }
        }
        for (const incident of kept) expect(incident).toMatchObject(reason);
      }),
      { numRuns: 300 },
    );
    expect(damages).toBeGreaterThan(100);
  });

  it("are not driven out by forged ones, which stay", () => {
    const state = aStateFolder();
    const docs = [{ doc: "MEMORY.md", before: Buffer.from("old\n"), after: undefined }];
    const reason = { rule: "r", words: "" };
    const now = Date.UTC(2026, 10, 16);
    const limits = { incidents: 3, bytes: 1000, days: 30 };
    const ours = keepVersions(state, docs, reason, now, limits);
    for (let at = 0; at < 9; at += 1)
      writeFiles(join(state, "kept", `k-20990101-00000${at}-000`), [
        ["incident.json", "{}"],
        ["1-before", "x".repeat(500)],
      ]);
    const next = keepVersions(state, docs, reason, now + 1, limits);
    expect(listKept(state).map(({ id }) => id)).toEqual([next, ours]);
    expect(readdirSync(join(state, "kept"))).toHaveLength(11);
  });
});

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

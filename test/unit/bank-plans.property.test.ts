import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "../../src/bank/blocks.ts";
import { DETAILS, ENTRY, LEGACY, OLD_ENTRIES, isDocPath } from "../../src/bank/layout.ts";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { PlanInput, Planned } from "../../src/plans/plan-input.ts";
import type { ProjectFacts } from "../../src/scan/facts.ts";
import type { Language } from "../../src/types.ts";
import { type BankInMemory, applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";
import { NO_FACTS } from "../helpers/no-facts.ts";
import { soundDoc, wildText } from "../helpers/wild-docs.ts";

const source = fc.constantFrom("a.json", "b/c.toml");
const fact = fc.record({
  name: fc.constantFrom("TypeScript", "a | b", "# x", "`q`", "中文"),
  version: fc.constantFrom(undefined, "5.4", "^20 || >=22"),
  source,
});
const command = fc.record({
  purpose: fc.constantFrom("test", "x|y"),
  command: fc.constantFrom("npm test", "a | b", "echo `x`"),
  source,
});
const facts: fc.Arbitrary<ProjectFacts> = fc
  .record({
    description: fc.constantFrom(undefined, "Tea.", "- x", "<div>", "| a | b |", "==="),
    languages: fc.uniqueArray(fact, { maxLength: 3, selector: ({ name }) => name }),
    ruleFiles: fc.constantFrom([], ["src/a.md", "src/a/"]),
    commands: fc.uniqueArray(command, { maxLength: 3, selector: (each) => each.command }),
  })
  .map((some) => ({ ...NO_FACTS, ...some }));

const PATHS = [
  DETAILS.tech,
  "details/patterns.md",
  DETAILS.progress,
  "details/design/index.md",
  "details/design/a.md",
  "details/design/b c.md",
  "details/design/sub/d.md",
  "details/api/e,f.md",
  "details/api/g(h).md",
  "details/odd#name?.md",
  "details/100%.md",
  "tech.md",
  "patterns.md",
  "docs/a.md",
  "docs/index.md",
  "docs/x.png",
  "docs/[z]*.md",
  "requirements/REQ-001-a.md",
  "learnings/2024-01-02-b.md",
  "notes.md",
  "README.md",
  LEGACY,
];
const ROUTES = [
  "| a | details/tech.md |",
  "| b | details/gone.md |",
  "| c | `details/gone.md`, [t](details/tech.md#x) |",
  "| d | details/gone.md and words |",
  "| e | Node.js, src/gone.ts |",
  "| f | details/design/ |",
  "| | |",
  "| g | [x](<details/design/b c.md>) | more |",
];
/** A short entry of this or an older template, with a routing table that somebody has worked on. */
const entryDoc = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.constantFrom("v7.1", "v7.1", "v7.0", "v7.x", "v8"),
    fc.constantFrom("Routing Rules（意图驱动）", "Routing Rules", "Top Quick Answers"),
    fc.array(fc.constantFrom(...ROUTES), { maxLength: 5 }),
    wildText,
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([mark, version, heading, routes, wild, lineBreak]) => {
    const lines = [
      "# Tea",
      "<!-- MACHINE_BLOCK_START -->",
      `<!-- MEMORY_BANK_TEMPLATE:${version} -->`,
      "## Project Snapshot",
      "",
      "- Stack: TypeScript 5.3, React 1. See details/tech.md",
      "",
      `## ${heading}`,
      "",
      "| want | read |",
      "|---|---|",
      ...routes,
      "<!-- MACHINE_BLOCK_END -->",
      "<!-- USER_BLOCK_START -->",
      wild.replaceAll(/<!-- (?:MACHINE|USER)_BLOCK_\w+ -->/g, "x"),
      "<!-- USER_BLOCK_END -->",
    ];
    return mark + lines.join(lineBreak);
  });

/** Texts and facts of a bank, so that a counterexample can be read. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly facts: ProjectFacts;
  readonly language: Language;
}

const anyDoc = fc.oneof(wildText, soundDoc);

function caseOf(heads: fc.Arbitrary<Record<string, string>>, known = facts): fc.Arbitrary<Case> {
  const others = fc.dictionary(fc.constantFrom(...PATHS), anyDoc, { maxKeys: 6 });
  return fc
    .record({ head: heads, others, found: known, language: fc.constantFrom("en", "zh") })
    .map(({ head, others: docs, found, language }) => ({
      files: { ...docs, ...head },
      facts: found,
      language,
    }));
}

function toInput(bank: BankInMemory, { facts: known, language }: Case): PlanInput {
  return {
    bank: toBankFiles(bank),
    facts: known,
    projectName: "",
    isInProject: (path) =>
      path.startsWith("src/a") || ["src", "a.json", "package.json", "Makefile"].includes(path),
    language,
    today: "2026-11-15",
  };
}

const withEntry = caseOf(fc.oneof(entryDoc, wildText).map((text) => ({ [ENTRY]: text })));
const withoutEntry = caseOf(fc.constant({}));
const withOldEntries = caseOf(
  fc.dictionary(fc.constantFrom(...OLD_ENTRIES), anyDoc, { minKeys: 2 }),
  // Rows of the stack and of commands are brought up to date, as in every flow.
  fc.constant(NO_FACTS),
);

/** What must hold of every plan. Gives the bank that it makes. */
function check(some: Case): { planned: Planned; made: BankInMemory } {
  const bank = new Map(Object.entries(some.files).map(([path, text]) => [path, Buffer.from(text)]));
  const input = toInput(bank, some);
  const planned = planBank(input);
  if (planned.kind === "abort") return { planned, made: bank };
  const { operations } = planned;
  const places = operations.flatMap((each) =>
    each.kind === "move" ? [each.path, each.to] : [each.path],
  );
  expect(places.filter((path) => !isDocPath(path))).toEqual([]);
  expect(new Set(places).size).toBe(places.length);
  const made = applyInMemory(bank, operations);
  const newPlaces = new Map(
    operations.flatMap((each) => (each.kind === "move" ? [[each.path, each.to]] : [])),
  );
  const removed = new Set(
    operations.flatMap((each) => (each.kind === "remove" ? [each.path] : [])),
  );
  for (const [path, bytes] of bank) {
    if (removed.has(path)) continue;
    const now = made.get(newPlaces.get(path) ?? path);
    if (now?.equals(bytes)) continue;
    const [before, after] = [bytes.toString("utf8"), now?.toString("utf8") ?? "gone"];
    if (path === ENTRY && parseBlocks(before).markers.length === 0) expectTakenIn(before, after);
    else expect(userBlocks(after)).toEqual(userBlocks(before));
  }
  const second = planBank({ ...input, bank: toBankFiles(made) });
  let again = second;
  // An upgrade changes the entry alone: what the details need is for the next run.
  if (planned.flow === "upgrade" && second.kind === "plan") {
    expect(second.operations.map(({ path }) => path)).not.toContain(ENTRY);
    const now = applyInMemory(made, second.operations);
    again = planBank({ ...input, bank: toBankFiles(now) });
  }
  expect(again).toMatchObject({ kind: "plan", flow: "refresh", operations: [] });
  return { planned, made };
}

/** Whole and unchanged in the machine block, but for the version marker and the rows of generated tables. */
function expectTakenIn(before: string, after: string): void {
  const { machine, problems } = parseBlocks(after);
  expect(problems).toEqual([]);
  const lines = linesOf(after.slice(machine[0]?.from, machine[0]?.to));
  expect(linesOf(before).filter((line) => !lines.includes(line))).toEqual([]);
}

function userBlocks(text: string): string[] {
  return parseBlocks(text).user.map(({ from, to }) => text.slice(from, to));
}

/** A line as it is found again: without heading and list marks, quoting, emphasis and link targets. */
function wordsOf(line: string): string {
  return line.replaceAll(/\]\([^)]*\)|\]:.*/g, "]").replaceAll(/[\s#>*+=-]/g, "");
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => !/_BLOCK_(?:START|END)|MEMORY_BANK_TEMPLATE/.test(line))
    .map(wordsOf)
    .filter((line) => line !== "");
}

describe("the plan of any bank", { timeout: 600_000 }, () => {
  it("brings an entry up to date and keeps what is the user's", () => {
    fc.assert(
      fc.property(withEntry, (any) => {
        const { planned } = check(any);
        expect(["refresh", "upgrade"]).toContain(planned.flow);
      }),
      { numRuns: 300 },
    );
  });

  it("adopts the docs that are there: no file but a new entry comes, and none changes", () => {
    fc.assert(
      fc.property(withoutEntry, (any) => {
        const { planned } = check(any);
        const isEmpty = Object.keys(any.files).every((path) => !path.endsWith(".md"));
        expect(planned).toMatchObject({ kind: "plan", flow: isEmpty ? "init" : "adopt" });
        const { operations } = planned.kind === "plan" ? planned : { operations: [] };
        expect(new Set(operations.map(({ kind }) => kind))).toEqual(new Set(["create"]));
        if (!isEmpty) expect(operations.map(({ path }) => path)).toEqual([ENTRY]);
      }),
      { numRuns: 300 },
    );
  });

  it("loses no line and no user block of an older layout", () => {
    fc.assert(
      fc.property(withOldEntries, (any) => {
        const { planned, made } = check(any);
        expect(planned).toMatchObject({ kind: "plan", flow: "migrate" });
        const texts = [...(made?.values() ?? [])].map((bytes) => bytes.toString("utf8"));
        const found = new Set(texts.flatMap(linesOf));
        const whole = texts.join("\n");
        for (const [path, text] of Object.entries(any.files)) {
          expect(linesOf(text).filter((line) => !found.has(line))).toEqual([]);
          if (!OLD_ENTRIES.some((name) => name === path)) continue;
          for (const block of userBlocks(text)) {
            const inner = block.replaceAll(/^[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]*$/g, "");
            if (inner.trim() !== "") expect(whole).toContain(inner);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

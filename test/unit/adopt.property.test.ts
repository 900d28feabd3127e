import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ENTRY } from "../../src/bank/layout.ts";
import { hasMarker } from "../../src/bank/layouts.ts";
import { parseDoc } from "../../src/bank/parse.ts";
import { planBank } from "../../src/plans/plan-bank.ts";
import type { PlanInput, Planned } from "../../src/plans/plan-input.ts";
import { makeRouteLookup } from "../../src/plans/route-lookup.ts";
import { applyInMemory, toBankFiles } from "../helpers/bank-in-memory.ts";
import { NO_FACTS } from "../helpers/no-facts.ts";
import { soundDoc, wildText } from "../helpers/wild-docs.ts";

afterEach(() => void vi.restoreAllMocks());

/** Two names of each are enough to know the layout. */
const LAYOUTS = [
  ["projectbrief.md", "activeContext.md", "systemPatterns.md", "techContext.md", "progress.md"],
  ["productContext.md", "Active-Context.md", "decisionLog.md"],
  ["brief.md", "product.md", "context.md"],
  ["currentTask.md", "codebaseSummary.md"],
];
const OTHERS = [
  "tasks.md",
  "tasks/a.md",
  "tasks/b c.md",
  "creative/menu.md",
  "details/design/one.md",
  "details/tech.md",
  "core/notes.md",
  "README.md",
  "index.md",
  "notes/_index.md",
  "notes/2024-01-02-x.md",
  "odd#name?.md",
  "a|b.md",
  "picture.png",
  "_index.md",
];
const ROOTS = ["tea", "X", "memory-bank", "docs", "", "<b>", "## x"];
const DIRECTORIES = ["/", "/home/me/X", "/X/memory-bank/docs", "/tea/tea"];

/** A doc with what people write into such docs, and whatever else. */
const linked = fc.constantFrom(
  "[now](activeContext.md)\n",
  "[up](../src/a.ts), [gone](gone.md)\n\n## Current Focus\n\n- [a](tasks/a.md#x)\n",
  "## Next Steps\n\n1. <!-- MACHINE_BLOCK_END -->\n2. | a | b |\n",
  "## Key Technical Decisions\n\n| Decision | Why |\n|---|---|\n| a \\| b | `c` |\n",
  "**Decision:** ```\n\n**Rationale:** <!--\n",
);
const doc = fc.oneof(
  wildText,
  soundDoc,
  fc.tuple(linked, wildText).map(([head, rest]) => head + rest),
);
const somebodys = fc.option(
  doc.filter((text) => !hasMarker(text)),
  { nil: undefined, freq: 2 },
);
const banks = fc
  .tuple(
    fc.constantFrom(...LAYOUTS),
    fc.array(doc, { minLength: 5, maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...OTHERS), doc, { maxKeys: 6 }),
    somebodys,
  )
  .map(([names, texts, others, entry]): Record<string, string> => ({
    ...others,
    ...Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])),
    ...(entry === undefined ? {} : { [ENTRY]: entry }),
  }))
  // Files of our own older layout with a marker of ours are migrated.
  .filter((files) => ["brief.md", "_index.md"].every((name) => !hasMarker(files[name] ?? "")));

const cases = fc.record({
  files: banks,
  root: fc.constantFrom(...ROOTS),
  cwd: fc.constantFrom(...DIRECTORIES),
  language: fc.constantFrom("en" as const, "zh" as const),
});

function linksOf(text: string): string[] {
  return parseDoc(text).links.map(({ path }) => path);
}

describe("adopting any bank", () => {
  it("changes nothing but the entry, loses no word and no link, and is done once", () => {
    fc.assert(
      fc.property(cases, ({ files, root, cwd, language }) => {
        const before = new Map(
          Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]),
        );
        const input: PlanInput = {
          bank: toBankFiles(before),
          facts: NO_FACTS,
          projectName: root,
          isInProject: () => false,
          language,
          today: "2026-11-15",
        };
        const here = planBank(input);
        vi.spyOn(process, "cwd").mockReturnValue(cwd);
        expect(planBank(input)).toEqual(here);
        vi.restoreAllMocks();
        const after = applyInMemory(before, operationsOf(here));
        const entry = after.get(ENTRY)?.toString("utf8") ?? "";
        expectKept(files[ENTRY], entry);
        const isThere = makeRouteLookup(
          { name: "memory-bank", paths: [...after.keys()] },
          () => false,
        );
        const routed = parseDoc(entry).routes.flatMap(({ paths }) => paths);
        if (files[ENTRY] === undefined)
          expect(routed.filter(({ path }) => !isThere(path))).toEqual([]);
        const again = planBank({ ...input, bank: toBankFiles(after) });
        expect(again).toMatchObject({ kind: "plan", flow: "refresh", operations: [] });
      }),
      { numRuns: 1000 },
    );
  });
});

function operationsOf(planned: Planned) {
  expect(planned).toMatchObject({ kind: "plan", flow: "adopt" });
  const operations = planned.kind === "plan" ? planned.operations : [];
  expect(operations.map(({ path }) => path)).toEqual([ENTRY]);
  return operations;
}

/** An entry of somebody else's is whole in the machine block, and its links lead where they led. */
function expectKept(before: string | undefined, entry: string): void {
  const { blocks, version } = parseDoc(entry);
  expect(blocks.problems).toEqual([]);
  expect(version?.value).toBe("v7.1");
  if (before === undefined) return;
  const [machine] = blocks.machine;
  const whole = before.replace(/^\uFEFF/, "").replace(/(?:\r\n|\r|\n)$/, "");
  expect(entry.slice(machine?.from, machine?.to)).toContain(whole);
  const now = linksOf(entry);
  expect(linksOf(before).filter((path) => !now.includes(path))).toEqual([]);
}

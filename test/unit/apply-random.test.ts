import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { PlanError } from "../../src/io/plan/plan-error.ts";
import { healthyDisk } from "../helpers/faulty-disk.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { aPlan, operationsOn, placeIn, treeOf } from "../helpers/plans.ts";
import { memoryFolder } from "../helpers/temp-project.ts";

let base = "";
beforeAll(() => {
  base = memoryFolder();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const folder = fc.constantFrom("", "docs/", "details/", "details/design/", "a/b/c/", "项目/");
const name = fc.constantFrom("a.md", "b.md", "c d.md", "中.md", "x.png", "-rf.md", "..e.md");
const path = fc.tuple(folder, name).map((parts) => parts.join(""));
const text = fc.oneof(
  fc.constantFrom("", "\ufeff# BOM\r\n", "a\r\nb\nc\r", "\0\x1b", "中文\u2028"),
  fc.string({ unit: "binary", maxLength: 40 }).map((content) => content.toWellFormed()),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  text.map((content) => Buffer.from(content)),
);

type Doc = readonly [path: string, bytes: Uint8Array];
const bank = fc.uniqueArray(fc.tuple(path, bytes), { selector: ([path]) => path, maxLength: 10 });
/** What to do with each doc, and what to make; which of it is possible shows when it is built. */
const wishes = fc.record({
  fates: fc.array(
    fc.oneof(
      fc.constant({ kind: "keep" } as const),
      fc.record({ kind: fc.constant("edit" as const), text }),
      fc.record({
        kind: fc.constant("move" as const),
        to: path,
        text: fc.option(text, { nil: undefined }),
      }),
      fc.constant({ kind: "remove" } as const),
    ),
    { minLength: 10, maxLength: 10 },
  ),
  made: fc.array(fc.tuple(path, text), { maxLength: 4 }),
});

function build(docs: readonly Doc[]): string {
  const root = mkdtempSync(join(base, "p-"));
  writeFiles(join(root, "memory-bank"), docs);
  return root;
}

/** The operations that a planner could have meant, and the docs that are there afterwards. */
function toPlan(root: string, docs: readonly Doc[], { fates, made }: Wishes) {
  const place = placeIn(root);
  const on = operationsOn(place.bank);
  const taken = new Set(docs.map(([path]) => path));
  const claim = (path: string) => !taken.has(path) && taken.add(path) !== undefined;
  const expected = new Map<string, Uint8Array>(docs);
  const operations = docs.flatMap(([path, bytes], index) => {
    const fate = fates[index] ?? { kind: "keep" };
    switch (fate.kind) {
      case "keep":
        return [];
      case "edit":
        expected.set(path, Buffer.from(fate.text));
        return on.edit(path, fate.text);
      case "remove":
        expected.delete(path);
        return on.remove(path);
      case "move":
        if (!claim(fate.to)) return [];
        expected.delete(path);
        expected.set(fate.to, fate.text === undefined ? bytes : Buffer.from(fate.text));
        return on.move(path, fate.to, fate.text);
    }
  });
  for (const [path, text] of made) {
    if (!claim(path)) continue;
    expected.set(path, Buffer.from(text));
    operations.push(on.create(path, text));
  }
  return { place, plan: aPlan(place.bank, operations), expected };
}
type Wishes = typeof wishes extends fc.Arbitrary<infer Value> ? Value : never;

const optionsFor = (root: string) => ({ disk: healthyDisk(), stateFolder: () => `${root}-state` });

describe("any plan", () => {
  it("makes of any bank exactly what it says", () => {
    fc.assert(
      fc.property(bank, wishes, (docs, wishes) => {
        const root = build(docs);
        const { place, plan, expected } = toPlan(root, docs, wishes);
        applyPlan(place, plan, optionsFor(root));
        // Where every doc has gone, the folder of the bank itself stays.
        const fresh = build([...expected]);
        if (docs.length > 0) mkdirSync(join(fresh, "memory-bank"), { recursive: true });
        expect(treeOf(root)).toEqual(treeOf(fresh));
        rmSync(root, { recursive: true });
      }),
      { numRuns: 150 },
    );
  });

  it("is refused when anything in the bank has changed, which stays as it is", () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), path, bytes }),
      fc.record({ kind: fc.constant("remove" as const), index: fc.nat(9) }),
      fc.record({ kind: fc.constant("folder" as const), path: fc.constantFrom("new", "docs/new") }),
    );
    let refusals = 0;
    fc.assert(
      fc.property(bank, wishes, change, (docs, wishes, change) => {
        const root = build(docs);
        const { place, plan } = toPlan(root, docs, wishes);
        fc.pre(plan.operations.length > 0);
        const before = treeOf(root);
        const at = (path: string) => join(place.bank, path);
        if (change.kind === "write") {
          const theirs = Buffer.concat([change.bytes, Buffer.from("theirs")]);
          writeFiles(place.bank, [[change.path, theirs]]);
        } else if (change.kind === "folder") {
          mkdirSync(at(change.path), { recursive: true });
        } else {
          const [path] = docs[change.index % Math.max(docs.length, 1)] ?? [];
          if (path !== undefined) rmSync(at(path));
        }
        const theirs = treeOf(root);
        fc.pre(JSON.stringify(theirs) !== JSON.stringify(before));
        let error: unknown;
        try {
          applyPlan(place, plan, optionsFor(root));
        } catch (caught) {
          error = caught;
        }
        expect(error).toBeInstanceOf(PlanError);
        expect(error).toMatchObject({ kind: "stale" });
        expect(treeOf(root)).toEqual(theirs);
        refusals += 1;
        rmSync(root, { recursive: true });
      }),
      { numRuns: 150 },
    );
    expect(refusals).toBeGreaterThan(50);
  });
});

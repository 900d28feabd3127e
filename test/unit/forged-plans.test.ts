import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { recoverBank } from "../../src/io/plan/recover-bank.ts";
import { renderRecovered } from "../../src/io/plan/render-recovered.ts";
import { Crash, crashingDisk, healthyDisk } from "../helpers/faulty-disk.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { filesIn, mutate, mutation } from "../helpers/mutate-files.ts";
import { create, hash, placeIn, planOn, treeOf } from "../helpers/plans.ts";
import { memoryFolder } from "../helpers/temp-project.ts";

const USERS = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
const DOCS = {
  "MEMORY.md": `# Memory\n\n${USERS}`,
  "details/tech.md": `tech\n\n${USERS}`,
  "details/old.md": "old\n",
};
const NAMES = Object.keys(DOCS) as (keyof typeof DOCS)[];
const STAGING = ".memory-bank-apply";

let base = "";
let count = 0;
beforeAll(() => {
  base = memoryFolder();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function aProject() {
  count += 1;
  const root = join(base, String(count));
  const state = `${root}-state`;
  writeFiles(join(root, "memory-bank"), Object.entries(DOCS));
  mkdirSync(state);
  const place = { ...placeIn(root), isGit: false };
  const options = { stateFolder: () => state, disk: healthyDisk(), patience: 0 };
  return {
    ...place,
    state,
    options,
    recover: () => recoverBank(place, options),
    plan: () =>
      planOn(place.bank, (on) => [
        create("details/new.md", "new\n"),
        on.edit("MEMORY.md", "# Memory, edited\n"),
        on.move("details/tech.md", "details/moved.md", "moved\n"),
        on.remove("details/old.md"),
      ]),
    place,
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true, force: true });
      rmSync(state, { recursive: true, force: true });
    },
  };
}

const isLock = (path: string) => path.startsWith(`${STAGING}/lock-`);

/** Without names of processes that are gone. */
function look(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(folder)).filter(([path]) => !isLock(path)));
}

/** As an attacker would write it who knows the format: on the docs that are there, with their hashes. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("create"), path: fc.constantFrom("x.md", "details/y.md") }),
  fc.record({ kind: fc.constant("edit"), path: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant("remove"), path: fc.constantFrom(...NAMES) }),
  fc.record({
    kind: fc.constant("move"),
    path: fc.constantFrom(...NAMES),
    to: fc.constantFrom("x.md", "../out.md", ".git/hooks/x", "details/y.md"),
  }),
);
const forgedJournal = fc
  .record({ steps: fc.array(step, { minLength: 1, maxLength: 3 }), text: fc.string() })
  .map(({ steps, text }) => ({
    format: 1,
    plan: "forged",
    folders: [],
    steps: steps.map((part) => ({
      ...part,
      before: part.path in DOCS ? hash(DOCS[part.path as keyof typeof DOCS]) : undefined,
      mode: 0o644,
      ...(part.kind === "remove" ? {} : { text, after: hash(text) }),
    })),
  }));
const stray = fc.dictionary(
  fc.constantFrom("new/0", "old/0", "old/1", ".gitignore", "journal.done", "notes.md", "made-bank"),
  fc.string({ minLength: 1 }),
  { maxKeys: 4 },
);
const forgedState = fc.record({
  key: fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }), { nil: undefined }),
  seal: fc.oneof(fc.constant(""), fc.constant("0".repeat(64)), fc.string()),
  isForged: fc.boolean(),
});

describe("a journal that this engine did not write", () => {
  it("is never applied, never removed, and named, whatever else was forged with it", () => {
    fc.assert(
      fc.property(
        forgedJournal,
        stray,
        forgedState,
        fc.boolean(),
        (journal, files, state, isNew) => {
          using project = aProject();
          const text = JSON.stringify(journal);
          const home = isNew ? join(project.root, ".memory-bank-new") : project.bank;
          writeFiles(join(home, STAGING), [["journal.json", text], ...Object.entries(files)]);
          if (state.key !== undefined) writeFileSync(join(project.state, "key"), state.key);
          if (state.isForged) {
            const note = { format: 1, bank: project.bank, journal: hash(text), seal: state.seal };
            writeFileSync(join(project.state, "plan.json"), JSON.stringify(note));
          }
          const before = look(project.root);
          const recovered = project.recover();
          expect(recovered.kind).toBe("foreign");
          expect(renderRecovered(recovered, "en").join()).toContain(join(home, STAGING));
          expect(look(project.root)).toEqual(before);
          if (isNew) return;
          const apply = () => applyPlan(project.place, project.plan(), project.options);
          expect(apply).toThrow(expect.objectContaining({ kind: "foreign" }));
          expect(look(project.root)).toEqual(before);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a real plan that was interrupted, and what is left of it changed by somebody", () => {
  it("is followed by the old bank or the new one, or left alone with every old byte", () => {
    using reference = aProject();
    const old = look(reference.bank);
    const disk = healthyDisk();
    applyPlan(reference.place, reference.plan(), { ...reference.options, disk });
    const done = look(reference.bank);
    const kinds = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: disk.calls() }),
        fc.nat(),
        mutation,
        (at, which, change) => {
          using project = aProject();
          const crashing = { ...project.options, disk: crashingDisk(at) };
          expect(() => applyPlan(project.place, project.plan(), crashing)).toThrow(Crash);
          const staged = filesIn(join(project.bank, STAGING));
          const files = [...staged, ...filesIn(project.state)];
          fc.pre(files.length > 0);
          mutate(files[which % files.length] ?? "", change);
          const crashed = look(project.bank);
          const { kind } = project.recover();
          const found = look(project.bank);
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          if (kind === "foreign") expect(found).toEqual(crashed);
          else expect([old, done]).toContainEqual(withoutStaging(found));
        },
      ),
      { numRuns: 400 },
    );
    expect(kinds.get("foreign")).toBeGreaterThan(20);
    expect(kinds.get("finished")).toBeGreaterThan(20);
  });
});

/** What somebody else has put there stays, and is named next time. */
function withoutStaging(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith(STAGING)));
}

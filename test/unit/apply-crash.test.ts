import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import type { Disk } from "../../src/io/disk/disk.ts";
import { PlanError } from "../../src/io/plan/plan-error.ts";
import { recoverBank } from "../../src/io/plan/recover-bank.ts";
import { Crash, crashingDisk, healthyDisk, refusingDisk } from "../helpers/faulty-disk.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { gitIn } from "../helpers/git.ts";
import { create, placeIn, planOn, treeOf } from "../helpers/plans.ts";
import { memoryFolder } from "../helpers/temp-project.ts";

interface Scenario {
  readonly files: Readonly<Record<string, string>>;
  readonly operations: Parameters<typeof planOn>[1];
}

const NESTED: Scenario = {
  files: {
    "memory-bank/MEMORY.md": "# Memory\r\n",
    "memory-bank/notes/deep/brief.md": "brief\n",
    "memory-bank/tech.md": "tech\n",
    "memory-bank/docs/deep/api.md": "api\n",
    "memory-bank/docs/kept.md": "kept\n",
    "src/main.ts": "main\n",
  },
  operations: (on) => [
    on.create("details/design/new.md", "new\n"),
    on.edit("MEMORY.md", "# Memory\r\nedited\r\n"),
    on.move("tech.md", "details/tech.md"),
    on.move("docs/deep/api.md", "details/design/api.md", "api, moved\n"),
    on.remove("notes/deep/brief.md"),
  ],
};

/** One of each, for the many crashes of a recovery after a crash. */
const SMALL: Scenario = {
  files: {
    "memory-bank/MEMORY.md": "# Memory\n",
    "memory-bank/docs/api.md": "api\n",
    "memory-bank/brief.md": "brief\n",
  },
  operations: (on) => [
    on.create("new.md", "new\n"),
    on.edit("MEMORY.md", "edited\n"),
    on.move("docs/api.md", "details/api.md", "moved\n"),
    on.remove("brief.md"),
  ],
};

const INIT: Scenario = {
  files: { "src/main.ts": "main\n" },
  operations: () => [create("MEMORY.md", "# Memory\n"), create("details/tech.md", "tech\n")],
};

let base = "";
beforeAll(() => {
  base = memoryFolder();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Calls that can stop in the middle. */
const TEARABLE = new Set(["write", "git"]);

let count = 0;

/** A project of its own for each crash. */
function build({ files, operations }: Scenario, template?: string) {
  count += 1;
  const root = join(base, String(count));
  writeFiles(root, Object.entries(files));
  if (template !== undefined) cpSync(template, join(root, ".git"), { recursive: true });
  const place = { ...placeIn(root), isGit: template !== undefined };
  const options = (disk: Disk) => ({ disk, stateFolder: () => `${root}-state`, patience: 0 });
  return {
    root,
    apply: (disk: Disk) => applyPlan(place, planOn(place.bank, operations), options(disk)),
    recover: (disk: Disk = healthyDisk()) => recoverBank(place, options(disk)),
    /** The files, and what git has in its index. */
    look: () => ({ tree: treeOf(root), index: template === undefined ? "" : indexOf(root) }),
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true, force: true });
      rmSync(`${root}-state`, { recursive: true, force: true });
    },
  };
}

function indexOf(root: string): string {
  return gitIn(root, ["ls-files", "-s"]) + String(existsSync(join(root, ".git/index.lock")));
}

/** The bank before and after, and how many changes of the disk lie between. */
function measure(scenario: Scenario, template?: string) {
  using project = build(scenario, template);
  const before = project.look();
  const disk = healthyDisk();
  project.apply(disk);
  return { before, after: project.look(), calls: disk.calls(), names: disk.names() };
}

function crash(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

function isOneOf(found: unknown, ...versions: unknown[]): boolean {
  const text = JSON.stringify(found);
  return versions.some((version) => JSON.stringify(version) === text);
}

function crashEverywhere(scenario: Scenario, template?: string) {
  const { before, after, calls, names } = measure(scenario, template);
  let olds = 0;
  let news = 0;
  for (let at = 1; at <= calls; at += 1) {
    for (const isTorn of TEARABLE.has(names[at - 1] ?? "") ? [false, true] : [false]) {
      using project = build(scenario, template);
      expect(() => project.apply(crashingDisk(at, isTorn))).toThrow(Crash);
      project.recover();
      const found = project.look();
      if (!isOneOf(found, before, after)) expect([at, isTorn, found]).toEqual([at, isTorn, after]);
      if (isOneOf(found, before)) olds += 1;
      else news += 1;
      expect(project.recover()).toEqual({ kind: "nothing" });
    }
  }
  return { olds, news, calls };
}

describe("a crash at any point of applying a plan", () => {
  it.each([
    ["on a bank with folders", NESTED],
    ["on init", INIT],
  ])("%s is followed by the old bank or the new one", (_, scenario) => {
    const { olds, news, calls } = crashEverywhere(scenario);
    expect(olds + news).toBeGreaterThan(calls);
    expect(Math.min(olds, news)).toBeGreaterThan(calls / 5);
  });

  it("is followed by the old bank or the new one when recovery crashes, too", () => {
    for (const scenario of [SMALL, INIT]) {
      const { before, after, calls } = measure(scenario);
      for (let at = 1; at <= calls; at += 1) {
        const isTorn = at % 2 === 0;
        let isDone = false;
        for (let again = 1; !isDone; again += 1) {
          using project = build(scenario);
          crash(() => project.apply(crashingDisk(at, isTorn)));
          const disk = crashingDisk(again, !isTorn);
          crash(() => project.recover(disk));
          isDone = disk.calls() < again;
          project.recover();
          const found = project.look();
          if (!isOneOf(found, before, after))
            expect([at, again, found]).toEqual([at, again, after]);
        }
      }
    }
  });
});

describe("a crash in a git work tree", () => {
  let template = "";
  beforeAll(() => {
    using project = build(NESTED);
    const git = (...args: string[]) => gitIn(project.root, args);
    git("init", "-q", "--template=");
    git("add", "-A");
    writeFileSync(join(project.root, "memory-bank/tech.md"), "staged only\n");
    git("add", "memory-bank/tech.md");
    template = join(base, "template");
    cpSync(join(project.root, ".git"), template, { recursive: true });
  });

  it("leaves an index that goes with the files", () => {
    const { before, after, names } = measure(NESTED, template);
    expect(names.filter((name) => name === "git")).toHaveLength(2);
    expect(after.index).not.toBe(before.index);
    const { olds, news } = crashEverywhere(NESTED, template);
    expect(Math.min(olds, news)).toBeGreaterThan(5);
  });
});

describe("a disk that refuses one call", () => {
  it.each([
    ["ENOSPC", "on a bank with folders", NESTED],
    ["EACCES", "on a small bank", SMALL],
    ["EROFS", "on init", INIT],
  ] as const)("with %s %s: all or nothing, and said which", (code, _, scenario) => {
    const { before, after } = measure(scenario);
    const kinds = new Set<string>();
    let isDone = false;
    let refusals = 0;
    for (let at = 1; !isDone; at += 1) {
      using project = build(scenario);
      const disk = refusingDisk(at, code);
      let failure: unknown;
      try {
        project.apply(disk);
      } catch (error) {
        failure = error;
      }
      isDone = disk.calls() < at;
      if (failure !== undefined) {
        expect(failure).toBeInstanceOf(PlanError);
        if (failure instanceof PlanError) kinds.add(failure.kind);
        refusals += 1;
      }
      project.recover();
      const expected = failure === undefined ? after : before;
      // A folder that cannot be removed now stays, empty; nothing hangs on it.
      const isFolder = disk.names()[at - 1] === "removeFolder";
      const look = ({ tree }: typeof after) =>
        isFolder ? Object.keys(tree).filter((path) => !path.endsWith("/")) : tree;
      expect([at, look(project.look())]).toEqual([at, look(expected)]);
    }
    expect([...kinds]).toEqual(["refused"]);
    expect(refusals).toBeGreaterThan(20);
  });
});

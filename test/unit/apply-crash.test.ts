import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Disk } from "../../src/io/disk/disk.ts";
import { applyPlan, recoverBank } from "../../src/io/plan/apply-plan.ts";
import { PlanError } from "../../src/io/plan/plan-error.ts";
import { Crash, crashingDisk, healthyDisk, refusingDisk } from "../helpers/faulty-disk.ts";
import { textsIn, writeFiles } from "../helpers/files-on-disk.ts";
import { gitIn } from "../helpers/git.ts";
import { create, placeIn, planOn } from "../helpers/plans.ts";
import { memoryFolder } from "../helpers/temp-project.ts";

interface Scenario {
  readonly files: Readonly<Record<string, string>>;
  readonly operations: Parameters<typeof planOn>[1];
  /** A folder of git's to be copied in. */
  readonly git?: string;
}

/** One of each, in folders that come and go. */
const BANK: Scenario = {
  files: {
    "memory-bank/MEMORY.md": "# Memory\r\n",
    "memory-bank/notes/deep/brief.md": "brief\n",
    "memory-bank/tech.md": "tech\n",
    "memory-bank/docs/api.md": "api\n",
    "memory-bank/docs/kept.md": "kept\n",
  },
  operations: (on) => [
    on.create("details/design/new.md", "new\n"),
    on.edit("MEMORY.md", "# Memory\r\nedited\r\n"),
    on.move("tech.md", "details/tech.md"),
    on.move("docs/api.md", "details/design/api.md", "api, moved\n"),
    on.remove("notes/deep/brief.md"),
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

let count = 0;

/** A project of its own for each crash. */
function build({ files, operations, git }: Scenario) {
  count += 1;
  const root = join(base, String(count));
  writeFiles(root, Object.entries(files));
  if (git !== undefined) cpSync(git, join(root, ".git"), { recursive: true });
  const place = placeIn(root);
  const options = (disk: Disk) => ({ disk, stateFolder: () => `${root}-state` });
  return {
    root,
    apply: (disk: Disk) => applyPlan(place, planOn(place.bank, operations), options(disk)),
    recover: (disk: Disk = healthyDisk()) => recoverBank(place, options(disk)),
    /** The files, and what git has in its index. */
    look: () =>
      JSON.stringify([
        Object.entries(textsIn(root)).filter(([path]) => !path.startsWith(".git/")),
        git === undefined ? "" : gitIn(root, ["ls-files", "-s"]),
        existsSync(join(root, ".git/index.lock")),
      ]),
    [Symbol.dispose]: () => {
      for (const folder of [root, `${root}-state`])
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The bank before and after, and the calls that change the disk between. */
function measure(scenario: Scenario) {
  using project = build(scenario);
  const before = project.look();
  const disk = healthyDisk();
  project.apply(disk);
  return { before, after: project.look(), names: disk.names() };
}

function crash(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

/** How often the old bank was found, and how often the new one. */
function crashEverywhere(scenario: Scenario, every = 1) {
  const { before, after, names } = measure(scenario);
  let olds = 0;
  for (const [index, name] of names.entries()) {
    if (index % every !== 0) continue;
    for (const isTorn of name === "write" || name === "git" ? [false, true] : [false]) {
      using project = build(scenario);
      expect(() => project.apply(crashingDisk(index + 1, isTorn))).toThrow(Crash);
      project.recover();
      const found = project.look();
      expect([index, isTorn, [before, after].includes(found) ? "" : found]).toEqual([
        index,
        isTorn,
        "",
      ]);
      if (found === before) olds += 1;
      expect(project.recover()).toEqual({ kind: "nothing" });
    }
  }
  return { olds, calls: names.length };
}

describe("a crash at any point of applying a plan", () => {
  it.each([
    ["a bank with folders", BANK],
    ["no bank yet", INIT],
  ])("is followed by the old bank or the new one: %s", (_, scenario) => {
    const { olds, calls } = crashEverywhere(scenario);
    expect(olds).toBeGreaterThan(5);
    expect(calls - olds).toBeGreaterThan(5);
  });

  it("is followed by the old bank or the new one when recovery crashes, too", () => {
    const { before, after, names } = measure(BANK);
    for (let at = 1; at <= names.length; at += 5) {
      let isDone = false;
      for (let again = 1; !isDone; again += 1) {
        using project = build(BANK);
        crash(() => project.apply(crashingDisk(at, at % 2 === 1)));
        const disk = crashingDisk(again, at % 2 === 0);
        crash(() => project.recover(disk));
        isDone = disk.calls() < again;
        project.recover();
        expect([before, after]).toContain(project.look());
      }
    }
  });

  it("leaves an index of git that goes with the files", () => {
    using project = build(BANK);
    const git = (...args: string[]) => gitIn(project.root, args);
    git("init", "-q", "--template=");
    git("add", "-A");
    writeFileSync(join(project.root, "memory-bank/tech.md"), "staged only\n");
    git("add", "memory-bank/tech.md");
    const template = join(base, "template");
    cpSync(join(project.root, ".git"), template, { recursive: true });
    expect(crashEverywhere({ ...BANK, git: template }, 4).olds).toBeGreaterThan(2);
  });
});

it.each([
  ["ENOSPC", "a bank with folders", BANK],
  ["EROFS", "no bank yet", INIT],
] as const)(
  "a disk that refuses one call (%s, %s): all or nothing, and said which",
  (code, _, scenario) => {
    const { before, after } = measure(scenario);
    let refusals = 0;
    let isDone = false;
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
        expect(failure).toMatchObject({ kind: "refused" });
        refusals += 1;
      }
      project.recover();
      expect([at, project.look()]).toEqual([at, failure === undefined ? after : before]);
    }
    expect(refusals).toBeGreaterThan(20);
  },
);

import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { applyPlan, recoverBank } from "../../src/io/plan/apply-plan.ts";
import { PlanError } from "../../src/io/plan/plan-error.ts";
import {
  type Calls,
  Crash,
  HEALTHY,
  crashingIn,
  onDisk,
  refusing,
} from "../helpers/faulty-disk.ts";
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
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

let count = 0;

/** A project of its own for each crash. */
function build({ files, operations, git }: Scenario) {
  count += 1;
  const root = join(base, String(count));
  writeFiles(root, Object.entries(files));
  if (git !== undefined) cpSync(git, join(root, ".git"), { recursive: true });
  const place = placeIn(root);
  vi.stubEnv("XDG_STATE_HOME", `${root}-state`);
  return {
    root,
    place,
    plan: planOn(place.bank, operations),
    recover: () => onDisk(HEALTHY, () => recoverBank(place)),
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
  const names = onDisk(HEALTHY, (calls) => {
    applyPlan(project.place, project.plan);
    return [...calls];
  });
  return { before, after: project.look(), names };
}

/** Returns how many calls it got to. What clears up at the end may overlook that the disk is gone. */
function crash(fault: Parameters<typeof onDisk>[0], work: () => unknown): number {
  return onDisk(fault, (calls: Calls) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    return calls.length;
  });
}

/** How often the old bank was found, and how often the new one. */
function crashEverywhere(scenario: Scenario, every = 1) {
  const { before, after, names } = measure(scenario);
  let olds = 0;
  for (const [index, name] of names.entries()) {
    if (index % every !== 0) continue;
    for (const isTorn of name === "writeFileSync" || name === "execFileSync"
      ? [false, true]
      : [false]) {
      using project = build(scenario);
      crash(crashingIn(index + 1, isTorn), () => applyPlan(project.place, project.plan));
      project.recover();
      const found = project.look();
      expect([index, isTorn, [before, after].includes(found) ? "" : found]).toEqual([
        index,
        isTorn,
        "",
      ]);
      if (found === before) olds += 1;
      expect(project.recover()).toEqual([]);
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
        crash(crashingIn(at, at % 2 === 1), () => applyPlan(project.place, project.plan));
        const fault = crashingIn(again, at % 2 === 0);
        isDone = crash(fault, () => recoverBank(project.place)) < again;
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
      let failure: unknown;
      const work = (calls: Calls) => {
        try {
          applyPlan(project.place, project.plan);
        } catch (error) {
          failure = error;
        }
        return calls.length < at;
      };
      isDone = onDisk(refusing(at, code), work, ["readFileSync"]);
      if (failure !== undefined) {
        expect(failure).toBeInstanceOf(PlanError);
        expect(failure).toMatchObject({ kind: "refused" });
        refusals += 1;
      }
      project.recover();
      expect([at, project.look()]).toEqual([at, failure === undefined ? after : before]);
    }
    expect(refusals).toBeGreaterThan(10);
  },
);

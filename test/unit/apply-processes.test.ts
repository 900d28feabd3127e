import { type SpawnOptions, spawn } from "node:child_process";
import { chmodSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { recoverBank } from "../../src/io/plan/recover-bank.ts";
import { useBundle } from "../helpers/bundle.ts";
import { asNobody, giveToNobody, useNobody } from "../helpers/nobody.ts";
import { placeIn, treeOf } from "../helpers/plans.ts";
import { tempProject } from "../helpers/temp-project.ts";

const SCRIPT = "test/fixtures/apply-plans.mjs";

const shared = useNobody(SCRIPT);
const bundled = useBundle("test/fixtures/apply-module.ts");

interface Job {
  readonly root: string;
  readonly state: string;
  readonly job: "swap" | "count" | "init";
  readonly count?: number;
  /** Stopped without mercy so many milliseconds after the first line. */
  readonly killAfter?: number;
  /** In 512-byte blocks: a file may not grow further. */
  readonly fileLimit?: number;
  readonly options?: SpawnOptions;
}

async function run({ root, state, job, count, killAfter, fileLimit, options }: Job) {
  const args = [
    shared.path(SCRIPT),
    bundled.href,
    root,
    state,
    job,
    ...(count === undefined ? [] : [String(count)]),
  ];
  const limit = fileLimit === undefined ? "" : `ulimit -f ${fileLimit}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, shared.node, ...args], {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  if (child.stdout === null) throw new Error("no output to read");
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (killAfter !== undefined && lines.length === 1)
      setTimeout(() => child.kill("SIGKILL"), killAfter);
  }
  await closed;
  return lines;
}

const TEXT = "old\n".repeat(20_000);
const OLD = {
  "memory-bank/MEMORY.md": TEXT,
  "memory-bank/brief.md": "brief\n",
  "memory-bank/docs/api.md": TEXT,
  "memory-bank/docs/tech.md": "tech\n",
};

const NEW_TEXT = `644 ${"new\n".repeat(20_000)}`;
const NEW = {
  "memory-bank/": "755",
  "memory-bank/MEMORY.md": NEW_TEXT,
  "memory-bank/details/": "755",
  "memory-bank/details/api.md": NEW_TEXT,
  "memory-bank/details/tech.md": "644 tech\n",
};

/** Returns how often there was something to put right. */
async function killAgainAndAgain(delays: readonly number[]): Promise<number> {
  const root = tempProject(OLD);
  const state = tempProject();
  const old = treeOf(root);
  let leftovers = 0;
  for (const killAfter of delays) {
    const lines = await run({ root, state, job: "swap", killAfter });
    expect(lines.filter((line) => line !== "done")).toEqual([]);
    if (readdirSync(state).includes("apply.json")) leftovers += 1;
    const place = { ...placeIn(root), isGit: false };
    expect(recoverBank(place, { stateFolder: () => state }).kind).not.toBe("busy");
    const tree = treeOf(root);
    expect(tree).toEqual("memory-bank/brief.md" in tree ? old : NEW);
  }
  return leftovers;
}

describe("a process that is killed while it applies plans", () => {
  it("leaves the old bank or the new one, and no leftovers", async () => {
    // Which moment is the middle of a plan depends on the machine: another round where none was met.
    await expect
      .poll(async () => {
        const lanes = [0, 1, 2].map((lane) =>
          killAgainAndAgain(Array.from({ length: 8 }, (_, index) => (index * 21 + lane * 7) % 40)),
        );
        return (await Promise.all(lanes)).reduce((sum, count) => sum + count, 0);
      })
      .toBeGreaterThan(0);
  });
});

describe("processes that apply plans at once", () => {
  it("exclude each other: no change is lost", async () => {
    const root = tempProject({ "memory-bank/count.md": "0" });
    const state = tempProject();
    const jobs = Array.from({ length: 3 }, () => run({ root, state, job: "count", count: 10 }));
    const lines = (await Promise.all(jobs)).flat();
    expect(lines.filter((line) => line !== "done")).toEqual([]);
    expect(readFileSync(join(root, "memory-bank/count.md"), "utf8")).toBe("30");
    expect(readdirSync(join(root, "memory-bank"))).toEqual(["count.md"]);
  });

  it("exclude each other on init: one makes the bank, the others are told", async () => {
    for (let times = 0; times < 2; times += 1) {
      const root = tempProject();
      const state = tempProject();
      const jobs = Array.from({ length: 3 }, () => run({ root, state, job: "init", count: 1 }));
      const lines = (await Promise.all(jobs)).flat();
      expect(lines.toSorted()).toEqual(["done", "stale", "stale"]);
      expect(readdirSync(root)).toEqual(["memory-bank"]);
      expect(readdirSync(join(root, "memory-bank")).toSorted()).toEqual(["MEMORY.md", "details"]);
      const texts = ["MEMORY.md", "details/a.md"].map((path) =>
        readFileSync(join(root, "memory-bank", path), "utf8"),
      );
      expect(texts[0]).toBe(texts[1]);
    }
  });
});

describe("a disk that refuses", () => {
  it("to hold a file of that size: nothing is changed", async () => {
    const root = tempProject(OLD);
    const state = tempProject();
    const before = treeOf(root);
    const lines = await run({ root, state, job: "swap", count: 1, fileLimit: 100 });
    expect(lines.at(-1)).toBe("refused");
    expect(treeOf(root)).toEqual(before);
  });

  it.each([
    ["the bank", "memory-bank"],
    ["a folder of it", "memory-bank/docs"],
    ["the project, on init", "."],
  ])("to change %s: nothing is changed", async (_, folder) => {
    const files = folder === "." ? {} : OLD;
    const root = tempProject(files);
    const state = tempProject();
    const paths = [".", ...Object.keys(treeOf(root))];
    for (const path of paths) giveToNobody(join(root, path));
    giveToNobody(state);
    chmodSync(join(root, folder), 0o555);
    const before = treeOf(root);
    const job = folder === "." ? "init" : "swap";
    const lines = await run({ root, state, job, count: 1, options: asNobody });
    expect(lines.at(-1)).toBe("refused");
    expect(lines[0]).toMatch(
      /^PlanError: cannot change memory-bank \(EACCES: permission denied\)\./,
    );
    expect(treeOf(root)).toEqual(before);
    chmodSync(join(root, folder), 0o755);
  });
});

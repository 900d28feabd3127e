import { type SpawnOptions, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recoverBank } from "../../src/io/recover-bank.ts";
import { bundle } from "../helpers/bundle.ts";
import { placeIn, treeOf } from "../helpers/plans.ts";
import { tempProject } from "../helpers/temp-project.ts";

const SCRIPT = fileURLToPath(new URL("../fixtures/apply-plans.mjs", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let built = "";
let module = "";

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), "memory-bank-built-"));
  chmodSync(built, 0o755);
  module = pathToFileURL(await bundle("test/fixtures/apply-module.ts", built)).href;
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

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
  const args = [SCRIPT, module, root, state, job, ...(count === undefined ? [] : [String(count)])];
  const limit = fileLimit === undefined ? "" : `ulimit -f ${fileLimit}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, process.execPath, ...args], {
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

describe("a process that is killed while it applies plans", () => {
  it("leaves the old bank or the new one, and no leftovers", async () => {
    const root = tempProject(OLD);
    const state = tempProject();
    const { bank } = placeIn(root);
    const old = treeOf(root);
    const isNew = (tree: Record<string, string>) =>
      Object.keys(tree).join() ===
        "memory-bank/,memory-bank/MEMORY.md,memory-bank/details/,memory-bank/details/api.md,memory-bank/details/tech.md" &&
      tree["memory-bank/MEMORY.md"] === `644 ${"new\n".repeat(20_000)}` &&
      tree["memory-bank/details/api.md"] === tree["memory-bank/MEMORY.md"] &&
      tree["memory-bank/details/tech.md"] === "644 tech\n";

    let leftovers = 0;
    for (let times = 0; times < 25; times += 1) {
      const lines = await run({ root, state, job: "swap", killAfter: (times * 7) % 40 });
      expect(lines.filter((line) => line !== "done")).toEqual([]);
      if (readdirSync(bank).includes(".memory-bank-apply")) leftovers += 1;
      expect(
        recoverBank({ ...placeIn(root), isGit: false }, { stateFolder: () => state }),
      ).not.toEqual({ kind: "busy" });
      const tree = treeOf(root);
      if (!isNew(tree)) expect(tree).toEqual(old);
    }
    // Otherwise nothing was put to the test.
    expect(leftovers).toBeGreaterThan(5);
  });
});

describe("processes that apply plans at once", () => {
  it("exclude each other: no change is lost", async () => {
    const root = tempProject({ "memory-bank/count.md": "0" });
    const state = tempProject();
    const jobs = Array.from({ length: 3 }, () => run({ root, state, job: "count", count: 15 }));
    const lines = (await Promise.all(jobs)).flat();
    expect(lines.filter((line) => line !== "done")).toEqual([]);
    expect(readFileSync(join(root, "memory-bank/count.md"), "utf8")).toBe("45");
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
    expect(lines.at(-1)).toBe("full");
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
    if (isRoot) for (const path of paths) chownSync(join(root, path), NOBODY, NOBODY);
    chmodSync(join(root, folder), 0o555);
    const before = treeOf(root);
    const options = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const job = folder === "." ? "init" : "swap";
    const lines = await run({ root, state, job, count: 1, options });
    expect(lines.at(-1)).toBe("denied");
    expect(lines[0]).toMatch(/^PlanError: cannot change memory-bank: permission denied; .*EACCES/);
    expect(treeOf(root)).toEqual(before);
    chmodSync(join(root, folder), 0o755);
  });
});

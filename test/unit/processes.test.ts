/** Processes that apply plans or keep versions at the same time, and such as are killed in the middle. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type DamagedIncident, keepVersions, listKept } from "../../src/io/kept/kept-versions.ts";
import { recoverBank } from "../../src/io/plan/apply-plan.ts";
import { useBundle } from "../helpers/bundle.ts";
import { placeIn, treeOf } from "../helpers/plans.ts";
import { tempProject } from "../helpers/temp-project.ts";

/** The lines that a script printed. It is killed after so many of them, and so many milliseconds. */
async function run(
  script: string,
  args: readonly (string | number)[],
  kill: { lines?: number; pause?: number } = {},
): Promise<string[]> {
  const path = fileURLToPath(new URL(`../fixtures/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === kill.lines) setTimeout(() => child.kill("SIGKILL"), kill.pause ?? 0);
  }
  await closed;
  return lines;
}

describe("processes that apply plans", () => {
  const bundled = useBundle("test/fixtures/apply-module.ts");
  const apply = (root: string, state: string, job: string, count: number | "", pause?: number) =>
    run(
      "apply-plans.mjs",
      [bundled.href, root, state, job, ...(count === "" ? [] : [count])],
      pause === undefined ? {} : { lines: 1, pause },
    );

  const text = "old\n".repeat(20_000);
  const OLD = {
    "memory-bank/MEMORY.md": text,
    "memory-bank/brief.md": "brief\n",
    "memory-bank/docs/api.md": text,
    "memory-bank/docs/tech.md": "tech\n",
  };
  const newText = `644 ${"new\n".repeat(20_000)}`;
  const NEW = {
    "memory-bank/": "755",
    "memory-bank/MEMORY.md": newText,
    "memory-bank/details/": "755",
    "memory-bank/details/api.md": newText,
    "memory-bank/details/tech.md": "644 tech\n",
  };

  /** Returns how often there was something to put right. */
  async function killAgainAndAgain(pauses: readonly number[]): Promise<number> {
    const [root, state] = [tempProject(OLD), tempProject()];
    const old = treeOf(root);
    let leftovers = 0;
    for (const pause of pauses) {
      const lines = await apply(root, state, "swap", "", pause);
      expect(lines.filter((line) => line !== "done")).toEqual([]);
      if (readdirSync(state).includes("apply.json")) leftovers += 1;
      expect(recoverBank(placeIn(root), { stateFolder: () => state }).kind).not.toBe("busy");
      const tree = treeOf(root);
      expect(tree).toEqual("memory-bank/brief.md" in tree ? old : NEW);
    }
    return leftovers;
  }

  it("leave the old bank or the new one when they are killed", async () => {
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

  it("exclude each other: no change is lost", async () => {
    const [root, state] = [tempProject({ "memory-bank/count.md": "0" }), tempProject()];
    const jobs = Array.from({ length: 3 }, () => apply(root, state, "count", 10));
    const lines = (await Promise.all(jobs)).flat();
    expect(lines.filter((line) => line !== "done")).toEqual([]);
    expect(readFileSync(join(root, "memory-bank/count.md"), "utf8")).toBe("30");
    expect(readdirSync(join(root, "memory-bank"))).toEqual(["count.md"]);
  });
});

describe("processes that keep versions", () => {
  const bundled = useBundle("src/io/kept/kept-versions.ts");
  const NOW = Date.UTC(2026, 10, 15, 17, 42, 33, 323);

  function lookAt(folder: string) {
    const damaged: DamagedIncident[] = [];
    const kept = listKept(folder, (incident) => damaged.push(incident)).map(({ id }) => id);
    return { kept, damaged, names: readdirSync(join(folder, "kept")) };
  }

  it("do not collide, even within the same millisecond", async () => {
    const folder = tempProject();
    const keep = () => run("keep-versions.mjs", [bundled.href, folder, 20, 1000, NOW]);
    const ids = (await Promise.all(Array.from({ length: 4 }, keep))).flat().toSorted();
    expect(new Set(ids).size).toBe(80);
    const { kept, damaged, names } = lookAt(folder);
    expect([damaged, kept.toSorted(), names.toSorted()]).toEqual([[], ids, ids]);
  });

  it("leave every incident complete or absent when they are killed", async () => {
    const folder = tempProject();
    const told: string[] = [];
    for (const lines of [1, 2, 3, 5, 8, 13])
      told.push(
        ...(await run("keep-versions.mjs", [bundled.href, folder, "", 200_000], { lines })),
      );
    const { kept, damaged } = lookAt(folder);
    expect(damaged).toEqual([]);
    expect(kept).toEqual(expect.arrayContaining(told));

    const docs = [{ doc: "a.md", before: undefined, after: new Uint8Array(1) }];
    keepVersions(folder, docs, { rule: "test", words: "" }, Date.now());
    expect(lookAt(folder).names.filter((name) => !name.startsWith("k-"))).toEqual([]);
  });
});

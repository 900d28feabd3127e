/** Processes that apply plans or keep versions at the same time. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listKept } from "../../src/io/kept/kept-versions.ts";
import { useBundle } from "../helpers/bundle.ts";
import { tempProject } from "../helpers/temp-project.ts";

const bundled = useBundle("test/fixtures/apply-module.ts");

/** The lines that a script printed. */
async function run(script: string, ...args: readonly (string | number)[]): Promise<string[]> {
  const path = fileURLToPath(new URL(`../fixtures/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, bundled.href, ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  return lines;
}

it("exclude each other when they apply plans: no change is lost", async () => {
  const [root, state] = [tempProject({ "memory-bank/count.md": "0" }), tempProject()];
  const jobs = Array.from({ length: 3 }, () => run("apply-plans.mjs", root, state, 10));
  expect(new Set((await Promise.all(jobs)).flat())).toEqual(new Set(["done"]));
  expect(readFileSync(join(root, "memory-bank/count.md"), "utf8")).toBe("30");
  expect(readdirSync(join(root, "memory-bank"))).toEqual(["count.md"]);
});

it("do not collide when they keep versions, even within the same millisecond", async () => {
  const folder = tempProject();
  const now = Date.UTC(2026, 10, 15, 17, 42, 33, 323);
  const keep = () => run("keep-versions.mjs", folder, 20, 1000, now);
  const ids = (await Promise.all(Array.from({ length: 4 }, keep))).flat().toSorted();
  expect(new Set(ids).size).toBe(80);
  expect(listKept(folder).map(({ id }) => id)).toEqual(ids.toReversed());
  expect(readdirSync(join(folder, "kept")).toSorted()).toEqual(ids);
});

import { type SpawnOptions, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { type DamagedIncident, keepVersions, listKept } from "../../src/io/kept/kept-versions.ts";
import { useBundle } from "../helpers/bundle.ts";
import { asNobody, giveToNobody, useNobody } from "../helpers/nobody.ts";
import { tempProject } from "../helpers/temp-project.ts";

const SCRIPT = "test/fixtures/keep-versions.mjs";
const NOW = Date.UTC(2026, 10, 15, 17, 42, 33, 323);

const shared = useNobody(SCRIPT);
const bundled = useBundle("src/io/kept/kept-versions.ts");

interface Job {
  readonly folder: string;
  /** Until it is stopped, if left out. */
  readonly count?: number;
  readonly bytes?: number;
  readonly time?: number;
  /** Stopped without mercy after so many lines. */
  readonly killAfter?: number;
  /** In 512-byte blocks: a file may not grow further. */
  readonly fileLimit?: number;
  readonly options?: SpawnOptions;
}

/** What a process that keeps versions has printed. */
async function run(job: Job): Promise<string[]> {
  const { folder, count = "", bytes = 1000, time, killAfter, fileLimit } = job;
  const script = shared.path(SCRIPT);
  const args = [script, bundled.href, folder, count, bytes, ...(time === undefined ? [] : [time])];
  const limit = fileLimit === undefined ? "" : `ulimit -f ${fileLimit}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, shared.node, ...args.map(String)], {
    ...job.options,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  if (child.stdout === null) throw new Error("no output to read");
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === killAfter) child.kill("SIGKILL");
  }
  await closed;
  return lines;
}

function lookAt(folder: string) {
  const damaged: DamagedIncident[] = [];
  const kept = listKept(folder, (incident) => damaged.push(incident));
  const names = readdirSync(join(folder, "kept"));
  return { kept, damaged, names };
}

describe("processes that keep versions at once", () => {
  it("do not collide, even within the same millisecond", async () => {
    const folder = tempProject();
    const jobs = Array.from({ length: 4 }, () => run({ folder, count: 20, time: NOW }));
    const ids = (await Promise.all(jobs)).flat();
    expect(new Set(ids).size).toBe(80);
    const { kept, damaged, names } = lookAt(folder);
    expect(damaged).toEqual([]);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(names.toSorted()).toEqual(ids.toSorted());
  });

  it("hold the limits together, and drop only the oldest", async () => {
    const folder = tempProject();
    const jobs = Array.from({ length: 3 }, () => run({ folder, count: 50 }));
    const ids = (await Promise.all(jobs)).flat();
    expect(ids.filter((id) => !id.startsWith("k-"))).toEqual([]);
    const { kept, damaged, names } = lookAt(folder);
    expect(damaged).toEqual([]);
    expect(names).toHaveLength(kept.length);
    expect(kept.map(({ id }) => id)).toEqual(ids.toSorted().toReversed().slice(0, 100));
  });
});

describe("a process that dies while it keeps versions", () => {
  it("leaves every incident complete or absent", async () => {
    const folder = tempProject();
    const told: string[] = [];
    for (const killAfter of [1, 2, 3, 5, 8, 13])
      told.push(...(await run({ folder, killAfter, bytes: 200_000 })));
    const { kept, damaged } = lookAt(folder);
    expect(damaged).toEqual([]);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(told));

    const docs = [{ doc: "a.md", before: undefined, after: new Uint8Array(1) }];
    keepVersions(folder, docs, { rule: "test", words: "" }, Date.now());
    expect(lookAt(folder).names.filter((name) => !name.startsWith("k-"))).toEqual([]);
  });
});

describe("a disk that refuses", () => {
  it("in the middle of a file: nothing is left, and what to do is said", async () => {
    const folder = tempProject();
    const [line] = await run({ folder, count: 1, bytes: 500_000, fileLimit: 100 });
    expect(line).toMatch(/^DiskError full cannot use .*kept: .*Free some space, then try again$/);
    expect(readdirSync(join(folder, "kept"))).toEqual([]);
    const lines = await run({ folder, count: 1, bytes: 5000, fileLimit: 100 });
    expect(lookAt(folder).names).toEqual(lines);
  });

  it("for want of permission: what to do is said", async () => {
    const root = tempProject();
    chmodSync(root, 0o555);
    const [line] = await run({ folder: join(root, "state"), count: 1, options: asNobody });
    chmodSync(root, 0o755);
    expect(line).toMatch(
      /^DiskError denied cannot use .*state\/kept: permission denied \(EACCES\)\. Make the folder yours/,
    );
    expect(readdirSync(root)).toEqual([]);
  });

  it("to drop an old incident: the new one is kept all the same", async () => {
    const root = tempProject();
    const folder = join(root, "state");
    mkdirSync(folder);
    chmodSync(root, 0o755);
    giveToNobody(folder);
    const [old = ""] = await run({ folder, count: 1, time: NOW, options: asNobody });
    chmodSync(join(folder, "kept", old), 0o555);
    const later = NOW + 31 * 86_400_000;
    const [id = ""] = await run({ folder, count: 1, time: later, options: asNobody });
    expect(lookAt(folder).kept[0]?.id).toBe(id);
    const left = lookAt(folder).names.filter((name) => name !== id);
    // Out of sight in one step, though its files could not be removed.
    expect(left).toEqual([expect.stringMatching(`.new-0-${old}`)]);
    for (const name of left) chmodSync(join(folder, "kept", name), 0o755);
  });
});

import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { DiskError } from "../disk/disk-error.ts";
import type { KeptDoc } from "./incident.ts";
import { type DamagedIncident, keepVersions, listKept, readKept } from "./kept-versions.ts";
import { KEPT_LIMITS, type KeptLimits, tooLargeToKeep } from "./prune-kept.ts";

const NOW = Date.UTC(2026, 10, 15, 17, 42, 33, 323);
const DAY = 86_400_000;
const REASON = { rule: "guard-memory-files", words: "python3 -c …" };

const bytes = (text: string) => new TextEncoder().encode(text);
const docOf = (size: number, doc = "MEMORY.md") => ({
  doc,
  before: new Uint8Array(size),
  after: undefined,
});

function keep(folder: string, docs: readonly KeptDoc[], now = NOW, limits?: KeptLimits): string {
  return keepVersions(folder, docs, REASON, now, limits);
}

function damagedIn(folder: string): DamagedIncident[] {
  const damaged: DamagedIncident[] = [];
  listKept(folder, (incident) => damaged.push(incident));
  return damaged;
}

const idsIn = (folder: string) => listKept(folder).map(({ id }) => id);
const namesIn = (folder: string) => readdirSync(join(folder, "kept")).toSorted();

describe("keepVersions", () => {
  it("keeps both versions of each doc, and says what happened", () => {
    const folder = tempProject();
    const id = keep(folder, [
      { doc: "MEMORY.md", before: bytes("old\n"), after: bytes("new one\n") },
      { doc: "details/design/api.md", before: undefined, after: bytes("") },
    ]);
    expect(id).toBe("k-20261115-174233-a30");
    expect(listKept(folder)).toEqual([
      {
        id,
        time: NOW,
        ...REASON,
        docs: [
          {
            doc: "MEMORY.md",
            before: { bytes: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
            after: { bytes: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
            tooLarge: false,
          },
          {
            doc: "details/design/api.md",
            before: undefined,
            after: {
              bytes: 0,
              hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            },
            tooLarge: false,
          },
        ],
      },
    ]);
    expect(readKept(folder, id, "MEMORY.md", "before")).toEqual(Buffer.from("old\n"));
    expect(readKept(folder, id, "MEMORY.md", "after")).toEqual(Buffer.from("new one\n"));
    expect(readKept(folder, id, "details/design/api.md", "before")).toBeUndefined();
    expect(readKept(folder, id, "details/design/api.md", "after")).toEqual(Buffer.from(""));
  });

  it("gives back any bytes exactly, under any name", () => {
    const content = fc.option(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom("\ufeff# BOM\r\n", "a\r\nb\nc\r", "\0\x1b[2J", "中文\u2028").map(bytes),
      ),
      { nil: undefined },
    );
    const part = fc.oneof(
      fc.constantFrom("details", "a b", "项目", "x\ny", "'", "-rf", "..x", "COM1", "\\..\\"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
    );
    const name = fc
      .array(
        part.filter((part) => !/[/\0]/.test(part) && part !== "." && part !== ".."),
        { minLength: 1, maxLength: 4 },
      )
      .map((parts) => parts.join("/"));
    const docs = fc.uniqueArray(fc.record({ doc: name, before: content, after: content }), {
      selector: ({ doc }) => doc,
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(docs, fc.string(), fc.string(), (docs, rule, words) => {
        const folder = tempProject();
        const id = keepVersions(folder, docs, { rule, words }, NOW);
        const incident = listKept(folder).find((incident) => incident.id === id);
        expect(incident).toMatchObject({ rule, words: words.slice(0, 200) });
        expect(incident?.docs.map(({ doc }) => doc)).toEqual(docs.map(({ doc }) => doc));
        for (const { doc, before, after } of docs) {
          const read = (which: "before" | "after") => readKept(folder, id, doc, which);
          expect(read("before")).toEqual(before && Buffer.from(before));
          expect(read("after")).toEqual(after && Buffer.from(after));
        }
        expect(readdirSync(folder, { recursive: true }).length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it("is for the user's eyes only", () => {
    const folder = join(tempProject(), "state/memory-bank/shop-0123456789");
    const id = keep(folder, [docOf(3)]);
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    for (const path of ["", "..", "../..", "kept", `kept/${id}`])
      expect(modeOf(join(folder, path))).toBe(0o700);
    for (const name of readdirSync(join(folder, "kept", id)))
      expect(modeOf(join(folder, "kept", id, name))).toBe(0o600);
  });

  it("gives each incident of the same millisecond an id of its own, in order", () => {
    const folder = tempProject();
    const ids = Array.from({ length: 70 }, () => keep(folder, [docOf(1)]));
    expect(new Set(ids).size).toBe(70);
    expect(idsIn(folder)).toEqual(ids.toReversed());
  });

  it.each(["", "../MEMORY.md", "/etc/passwd", "details//a.md", "./a.md", "a/..", "a\0.md"])(
    "does not keep a doc called %j",
    (doc) => {
      const folder = tempProject();
      expect(failureOf(DiskError, () => keep(folder, [docOf(1, doc)])).kind).toBe("not-a-doc");
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("does not keep an incident without docs", () => {
    const folder = tempProject();
    expect(failureOf(DiskError, () => keep(folder, [])).kind).toBe("not-a-doc");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the limits", () => {
  it("are 200 incidents, 50 MB and 30 days", () => {
    expect(KEPT_LIMITS).toEqual({ incidents: 200, bytes: 50_000_000, days: 30 });
    const folder = tempProject();
    const first = keep(folder, [docOf(30_000_000)]);
    const second = keep(folder, [docOf(20_000_000)], NOW + 1);
    expect(idsIn(folder)).toEqual([second, first]);
    const third = keep(folder, [docOf(1)], NOW + 2);
    expect(idsIn(folder)).toEqual([third, second]);
    const late = keep(folder, [docOf(1)], NOW + 1 + 30 * DAY);
    expect(idsIn(folder)).toEqual([late, third, second]);
    const later = keep(folder, [docOf(1)], NOW + 2 + 30 * DAY);
    expect(idsIn(folder)).toEqual([later, late, third]);
    for (let count = 1; count <= 200; count += 1) keep(folder, [docOf(1)], NOW + 40 * DAY + count);
    expect(idsIn(folder)).toHaveLength(200);
    expect(idsIn(folder)).not.toContain(later);
  });

  it("do not give an id again that was dropped within the same millisecond", () => {
    const folder = tempProject();
    const limits = { incidents: 2, bytes: 100, days: 30 };
    const ids = [60, 60, 1].map((size) => keep(folder, [docOf(size)], NOW, limits));
    expect(new Set(ids).size).toBe(3);
    expect(idsIn(folder)).toEqual([ids[2], ids[1]]);
  });

  it("hold after every incident, and the oldest go first", () => {
    const limits = { incidents: 5, bytes: 100, days: 2 };
    const step = fc.record({
      size: fc.nat(70),
      wait: fc.constantFrom(0, 1, 500, DAY / 2, DAY, 3 * DAY),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const folder = tempProject();
        let now = NOW;
        let model: { id: string; size: number; time: number }[] = [];
        for (const { size, wait } of steps) {
          now += wait;
          model.push({ id: keep(folder, [docOf(size)], now, limits), size, time: now });
          model = model.filter(({ time }) => now - time <= 2 * DAY).slice(-5);
          while (model.reduce((sum, { size }) => sum + size, 0) > 100) model.shift();
          expect(idsIn(folder)).toEqual(model.map(({ id }) => id).toReversed());
        }
      }),
      { numRuns: 40 },
    );
  });

  it("never drop the incident that was just stored, even when the clock was set back", () => {
    const limits = { incidents: 3, bytes: 100, days: 30 };
    const step = fc.record({ size: fc.nat(100), time: fc.nat(5).map((day) => NOW + day * DAY) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const folder = tempProject();
        for (const { size, time } of steps) {
          const id = keep(folder, [docOf(size)], time, limits);
          const kept = listKept(folder);
          expect(kept.map((incident) => incident.id)).toContain(id);
          expect(kept.length).toBeLessThanOrEqual(3);
          const sizes = kept.flatMap(({ docs }) => docs.map(({ before }) => before?.bytes ?? 0));
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("leave out the largest docs of an incident that alone is past them, and say so", () => {
    const folder = tempProject();
    const limits = { incidents: 5, bytes: 100, days: 30 };
    const docs = [docOf(80, "large.md"), docOf(30, "small.md"), docOf(31, "middle.md")];
    expect(tooLargeToKeep(docs, limits)).toEqual(["large.md"]);
    const older = keep(folder, [docOf(40)], NOW, limits);
    const id = keep(folder, docs, NOW + 1, limits);
    expect(idsIn(folder)).toEqual([id]);
    expect(readKept(folder, older, "MEMORY.md", "before")).toBeUndefined();
    expect(listKept(folder)[0]?.docs).toMatchObject([
      { doc: "large.md", before: { bytes: 80 }, tooLarge: true },
      { doc: "small.md", tooLarge: false },
      { doc: "middle.md", tooLarge: false },
    ]);
    expect(readKept(folder, id, "large.md", "before")).toBeUndefined();
    expect(readKept(folder, id, "small.md", "before")).toHaveLength(30);
    expect(damagedIn(folder)).toEqual([]);
  });

  it("count both versions of a doc, which are kept together or not at all", () => {
    const limits = { incidents: 5, bytes: 100, days: 30 };
    const doc = { doc: "a.md", before: new Uint8Array(60), after: new Uint8Array(60) };
    expect(tooLargeToKeep([doc], limits)).toEqual(["a.md"]);
    expect(tooLargeToKeep([{ ...doc, after: new Uint8Array(40) }], limits)).toEqual([]);
    const folder = tempProject();
    const id = keep(folder, [doc], NOW, limits);
    expect(listKept(folder)[0]?.docs[0]?.tooLarge).toBe(true);
    expect(readdirSync(join(folder, "kept", id))).toEqual(["incident.json"]);
  });
});

describe("what a crash leaves", () => {
  /** The number of a process that is gone. */
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;

  function leave(folder: string, name: string): string {
    const path = join(folder, "kept", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "1-before"), "half a do");
    return path;
  }

  it("is never taken for an incident, and is gone after the next one", () => {
    const folder = tempProject();
    leave(folder, `.new-${gone}-aB3xYz`);
    leave(folder, ".new-0-k-20261115-174233-a30");
    leave(folder, ".new-nonsense");
    expect(listKept(folder)).toEqual([]);
    expect(damagedIn(folder)).toEqual([]);
    const id = keep(folder, [docOf(1)]);
    expect(namesIn(folder)).toEqual([id]);
  });

  it("stays while its process lives, for an hour", () => {
    const folder = tempProject();
    const path = leave(folder, `.new-${process.ppid}-aB3xYz`);
    const hour = 3600;
    utimesSync(path, NOW / 1000, NOW / 1000 - hour + 1);
    keep(folder, [docOf(1)]);
    expect(namesIn(folder)).toContain(`.new-${process.ppid}-aB3xYz`);
    utimesSync(path, NOW / 1000, NOW / 1000 - hour - 1);
    keep(folder, [docOf(1)]);
    expect(namesIn(folder)).not.toContain(`.new-${process.ppid}-aB3xYz`);
  });

  it("between storing and dropping is made good by the next one", () => {
    const folder = tempProject();
    const unlimited = { incidents: 1000, bytes: 1000, days: 1000 };
    for (let count = 0; count < 9; count += 1) keep(folder, [docOf(1)], NOW + count, unlimited);
    const limits = { incidents: 3, bytes: 1000, days: 1000 };
    const id = keep(folder, [docOf(1)], NOW + 9, limits);
    expect(idsIn(folder)).toHaveLength(3);
    expect(idsIn(folder)[0]).toBe(id);
  });

  it("is all that is removed: a file of somebody else stays", () => {
    const folder = tempProject({ "kept/notes.txt": "mine", "kept/k-notes/a": "mine" });
    keep(folder, [docOf(1)], NOW, { incidents: 1, bytes: 1, days: 1 });
    expect(namesIn(folder)).toEqual(["k-20261115-174233-a30", "k-notes", "notes.txt"]);
  });
});

describe("a damaged incident", () => {
  const breakages: [string, (incident: string) => void, RegExp][] = [
    ["no record", (at) => rmSync(join(at, "incident.json")), /incident\.json is missing/],
    ["bad JSON", (at) => truncateSync(join(at, "incident.json"), 40), /is not JSON/],
    ["an empty record", (at) => truncateSync(join(at, "incident.json")), /is not JSON/],
    ["other JSON", (at) => writeFileSync(join(at, "incident.json"), "[]"), /does not say what/],
    ["a missing file", (at) => rmSync(join(at, "1-before")), /1-before is missing/],
    ["a cut file", (at) => truncateSync(join(at, "1-before"), 2), /1-before is not as it was/],
    ["a folder for a file", (at) => replaceBy(at, mkdirSync), /1-before is not a file/],
    [
      "a link for a file",
      (at) => replaceBy(at, (path) => symlinkSync("/etc/passwd", path)),
      /1-before is not a file/,
    ],
  ];

  function replaceBy(at: string, make: (path: string) => void): void {
    rmSync(join(at, "1-before"));
    make(join(at, "1-before"));
  }

  it.each(breakages)("%s: is left out and told", (_, breakIt, reason) => {
    const folder = tempProject();
    const good = keep(folder, [docOf(3)]);
    const bad = keep(folder, [docOf(3)], NOW + 1);
    breakIt(join(folder, "kept", bad));
    expect(idsIn(folder)).toEqual([good]);
    expect(damagedIn(folder)).toEqual([
      { id: bad, folder: join(folder, "kept", bad), reason: expect.stringMatching(reason) },
    ]);
    expect(failureOf(DiskError, () => readKept(folder, bad, "MEMORY.md", "before")).kind).toBe(
      "damaged",
    );
    expect(keep(folder, [docOf(3)], NOW + 2)).toBeDefined();
  });

  it("does not give changed bytes for the old ones, and gives what is whole", () => {
    const folder = tempProject();
    const id = keep(folder, [{ doc: "a.md", before: bytes("abc"), after: bytes("xyz") }]);
    writeFileSync(join(folder, "kept", id, "1-before"), "abd");
    expect(failureOf(DiskError, () => readKept(folder, id, "a.md", "before")).kind).toBe("damaged");
    expect(readKept(folder, id, "a.md", "after")).toEqual(Buffer.from("xyz"));
  });

  it.each([
    ["a doc outside the bank", { docs: [{ doc: "../../.bashrc" }] }],
    ["an absolute doc", { docs: [{ doc: "/etc/passwd" }] }],
    ["a hash that is a path", { docs: [{ doc: "a.md", before: { bytes: 1, hash: "../x" } }] }],
    [
      "a size that is none",
      { docs: [{ doc: "a.md", before: { bytes: -1, hash: "0".repeat(64) } }] },
    ],
    ["another format", { format: 1 }],
    ["a rule that is no text", { rule: { toString: 1 } }],
  ])("is one whose record has %s", (_, change) => {
    const folder = tempProject();
    const id = keep(folder, [docOf(3)]);
    const path = join(folder, "kept", id, "incident.json");
    const record: unknown = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...(record as object), ...change }));
    expect(damagedIn(folder).map((damaged) => damaged.id)).toEqual([id]);
  });

  it("is reported, never thrown, whatever the record holds", () => {
    const folder = tempProject();
    const id = keep(folder, [docOf(3)]);
    const path = join(folder, "kept", id, "incident.json");
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        writeFileSync(path, text);
        expect(idsIn(folder)).toEqual([]);
        expect(damagedIn(folder)).toHaveLength(1);
      }),
    );
  });
});

it("gives back what 0.2.0 kept, whatever its seal says", () => {
  const folder = tempProject();
  const id = keep(folder, [docOf(3)]);
  const path = join(folder, "kept", id, "incident.json");
  const record: unknown = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...(record as object), seal: "0".repeat(64) }));
  expect(idsIn(folder)).toEqual([id]);
  expect(readKept(folder, id, "MEMORY.md", "before")).toHaveLength(3);
});

describe("readKept", () => {
  it("has nothing for what was never kept, and does not leave the store", () => {
    const folder = tempProject({ "secret/incident.json": "{}", "secret/1-before": "secret" });
    const id = keep(folder, [docOf(3)]);
    expect(readKept(folder, id, "other.md", "before")).toBeUndefined();
    expect(readKept(folder, "k-20200101-000000-000", "MEMORY.md", "before")).toBeUndefined();
    expect(readKept(folder, "../secret", "MEMORY.md", "before")).toBeUndefined();
    expect(readKept(folder, `${id}/../../secret`, "MEMORY.md", "before")).toBeUndefined();
    expect(readKept(join(folder, "none"), id, "MEMORY.md", "before")).toBeUndefined();
  });
});

describe("a store that cannot be used", () => {
  it("is said to be a file where one lies in the way", () => {
    const folder = tempProject({ kept: "a file", state: "a file" });
    for (const work of [
      () => keep(folder, [docOf(1)]),
      () => listKept(folder),
      () => keep(join(folder, "state/deep"), [docOf(1)]),
    ]) {
      const { kind, message } = failureOf(DiskError, work);
      expect(kind).toBe("not-a-folder");
      expect(message).toMatch(/there is a file where a folder should be\. Move that file away/);
    }
  });

  it("is empty where there is none yet", () => {
    const folder = join(tempProject(), "none");
    expect(listKept(folder)).toEqual([]);
  });
});

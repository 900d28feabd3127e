import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { DiskError } from "../disk/disk-error.ts";
import {
  type DamagedIncident,
  KEPT_LIMITS,
  type KeptDoc,
  type KeptLimits,
  keepVersions,
  listKept,
  readKept,
  timeOfIncident,
  tooLargeToKeep,
} from "./kept-versions.ts";

const NOW = Date.UTC(2026, 10, 15, 17, 42, 33);
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

describe("keepVersions", () => {
  it("keeps both versions of each doc, and says what happened", () => {
    const folder = tempProject();
    const id = keep(folder, [
      { doc: "MEMORY.md", before: bytes("old\n"), after: bytes("new one\n") },
      { doc: "details/design/api.md", before: undefined, after: bytes("") },
    ]);
    expect(id).toBe("k-20261115-174233-000");
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const [old, fresh, empty] = [4, 8, 0].map((size) => ({ bytes: size, hash }));
    expect(listKept(folder)).toEqual([
      {
        id,
        time: NOW,
        ...REASON,
        docs: [
          { doc: "MEMORY.md", before: old, after: fresh, tooLarge: false },
          { doc: "details/design/api.md", before: undefined, after: empty, tooLarge: false },
        ],
      },
    ]);
    expect(readKept(folder, id, "MEMORY.md", "before")).toEqual(Buffer.from("old\n"));
    expect(readKept(folder, id, "details/design/api.md", "before")).toBeUndefined();
    expect(readKept(folder, id, "details/design/api.md", "after")).toEqual(Buffer.from(""));
  });

  it("gives back any bytes exactly, under any name", () => {
    const content = fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined });
    const part = fc
      .oneof(
        fc.constantFrom("a b", "项目", "x\ny", "'", "-rf", "..x", "\\..\\"),
        fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
      )
      .filter((each) => !/[/\0]/.test(each) && each !== "." && each !== "..");
    const doc = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(doc, content, content, fc.string(), (name, before, after, words) => {
        const folder = tempProject();
        const id = keepVersions(folder, [{ doc: name, before, after }], { rule: "", words }, NOW);
        expect(listKept(folder)).toMatchObject([{ words: words.slice(0, 200) }]);
        expect(readKept(folder, id, name, "before")).toEqual(before && Buffer.from(before));
        expect(readKept(folder, id, name, "after")).toEqual(after && Buffer.from(after));
        expect(readdirSync(folder, { recursive: true }).length).toBeLessThanOrEqual(5);
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

  it("gives each incident of the same moment an id of its own, in order", () => {
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
});

it.each<[string, number | undefined]>([
  ["k-20261115-174233-000", NOW],
  // 0.2.0 had the milliseconds in the last part.
  ["k-20261115-174233-a30", NOW],
  ["k-20261115-174233", undefined],
  ["k-20261315-174233-000", undefined],
  ["../k-20261115-174233-000", undefined],
])("the time of %s is %s", (id, time) => {
  expect(timeOfIncident(id)).toBe(time);
});

describe("the limits", () => {
  it("are 200 incidents, 50 MB and 30 days", () => {
    expect(KEPT_LIMITS).toEqual({ incidents: 200, bytes: 50_000_000, days: 30 });
    const folder = tempProject();
    const first = keep(folder, [docOf(30_000_000)]);
    const second = keep(folder, [docOf(20_000_000)], NOW + 1000);
    expect(idsIn(folder)).toEqual([second, first]);
    const third = keep(folder, [docOf(1)], NOW + 2000);
    expect(idsIn(folder)).toEqual([third, second]);
    const later = keep(folder, [docOf(1)], NOW + 2000 + 30 * DAY);
    expect(idsIn(folder)).toEqual([later, third]);
  });

  it("hold after every incident, and the oldest go first; the one just stored stays, whatever the clock says", () => {
    const limits = { incidents: 3, bytes: 100, days: 30 };
    const step = fc.record({ size: fc.nat(100), time: fc.nat(5).map((day) => NOW + day * DAY) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const folder = tempProject();
        for (const { size, time } of steps) {
          const before = idsIn(folder);
          const id = keep(folder, [docOf(size)], time, limits);
          const kept = listKept(folder);
          const ids = kept.map((incident) => incident.id);
          expect(ids).toContain(id);
          expect(ids.length).toBeLessThanOrEqual(3);
          const older = ids.filter((each) => each !== id);
          expect(older).toEqual(before.slice(0, older.length));
          const sizes = kept.flatMap(({ docs }) => docs.map((doc) => doc.before?.bytes ?? 0));
          expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("leave out the largest docs of an incident that alone is past them, both versions, and say so", () => {
    const folder = tempProject();
    const limits = { incidents: 5, bytes: 100, days: 30 };
    const large = { doc: "large.md", before: new Uint8Array(40), after: new Uint8Array(40) };
    const docs = [large, docOf(30, "small.md"), docOf(31, "middle.md")];
    expect(tooLargeToKeep(docs, limits)).toEqual(["large.md"]);
    const id = keep(folder, docs, NOW, limits);
    expect(listKept(folder)[0]?.docs.map(({ tooLarge }) => tooLarge)).toEqual([true, false, false]);
    expect(readKept(folder, id, "large.md", "before")).toBeUndefined();
    expect(readKept(folder, id, "small.md", "before")).toHaveLength(30);
  });
});

it("what a crash left without its record is no incident, and what is somebody else's stays", () => {
  const folder = tempProject({
    "kept/notes.txt": "mine",
    "kept/k-notes/a": "mine",
    "kept/k-20261115-174233-000/1-before": "half a do",
  });
  expect(listKept(folder)).toEqual([]);
  expect(damagedIn(folder)).toEqual([]);
  const id = keep(folder, [docOf(1)], NOW, { incidents: 1, bytes: 1, days: 1 });
  expect(readdirSync(join(folder, "kept")).toSorted()).toEqual([id, "k-notes", "notes.txt"]);
});

describe("a damaged incident", () => {
  const replaceBy = (at: string, make: (path: string) => void) => {
    rmSync(join(at, "1-before"));
    make(join(at, "1-before"));
  };

  it.each<[string, (at: string) => void]>([
    ["a missing version", (at) => rmSync(join(at, "1-before"))],
    ["a cut version", (at) => truncateSync(join(at, "1-before"), 2)],
    ["a changed version", (at) => writeFileSync(join(at, "1-before"), "abd")],
    ["a folder", (at) => replaceBy(at, mkdirSync)],
    ["a link", (at) => replaceBy(at, (path) => symlinkSync("/etc/passwd", path))],
  ])("does not give %s for the old one, and gives what is whole", (_, breakIt) => {
    const folder = tempProject();
    const id = keep(folder, [{ doc: "a.md", before: bytes("abc"), after: bytes("xyz") }]);
    breakIt(join(folder, "kept", id));
    expect(failureOf(DiskError, () => readKept(folder, id, "a.md", "before")).kind).toBe("damaged");
    expect(readKept(folder, id, "a.md", "after")).toEqual(Buffer.from("xyz"));
  });

  it.each([
    ["a doc outside the bank", { docs: [{ doc: "../../.bashrc" }] }],
    ["a hash that is a path", { docs: [{ doc: "a.md", before: { bytes: 1, hash: "../x" } }] }],
    ["another format", { format: 1 }],
    ["a rule that is no text", { rule: { toString: 1 } }],
  ])("is one whose record has %s", (_, change) => {
    const folder = tempProject();
    const id = keep(folder, [docOf(3)]);
    const path = join(folder, "kept", id, "incident.json");
    const record: unknown = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...(record as object), ...change }));
    expect(idsIn(folder)).toEqual([]);
    expect(damagedIn(folder).map((damaged) => damaged.id)).toEqual([id]);
  });

  it("is reported, never thrown, whatever the record holds", () => {
    const folder = tempProject();
    const id = keep(folder, [docOf(3)]);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        writeFileSync(join(folder, "kept", id, "incident.json"), text);
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

it("has nothing for what was never kept, and does not leave the store", () => {
  const folder = tempProject({ "secret/incident.json": "{}", "secret/1-before": "secret" });
  const id = keep(folder, [docOf(3)]);
  for (const asked of ["k-20200101-000000-000", "../secret", `${id}/../../secret`])
    expect(readKept(folder, asked, "MEMORY.md", "before")).toBeUndefined();
  expect(readKept(folder, id, "other.md", "before")).toBeUndefined();
  expect(listKept(join(folder, "none"))).toEqual([]);
});

it("says that a file lies in the way of the store", () => {
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

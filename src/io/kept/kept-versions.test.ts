import { readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { DiskError } from "../disk/disk-error.ts";
import {
  KEPT_LIMITS,
  type KeptDoc,
  type Which,
  keepVersions,
  listKept,
  readKept,
  timeOfIncident,
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

function keep(folder: string, docs: readonly KeptDoc[], now = NOW): string {
  return keepVersions(folder, docs, REASON, now);
}

function read(folder: string, id: string, doc: string, which: Which) {
  const incident = listKept(folder).find((each) => each.id === id);
  return incident && readKept(folder, incident, doc, which);
}

const idsIn = (folder: string) => listKept(folder).map(({ id }) => id);

describe("keepVersions", () => {
  it("keeps both versions of each doc, and says what happened", () => {
    const folder = tempProject();
    const id = keep(folder, [
      { doc: "MEMORY.md", before: bytes("old\n"), after: bytes("new one\n") },
      { doc: "details/design/api.md", before: undefined, after: bytes("") },
    ]);
    expect(id).toMatch(/^k-20261115-174233-\w{6}$/);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const [old, fresh, empty] = [4, 8, 0].map((size) => ({ bytes: size, hash }));
    expect(listKept(folder)).toEqual([
      {
        id,
        time: NOW,
        ...REASON,
        docs: [
          { doc: "MEMORY.md", before: old, after: fresh },
          { doc: "details/design/api.md", before: undefined, after: empty },
        ],
      },
    ]);
    expect(read(folder, id, "MEMORY.md", "before")).toEqual(Buffer.from("old\n"));
    expect(read(folder, id, "details/design/api.md", "before")).toBeUndefined();
    expect(read(folder, id, "details/design/api.md", "after")).toEqual(Buffer.from(""));
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
        expect(read(folder, id, name, "before")).toEqual(before && Buffer.from(before));
        expect(read(folder, id, name, "after")).toEqual(after && Buffer.from(after));
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
});

it.each<[string, number | undefined]>([
  ["k-20261115-174233-000", NOW],
  ["k-20261115-174233-a30", NOW],
  ["k-20261115-174233", undefined],
  ["k-20261315-174233-000", undefined],
  ["../k-20261115-174233-000", undefined],
])("the time of %s is %s", (id, time) => {
  expect(timeOfIncident(id)).toBe(time);
});

describe("the limits", () => {
  it("are 200 incidents and 30 days", () => {
    expect(KEPT_LIMITS).toEqual({ incidents: 200, days: 30 });
    const folder = tempProject();
    const ids = Array.from({ length: 201 }, (_, at) => keep(folder, [docOf(1)], NOW + at * 1000));
    expect(idsIn(folder)).toEqual(ids.slice(1).toReversed());
    const later = keep(folder, [docOf(1)], NOW + 200_000 + 30 * DAY);
    expect(idsIn(folder)).toEqual([later, ids.at(-1)]);
  });
});

it("what a crash left without its record is no incident, and what is somebody else's stays", () => {
  const folder = tempProject({
    "kept/notes.txt": "mine",
    "kept/k-notes/a": "mine",
    "kept/k-20261115-174233-000/1-before": "half a do",
  });
  expect(listKept(folder)).toEqual([]);
  const id = keep(folder, [docOf(1)], NOW + 40 * DAY);
  expect(readdirSync(join(folder, "kept")).toSorted()).toEqual([id, "k-notes", "notes.txt"]);
});

describe("a damaged incident", () => {
  it.each<[string, (at: string) => void]>([
    ["a missing version", (at) => rmSync(join(at, "1-before"))],
    ["a cut version", (at) => truncateSync(join(at, "1-before"), 2)],
    ["a changed version", (at) => writeFileSync(join(at, "1-before"), "abd")],
  ])("does not give %s for the old one, and gives what is whole", (_, breakIt) => {
    const folder = tempProject();
    const id = keep(folder, [{ doc: "a.md", before: bytes("abc"), after: bytes("xyz") }]);
    breakIt(join(folder, "kept", id));
    expect(() => read(folder, id, "a.md", "before")).toThrow("is not as it was stored");
    expect(read(folder, id, "a.md", "after")).toEqual(Buffer.from("xyz"));
  });
});

it("gives back what 0.2.0 kept, whatever its seal says", () => {
  const folder = tempProject();
  const id = keep(folder, [docOf(3)]);
  const path = join(folder, "kept", id, "incident.json");
  const record: unknown = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...(record as object), seal: "0".repeat(64) }));
  expect(idsIn(folder)).toEqual([id]);
  expect(read(folder, id, "MEMORY.md", "before")).toHaveLength(3);
});

it("says that a file lies in the way of the store", () => {
  const folder = tempProject({ kept: "a file", state: "a file" });
  for (const work of [
    () => keep(folder, [docOf(1)]),
    () => listKept(folder),
    () => keep(join(folder, "state/deep"), [docOf(1)]),
  ]) {
    const { message } = failureOf(DiskError, work);
    expect(message).toMatch(/cannot use \S+ \((?:ENOTDIR|EEXIST): .*\)\. See that it can be/);
  }
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleDocs } from "../../test/helpers/sample-bank.ts";
import { buildMap } from "./build-map.ts";
import type { BankMap } from "./view.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 16);

const ROUTED = (...rows: readonly string[]) =>
  `# Memory\n\n## Routing Rules（意图驱动）\n\n| intent | read |\n|---|---|\n${rows.map((row) => `| do it | ${row} |\n`).join("")}`;

function mapOf(
  docs: Readonly<Record<string, string>>,
  isThere: (path: string) => boolean = () => false,
  days = 0,
): BankMap {
  return buildMap({
    bankName: "memory-bank",
    docs: Object.entries(docs).map(([path, text]) => ({
      path,
      text,
      changedAt: NOW - days * DAY,
      isUncommitted: false,
    })),
    isThere,
    now: NOW,
  });
}

const edgesOf = (map: BankMap) =>
  map.edges.map(
    ({ kind, from, to, line, leadsNowhere }) =>
      `${kind} ${from}:${line} ${leadsNowhere ? "-x" : "->"} ${to}`,
  );
const orphansOf = (map: BankMap) =>
  map.nodes.filter(({ isOrphan }) => isOrphan).map(({ path }) => path);
const missingOf = (map: BankMap) =>
  map.nodes.filter(({ kind }) => kind === "missing").map(({ path }) => path);

describe("buildMap", () => {
  it("knows routes and links, with the lines they stand in", () => {
    const map = mapOf({
      "MEMORY.md": ROUTED("details/tech.md", "`memory-bank/details/patterns.md`"),
      "details/tech.md":
        "# Tech\n\nSee [patterns](patterns.md#money) and [the entry](../MEMORY.md).\n",
      "details/patterns.md": "# Patterns\n",
    });
    expect(edgesOf(map)).toEqual([
      "route MEMORY.md:7 -> details/tech.md",
      "route MEMORY.md:8 -> details/patterns.md",
      "link details/tech.md:3 -> details/patterns.md",
      "link details/tech.md:3 -> MEMORY.md",
    ]);
    expect(orphansOf(map)).toEqual([]);
    expect(map.nodes.map(({ title }) => title).toSorted()).toEqual(["Memory", "Patterns", "Tech"]);
  });

  it("takes a folder, a glob and an index for all docs below", () => {
    for (const route of ["details/design/", "details/design/*.md", "details/design/**"]) {
      const map = mapOf({
        "MEMORY.md": ROUTED(route),
        "details/design/a.md": "",
        "details/design/deep/b.md": "",
        "details/other.md": "",
      });
      expect(edgesOf(map)).toEqual(["route MEMORY.md:7 -> details/design/"]);
      expect(orphansOf(map)).toEqual(["details/other.md"]);
    }
  });

  it("calls an orphan what cannot be reached from the entry, even if others lead to it", () => {
    const map = mapOf({
      "MEMORY.md": "[a](details/a.md)",
      "details/a.md": "[b](b.md)",
      "details/b.md": "",
      "details/c.md": "[d](d.md)",
      "details/d.md": "[c](c.md)",
    });
    expect(orphansOf(map)).toEqual(["details/c.md", "details/d.md"]);
  });

  it("shows dead ends, but not files of the project that are there", () => {
    const map = mapOf(
      {
        "MEMORY.md": `${ROUTED("details/gone.md", "README.md", "Node.js", "src/main.ts")}\n[x](details/none/), [y](../src/main.ts), [z](../src/lost.ts), [w](https://example.com/a.md)\n`,
      },
      (path) => path === "../src/main.ts",
    );
    expect(edgesOf(map)).toEqual([
      "route MEMORY.md:7 -x details/gone.md",
      "link MEMORY.md:12 -x details/none/",
      "link MEMORY.md:12 -x ../src/lost.ts",
    ]);
    expect(missingOf(map)).toEqual(["../src/lost.ts", "details/gone.md", "details/none/"]);
  });

  it("takes neither code nor a table of routes in another doc for a way", () => {
    const map = mapOf({
      "MEMORY.md": "`[a](details/a.md)`\n\n```\n[a](details/a.md)\n```\n",
      "details/a.md": ROUTED("details/a.md", "MEMORY.md"),
    });
    expect(edgesOf(map)).toEqual([]);
  });

  it("tells fresh, ageing and stale docs apart", () => {
    const freshnessAt = (days: number) =>
      mapOf({ "a.md": "" }, undefined, days).nodes[0]?.freshness;
    expect([0, 30, 31, 90, 91].map(freshnessAt)).toEqual([
      "fresh",
      "fresh",
      "ageing",
      "ageing",
      "stale",
    ]);
  });

  it("has a picture for an empty bank, and for one without an entry", () => {
    expect(mapOf({})).toMatchObject({ nodes: [], edges: [], folders: [] });
    expect(orphansOf(mapOf({ "details/a.md": "" }))).toEqual(["details/a.md"]);
  });
});

describe("the picture", () => {
  it("is the same for the same bank, in whatever order the docs come", () => {
    const docs = Object.fromEntries(sampleDocs(120));
    const turned = Object.fromEntries(Object.entries(docs).toReversed());
    expect(mapOf(turned)).toEqual(mapOf(docs));
  });

  it("is larger for a longer doc, and wider than high", () => {
    const map = mapOf({ "MEMORY.md": "", "a.md": "x", "b.md": "x".repeat(5000) });
    const radius = (path: string) => map.nodes.find((node) => node.path === path)?.r ?? 0;
    expect(radius("b.md")).toBeGreaterThan(radius("a.md"));
    const large = mapOf(Object.fromEntries(sampleDocs(300)));
    expect(large.width / large.height).toBeGreaterThan(1.15);
  });

  it("has no two docs on one another, nor a doc out of its folder or the frame", () => {
    const names = fc.constantFrom("a", "b", "details/a", "details/b/c", "details/d", "x/y/z");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(names, fc.nat(99), fc.nat(20_000)), { maxLength: 90 }),
        (docs) => {
          const map = mapOf(
            Object.fromEntries(
              docs.map(([folder, n, size]) => [`${folder}/${n}.md`, "x".repeat(size)]),
            ),
          );
          map.nodes.forEach((node, index) => {
            for (const other of map.nodes.slice(index + 1)) {
              const distance = Math.hypot(node.x - other.x, node.y - other.y);
              expect(distance).toBeGreaterThan(node.r + other.r);
            }
            const folder = map.folders.find(({ path }) => path === node.folder);
            const fromCentre = Math.hypot(node.x - (folder?.x ?? 0), node.y - (folder?.y ?? 0));
            expect(fromCentre + node.r).toBeLessThanOrEqual(folder?.r ?? 0);
            expect(node.x - node.r).toBeGreaterThanOrEqual(0);
            expect(node.x + node.r).toBeLessThanOrEqual(map.width);
            expect(node.y - node.r).toBeGreaterThanOrEqual(0);
            expect(node.y + node.r).toBeLessThanOrEqual(map.height);
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

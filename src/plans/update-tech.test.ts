import { describe, expect, it } from "vitest";
import { renderTemplate } from "../bank/render-template.ts";
import { alignTables } from "../markdown/align-tables.ts";
import { scanProject } from "../scan/scan-project.ts";
import { renderTechRows } from "./describe-facts.ts";
import { updateTech } from "./update-tech.ts";

/** What tech.md says after a refresh, of a bank that was made when the project was another. */
function scanned(files: Readonly<Record<string, string>>) {
  const read = Object.entries(files).map(([path, text]) => ({ path, text, isCut: false }));
  return scanProject(read, Object.keys(files));
}

type Facts = ReturnType<typeof scanned>;

function techOf(facts: Facts): string {
  return renderTemplate("tech", "en", { ...renderTechRows(facts, "en"), constraints: null });
}

function refresh(text: string, facts: Facts, isCut = false): string {
  const known = new Set(facts.sources);
  const sources = isCut ? [] : facts.sources;
  const isInProject = (path: string) => known.has(path) || path === "x.yml";
  const project = { facts: { ...facts, sources }, language: "en" as const, isInProject };
  return alignTables(updateTech(text, project));
}

/** Rows without their padding. */
const rowsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.replaceAll(/ {2,}/g, " "));

describe("a row that a scan wrote", () => {
  const manifest = (parts: object) => JSON.stringify({ name: "tea", private: true, ...parts });
  const before = scanned({
    "package.json": manifest({
      scripts: { build: "vite build", docs: "x", test: "vitest" },
      dependencies: { vue: "^3.5.0" },
      devDependencies: { vite: "^6.0.0", vitest: "^3.0.0" },
    }),
    "package-lock.json": "{}",
    Makefile: "lint:\n\tcc\n",
  });
  const after = scanned({
    "package.json": manifest({
      scripts: { test: "vitest" },
      devDependencies: { vitest: "^3.1.0" },
    }),
  });
  const made = techOf(before);

  it("goes with its dependency, its script and its file; another version is told", () => {
    const gone = [
      "| framework | Vue 3.5 | package.json |",
      "| package manager | npm | package-lock.json |",
      "| build | `npm run build` |",
      "| docs | `npm run docs` |",
      "| lint | `make lint` |",
    ];
    const later = refresh(made, after);
    for (const row of gone) {
      expect(rowsOf(made)).toContain(row);
      expect(rowsOf(later)).not.toContain(row);
    }
    expect(rowsOf(later)).toContain("| test | `npm test` |");
    expect(rowsOf(later)).toContain("| tool | Vitest 3.1 | package.json |");
    expect(refresh(later, after)).toBe(later);
  });

  it("stays while its file is there and was not read whole", () => {
    const cut = rowsOf(refresh(made, { ...after, taskFiles: [] }, true));
    expect(cut).toContain("| framework | Vue 3.5 | package.json |");
    expect(cut).toContain("| build | `npm run build` |");
  });

  it("stays once somebody has edited it, or was somebody's from the beginning", () => {
    const rows = [
      "| framework | Vue 3.5, for the shop | package.json |",
      "| framework | Pinia 2.1 | package.json |",
      "| screen | Vue 3.5 | package.json |",
      "| tool | golangci-lint | x.yml |",
    ];
    const runs = [
      "| docs | `npm run docs`, then look |",
      "| docs | `npm run docs -- --open` |",
      "| build | `npx vite build` |",
      "| install | `pnpm install` |",
    ];
    const mine = techOf(after)
      .replace(/(?=\| tool)/, `${rows.join("\n")}\n`)
      .replace(/(?=\| test {2,}\|)/, `${runs.join("\n")}\n`);
    const kept = rowsOf(refresh(mine, after));
    for (const row of [...rows, ...runs]) expect(kept).toContain(row);
  });

  it("is replaced where another package manager took its place, and the table stays one", () => {
    const pnpm = scanned({
      "package.json": manifest({ scripts: { test: "vitest", serve: "vite" } }),
      "pnpm-lock.yaml": "",
    });
    const later = refresh(made, pnpm);
    expect(rowsOf(later)).toContain("| test | `pnpm test` |");
    expect(rowsOf(later)).toContain("| package manager | pnpm | pnpm-lock.yaml |");
    expect(later).not.toMatch(/`npm |Vue/);
    expect(later).not.toMatch(/\|\n\n\|/);
    expect(refresh(later, pnpm)).toBe(later);
  });

  it("is not added to a table of somebody's own", () => {
    const own = made.replace("where it is declared", "since when       ");
    expect(refresh(own, after)).toContain("Vue 3.5");
  });
});

import { describe, expect, it } from "vitest";
import { renderTemplate } from "../bank/render-template.ts";
import { scanProject } from "../scan/scan-project.ts";
import { renderTechRows } from "./describe-facts.ts";
import { updateTech } from "./update-tech.ts";

/** What tech.md says after a refresh, of a bank that was made when the project was another. */
function scanned(files: Readonly<Record<string, string>>, folders: readonly string[] = []) {
  const read = Object.entries(files).map(([path, text]) => ({ path, text, isCut: false }));
  return scanProject(read, [...Object.keys(files), ...folders]);
}

type Facts = ReturnType<typeof scanned>;

function techOf(facts: Facts): string {
  const rows = renderTechRows(facts, "en");
  return renderTemplate("tech", "en", { ...rows, constraints: null });
}

function updated(text: string, facts: Facts, isCut = false) {
  const known = new Set(facts.sources.map(({ path }) => path));
  const sources = facts.sources.map((each) => ({ ...each, isCut }));
  const isInProject = (path: string) =>
    known.has(path) || /^(?:pot|leaf|lid)\/$|^x\.yml$/.test(path);
  return updateTech(text, { facts: { ...facts, sources }, language: "en", isInProject });
}

function refresh(text: string, facts: Facts): string {
  return updated(text, facts).text;
}

const POM = (...modules: readonly string[]) =>
  `<project><artifactId>tea</artifactId><modules>${modules
    .map((module) => `<module>${module}</module>`)
    .join("")}</modules></project>`;

describe("the structure in tech.md", () => {
  const before = scanned({ "pom.xml": POM("pot", "leaf") }, ["pot/", "leaf/"]);

  it("takes no folder for a member that a glob alone matches", () => {
    const root = JSON.stringify({ name: "tea", workspaces: ["**"] });
    const part = JSON.stringify({ name: "pot", description: "Holds the tea" });
    const facts = scanned({ "package.json": root, "pot/package.json": part }, ["pot/", "leaf/"]);
    const made = techOf(facts);
    expect(made).toContain("`pot/`");
    expect(made).not.toContain("`leaf/`");
  });

  it("is a row for the modules of a build, which follows the build", () => {
    const made = techOf(before);
    expect(made).toContain("| `pot/`, `leaf/` | modules of the build | pom.xml |");
    expect(refresh(made, before)).toBe(made);
    const after = scanned({ "pom.xml": POM("pot", "lid") }, ["pot/", "lid/"]);
    const later = refresh(made, after);
    expect(later).toBe(made.replace("`pot/`, `leaf/`", "`pot/`, `lid/`"));
    expect(refresh(later, after)).toBe(later);
  });

  it("says what the README says, and leaves alone what somebody has said", () => {
    const readme = "# Tea\n\n## Structure\n\n- `pot/`: the pot\n- `leaf/`: what goes in\n";
    const facts = scanned({ "README.md": readme }, ["pot/", "leaf/"]);
    const made = techOf(facts);
    expect(made).toContain("| `pot/` | the pot | README.md |");
    const edited = made.replace("| the pot |", "| the pot, and its lid |");
    expect(refresh(edited, facts)).toBe(edited);
    const mine = techOf(scanned({})).replace(
      "|---|---|---|\n\nFolders",
      "|---|---|---|\n| pots live in `pot/` | all | me |\n\nFolders",
    );
    expect(refresh(mine, facts)).toContain(
      "| all | me |\n| `leaf/` | what goes in | README.md |\n",
    );
  });

  it("is not added to a doc that has no table for it", () => {
    const made = techOf(before).replace(/## Structure[^]*?(?=## Constraints)/, "");
    expect(refresh(made, before)).toBe(made);
  });
});

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
      devDependencies: { vitest: "^3.0.0" },
    }),
  });
  const made = techOf(before);

  it("goes with its dependency, its script and its file", () => {
    for (const row of [
      "| framework | Vue 3.5 | package.json |",
      "| package manager | npm | package-lock.json |",
      "| build | `npm run build` |",
      "| docs | `npm run docs` |",
      "| lint | `make lint` |",
    ]) {
      expect(made).toContain(row);
      expect(refresh(made, after)).not.toContain(row);
    }
    expect(refresh(made, after)).toContain("| test | `npm test` |");
    expect(refresh(made, after)).toContain("| tool | Vitest 3.0 | package.json |");
    expect(refresh(refresh(made, after), after)).toBe(refresh(made, after));
    expect(updated(made, after).replaced).toContainEqual(["Vue 3.5", ""]);
  });

  it("stays while its file is there and was not read whole", () => {
    const cut = updated(made, { ...after, taskFiles: [] }, true).text;
    expect(cut).toContain("| framework | Vue 3.5 | package.json |");
    expect(cut).toContain("| build | `npm run build` |");
  });

  it("stays once somebody has edited it, or was somebody's from the beginning", () => {
    const rows = [
      "| framework | Vue 3.5, for the shop | package.json |",
      "| framework | Pinia 2.1 | package.json |",
      "| screen | Vue 3.5 | package.json |",
      "| framework | Vue 3.5 | |",
      "| tool | golangci-lint | x.yml |",
      "| package manager | npm | the wiki |x|",
    ];
    const runs = [
      "| make the site | `npm run docs` |",
      "| docs | `npm run docs`, then look |",
      "| docs | `npm run docs -- --open` |",
      "| build | `npx vite build` |",
      "| install | `pnpm install` |",
    ];
    const mine = techOf(after)
      .replace("| tool | Vitest", `${rows.join("\n")}\n| tool | Vitest`)
      .replace("| test | `npm test` |", `${runs.join("\n")}\n| test | \`npm test\` |`);
    const kept = refresh(mine, after);
    for (const row of [...rows.slice(0, 5), ...runs]) expect(kept).toContain(row);
  });

  it("is replaced where another took its place, and the table stays one", () => {
    const pnpm = scanned({
      "package.json": manifest({ scripts: { test: "vitest", serve: "vite" } }),
      "pnpm-lock.yaml": "",
    });
    const later = refresh(made, pnpm);
    expect(later).toContain("| test | `pnpm test` |");
    expect(later).toContain("| package manager | pnpm | pnpm-lock.yaml |");
    expect(later).not.toMatch(/`npm |Vue/);
    expect(later).not.toMatch(/\|\n\n\|/);
    expect(refresh(later, pnpm)).toBe(later);
  });

  it("tells of folders that are gone, and goes", () => {
    const facts = scanned({ "pom.xml": POM("pot") }, ["pot/"]);
    const old = techOf(facts).replace(
      "| `pot/` | modules",
      "| `gone/` | the old pot | README.md |\n| see `gone/` | mine | me |\n| `pot/` | modules",
    );
    const later = refresh(old, facts);
    expect(later).not.toContain("| `gone/` |");
    expect(later).toContain("| see `gone/` | mine | me |");
    expect(later).toContain("| `pot/` | modules of the build | pom.xml |");
  });
});

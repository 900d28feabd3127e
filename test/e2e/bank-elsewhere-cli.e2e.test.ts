import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textsIn } from "../helpers/files-on-disk.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const PROJECT = {
  "package.json": JSON.stringify({ name: "tea", scripts: { test: "vitest" } }),
  "README.md": "# Tea\n\nA shop that sells tea.\n",
  "src/shop.ts": "export const tea = 1;\n",
};
const CLINE = {
  "projectbrief.md": "# Brief\n\nSells tea to people who like tea.\n",
  "activeContext.md": "# Active context\n\n## Current focus\n\nThe basket.\n",
  "systemPatterns.md": "# Patterns\n\nSee [the shop](../src/shop.ts) and `src/shop.ts`.\n",
  "notes/ideas.md": "# Ideas\n\nMore tea.\n",
};
const KILO = {
  "brief.md": "# Brief\n\nSells tea to people who like tea.\n",
  "product.md": "# Product\n\nTea.\n",
  "context.md": "# Context\n\n## Current focus\n\nThe basket.\n",
  "architecture.md": "# Architecture\n\nSee [the shop](../../../src/shop.ts).\n",
};

function aProject(banks: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const docs = Object.entries(banks).flatMap(([name, files]) =>
    Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]),
  );
  const root = tempProject({ ...PROJECT, ...Object.fromEntries(docs) });
  return { root, ...cliIn(root, tempProject()) };
}

describe.each([
  [".kilocode/rules/memory-bank", KILO, "Kilo"],
  ["cline_docs", CLINE, "Cline"],
  ["docs/memory-bank", KILO, "Kilo"],
])("%s", (name, files, tool) => {
  it("is offered, adopted in its place, found from then on, and clean", () => {
    const { root, run } = aProject({ [name]: files });
    const before = textsIn(root);
    const offered = run("status");
    expect(run("status", "--json").stdout).toContain(
      `another tool's in ${name}/. The user can adopt it`,
    );
    expect(offered.stdout).toContain(`${tool}'s layout, 4 docs; refresh would add MEMORY.md`);
    expect(run("refresh", "--dry-run").stdout).toMatch(
      new RegExp(String.raw`^Adopt [^\n]*: ${name}/ \(plan \w+\)\n\n- create ${name}/MEMORY.md: `),
    );
    expect(textsIn(root)).toEqual(before);

    expect(run("refresh", "--yes")).toMatchObject({ status: 0, stderr: "" });
    const { [`${name}/MEMORY.md`]: entry = "", ...rest } = textsIn(root);
    expect(rest).toEqual(before);
    // A pointer: the focus stays where people keep it.
    expect(entry).toMatch(/^## Current Focus\n\nSee \[(\w*ontext\.md)\]\(\1\)$/m);
    const rows = entry.matchAll(/\| (\S+\.md(?:, \S+\.md)*) +\|$/gm);
    const paths = [...rows].flatMap(([, cell = ""]) => cell.split(", "));
    expect(paths.length).toBeGreaterThanOrEqual(3);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);

    const { plan } = JSON.parse(run("refresh", "--json").stdout);
    expect(plan).toMatchObject({ flow: "refresh", bank: name, operations: [] });
    expect(JSON.parse(run("status", "--json").stdout)).toMatchObject({
      bank: join(root, name),
      exists: true,
      planned: 0,
      offered: [],
    });
    const { counts, findings } = JSON.parse(run("check", "--json").stdout);
    expect({ counts, findings }).toMatchObject({ counts: { error: 0, warning: 0 } });
    const refused = JSON.parse(run("explain", "--bash", `rm -r ${name}`, "--json").stdout);
    expect(refused.decision.message).toContain(`leave ${name}/ out of this call`);
    expect(run("view", "--html", "page.html").status).toBe(0);
  });
});

describe("the setting", () => {
  it("names a folder that is made with the bank, and every command finds it", () => {
    const { root, run } = aProject({});
    const made = run("refresh", "--bank", "notes/for/agents", "--yes");
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(root, "notes/for/agents/MEMORY.md"), "utf8")).toContain("tea");
    expect(existsSync(join(root, "memory-bank"))).toBe(false);
    const of = (env: object) => cliIn(root, join(root, "..", "state"), { ...env });
    expect(of({}).run("check").status).toBe(2);
    const { run: named } = of({ MEMORY_BANK_DIR: "notes/for/agents" });
    expect(named("check")).toMatchObject({ status: 0 });
    expect(named("refresh").stdout).toContain("nothing to do");
    expect(named("status").stdout).toContain(join(root, "notes/for/agents"));
  });
});

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findSection, parseDoc } from "../../src/bank/parse.ts";
import { cliEnvironment, runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EXAMPLES = join(ROOT, "examples");
const NAMES = readdirSync(EXAMPLES).filter((name) => !name.includes("."));

/** Commands that are not run here: they reach for a registry, need that first, or do not end. */
const NOT_RUN: Readonly<Record<string, readonly string[]>> = {
  "chinese-project": ["npm install"],
  "python-package": [
    "pip install -e .",
    "csvguard",
    "csvguard sample/orders.rules.json sample/orders.csv",
  ],
  "typescript-service": ["npm install", "npm start", "WEBHOOK_SECRET"],
};

/** Apart from this repository, whose git and bank are above it otherwise. */
function copyOf(name: string): string {
  const root = tempProject();
  const isOurs = (path: string) => !["node_modules", "__pycache__"].includes(basename(path));
  cpSync(join(EXAMPLES, name), root, { recursive: true, filter: isOurs });
  // What `npm install` would bring for the type check is here in the same versions.
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return root;
}

/** What stands in backticks in the table of commands. */
function commandsOf(root: string): string[] {
  const doc = parseDoc(readFileSync(join(root, "memory-bank/details/tech.md"), "utf8"));
  const rows = findSection(doc, "Commands")?.tables[0]?.rows ?? [];
  return rows.flatMap(({ cells }) =>
    cells.flatMap(({ text }) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)),
  );
}

function run(root: string, command: string) {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: root,
    shell: true,
    env: cliEnvironment(),
    encoding: "utf8",
    timeout: 50_000,
  });
  return { status, output: stdout + stderr };
}

it("every example is known here", () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(NOT_RUN).toSorted());
});

describe.each(NAMES)("the example %s", (name) => {
  it("has a bank for which refresh plans nothing", () => {
    const root = copyOf(name);
    const { status, stdout, stderr } = runCli(["refresh", root, "--dry-run", "--json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { plan } = JSON.parse(stdout) as { plan: object };
    expect(plan).toMatchObject({ flow: "refresh", operations: [], notes: [] });
  });

  it("has a bank in which check finds nothing broken or stale", () => {
    const { status, stdout } = runCli(["check", copyOf(name), "--json"]);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
    // Its focus grows old while nobody works on it; that is a note.
    expect(findings.filter(({ rule }) => rule !== "stale-focus")).toEqual([]);
    expect(status).toBe(0);
  });

  it("runs the commands that its tech.md names", () => {
    const root = copyOf(name);
    const commands = commandsOf(root);
    const notRun = NOT_RUN[name] ?? [];
    expect(commands).toEqual(expect.arrayContaining([...notRun]));
    const toRun = commands.filter((command) => !notRun.includes(command));
    expect(toRun.length).toBeGreaterThan(2);
    for (const command of toRun) {
      expect(run(root, command), command).toMatchObject({ status: 0 });
    }
  });
});

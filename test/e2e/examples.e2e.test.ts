import { cpSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EXAMPLES = join(ROOT, "examples");
const NAMES = readdirSync(EXAMPLES).filter((name) => !name.includes("."));

/** Apart from this repository, whose git and bank are above it otherwise. */
function copyOf(name: string): string {
  const root = tempProject();
  const isOurs = (path: string) => !["node_modules", "__pycache__"].includes(basename(path));
  cpSync(join(EXAMPLES, name), root, { recursive: true, filter: isOurs });
  return root;
}

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
});

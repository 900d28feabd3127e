import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installClaudeCode } from "../../../scripts/beside.mjs";
import { closedEnvironment } from "../../../src/hosts/claude-code/doctor/trial.ts";
import manifest from "../../../package.json" with { type: "json" };
import { REPO_ROOT } from "../kit/host-home.ts";
import { say } from "../kit/index.ts";
import { edit, read } from "./steps.ts";
import { BLOCK, describeClaude, useClaude } from "./use-claude.ts";

const bench = useClaude();
const ID = "memory-bank@agent-memory-bank";
let registry = "";

/** As a person types it, in a home where nothing is, and with a registry that has this package alone. */
function plugin(...args: string[]): Promise<string> {
  const env = { ...closedEnvironment(bench.home), npm_config_registry: registry };
  return new Promise((resolve, reject) => {
    const program = installClaudeCode().program ?? "";
    const child = execFile(program, ["plugin", ...args], { env }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin?.end();
  });
}

async function tryEdit(prompt: string): Promise<string> {
  const project = bench.project();
  const steps = [read("package.json"), edit("package.json", '"1.0.0"', '"2.0.0"'), say("Done.")];
  const [, result = ""] = await bench.play(project, prompt, steps, { env: BLOCK });
  return result;
}

const { name, version } = manifest;
const server = createServer((request, response) => {
  if (request.url?.endsWith(".tgz")) return response.end(archive);
  if (request.url !== `/${name}`) return response.writeHead(404).end("{}");
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const dist = { tarball: `${registry}${name}.tgz`, integrity };
  const versions = { [version]: { name, version, dist } };
  response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
});
let archive = Buffer.alloc(0);

beforeAll(async () => {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", bench.home];
  const file = execFileSync("npm", args, { cwd: REPO_ROOT, encoding: "utf8" }).trim();
  archive = readFileSync(join(bench.home, file));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

describeClaude("as Claude Code's own commands do it", () => {
  test("the built plugin and the repository are valid", async () => {
    for (const folder of [join(REPO_ROOT, "dist", "claude-code"), REPO_ROOT])
      expect(await plugin("validate", "--strict", folder)).toContain("Validation passed");
  });

  test("from the npm package, which this repository's marketplace names: it is installed, acts, and is uninstalled", async () => {
    await plugin("marketplace", "add", REPO_ROOT);
    await plugin("install", ID);
    expect(await tryEdit("Installed")).toContain("(rule: read-before-write)");
    await plugin("uninstall", ID);
    await plugin("marketplace", "remove", "agent-memory-bank");
    expect(await tryEdit("Uninstalled")).not.toContain("Memory Bank");
  });
});

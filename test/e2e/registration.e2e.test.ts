import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REPO_ROOT } from "./kit/host-home.ts";
import { call, hostGet, say } from "./kit/index.ts";
import { bash, editManifest, write } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

const bench = useHost();

/** Put together here, so that no scanner finds a key in this file. */
const PRIVATE_KEY = `${["AKIA", "QX7TP2WLMZK4", "R6UB"].join("")}\n`;

function named(list: unknown, name: string): Record<string, unknown> | undefined {
  return (list as Record<string, unknown>[]).find((item) => item["name"] === name);
}

describe("the plugin entry alone registers", () => {
  test("the command, the subagent and the skill", async () => {
    const project = bench.project();
    const get = (path: string) => hostGet(bench.host, project, path);
    expect(named(await get("/command"), "memory-bank-refresh")).toMatchObject({
      description: "Build, adopt, upgrade, migrate or refresh the memory bank",
    });
    const reader = named(await get("/agent"), "memory-reader");
    expect(reader).toMatchObject({ mode: "subagent" });
    expect(reader?.["model"]).toBeUndefined();
    expect(named(await get("/skill"), "memory-bank")).toBeDefined();
  });

  test("what the user defined under the same name wins", async () => {
    const project = bench.project({
      files: FILES,
      config: {
        command: { "memory-bank-refresh": { template: "mine", description: "my own" } },
        agent: { "memory-reader": { mode: "subagent", description: "my reader", prompt: "mine" } },
      },
    });
    const get = (path: string) => hostGet(bench.host, project, path);
    expect(named(await get("/command"), "memory-bank-refresh")).toMatchObject({
      description: "my own",
      template: "mine",
    });
    expect(named(await get("/agent"), "memory-reader")).toMatchObject({ description: "my reader" });
  });
});

/** Where the host's own installer would have put it. */
const INSTALLED =
  ".cache/opencode/packages/agent-memory-bank@latest/node_modules/agent-memory-bank";

test("the packed package loads by its npm name, with all that it loads later", async () => {
  const { home } = bench.host;
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", home];
  const packed = execFileSync("npm", args, { cwd: REPO_ROOT, encoding: "utf8" }).trim();
  const folder = join(home, INSTALLED);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", join(home, packed), "-C", folder, "--strip-components=1"]);
  const project = bench.project({ plugin: [["agent-memory-bank", { guardMode: "block" }]] });
  const results = await bench.play(project, "Loaded by its name", [
    editManifest(),
    bash("echo x > memory-bank/x.md"),
    write("memory-bank/details/a.md", PRIVATE_KEY),
    call("memory_bank_refresh", { action: "plan" }),
    call("skill", { name: "memory-bank" }),
    say("Refused."),
  ]);
  expect(results[0]).toContain("(rule: read-before-write)");
  expect(results[1]).toContain("(rule: guard-memory-files)");
  expect(results[2]).toContain("(rule: keep-secrets-out)");
  expect(results[3]).toContain("The memory bank is up to date");
  expect(results[4]).toContain("memory-bank/v1");
});

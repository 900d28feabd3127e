import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { call, hostGet, say } from "./kit/index.ts";
import { bash, editManifest, task } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

const bench = useHost();
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

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

  test("a command that the model can follow, a skill that it can load, a reader that cannot write", async () => {
    const project = bench.project({ plugin: { guardMode: "off" } });
    bench.model.play("Reader, try to write", [
      editManifest(),
      bash("echo x > package.json"),
      say("Could not."),
    ]);
    await bench.turn(project, "Use them all", [
      call("skill", { name: "memory-bank" }),
      task("memory-reader", "Reader, try to write"),
      say("Done."),
    ]);
    expect(bench.results("Use them all")[0]).toContain("memory-bank/v1");
    expect(project.read("package.json")).toBe(FILES["package.json"]);
    const reader = bench.model.main("Reader, try to write")[0];
    expect(reader?.tools).toContain("read");
    expect(reader?.tools).not.toContain("edit");
    expect(reader?.tools).not.toContain("bash");
  });
});

describe("the packed package", () => {
  const NAME = ".cache/opencode/packages/agent-memory-bank@latest/node_modules/agent-memory-bank";

  /** Unpacked there, below the host's home. */
  function unpack(path: string): string {
    const { home } = bench.host;
    const packed = execFileSync(
      "npm",
      ["pack", "--ignore-scripts", "--silent", "--pack-destination", home],
      { cwd: ROOT, encoding: "utf8" },
    ).trim();
    const folder = join(home, path);
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", join(home, packed), "-C", folder, "--strip-components=1"]);
    expect(readdirSync(folder)).not.toContain("node_modules");
    return folder;
  }

  const fileOf = (folder: string) => join(folder, "dist/plugin.js");

  // The first is where the host's own installer would have put it.
  test.each([
    ["by its npm name", NAME, () => "agent-memory-bank"],
    ["by its file", "unpacked", (folder: string) => fileOf(folder)],
    ["by its folder, with spaces", "my tools (old)/é 100%", (f: string) => pathToFileURL(f).href],
  ])("loads %s, with all that it loads later", async (how, path, specifierOf) => {
    const specifier = specifierOf(unpack(path));
    const project = bench.project({ files: FILES, plugin: [[specifier, { guardMode: "block" }]] });
    await bench.turn(project, `Loaded ${how}`, [
      editManifest(),
      bash("echo x > memory-bank/x.md"),
      call("write", { filePath: "memory-bank/details/a.md", content: PRIVATE_KEY }),
      call("memory_bank_refresh", { action: "plan" }),
      say("Refused."),
    ]);
    const [edit, command, write, plan] = bench.results(`Loaded ${how}`);
    expect(edit).toContain("(rule: read-before-write)");
    expect(command).toContain("(rule: guard-memory-files)");
    expect(write).toContain("(rule: keep-secrets-out)");
    expect(plan).toContain("The memory bank is up to date");
    expect(named(await hostGet(bench.host, project, "/skill"), "memory-bank")).toBeDefined();
  });
});

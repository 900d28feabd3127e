import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { makeHome } from "../../src/hosts/opencode/doctor/closed-home.ts";
import { REPO_ROOT, cleanEnvironment } from "./kit/host-home.ts";
import { call, hostGet, openSession, say, startHost } from "./kit/index.ts";
import { EDIT_MANIFEST, FILES, useHost } from "./use-host.ts";

const home = makeHome("e2e");
const ours = cleanEnvironment(home);
const env = {
  ...ours,
  npm_config_cache: join(home, "npm-cache"),
  PATH: `${join(REPO_ROOT, "node_modules", ".bin")}:${ours["PATH"] ?? ""}`,
};
const prefix = join(home, "prefix");
const folder = join(home, ".config", "opencode");
const config = join(folder, "opencode.jsonc");
const block = { MEMORY_BANK_GUARD_MODE: "block" };
let said = "";

function memoryBank(...args: string[]): string {
  const command = join(prefix, "bin", "memory-bank");
  return execFileSync(command, args, { cwd: home, env, encoding: "utf8", timeout: 180_000 });
}

// As a user does it, in a home where nothing is yet, and without a network.
beforeAll(() => {
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: REPO_ROOT, env, encoding: "utf8", timeout: 180_000 }).trim();
  mkdirSync(prefix);
  const packed = npm("pack", "--ignore-scripts", "--silent", "--pack-destination", home);
  npm(
    "install",
    "--global",
    "--prefix",
    prefix,
    "--offline",
    "--ignore-scripts",
    join(home, packed),
  );
  said = memoryBank("install", "--global", "--yes");
});

const bench = useHost({ home, env: block });

test("from the packed package into OpenCode by install, and out of it by uninstall", async () => {
  const specifier = pathToFileURL(join(prefix, "lib", "node_modules", "agent-memory-bank")).href;
  expect(said).toContain(`Plugin: ${specifier}\n  by folder: OpenCode runs it where it is`);
  const installed = readFileSync(config, "utf8");

  const project = bench.project({ files: { ...FILES }, plugin: false });
  await bench.turn(project, "Installed", [call("edit", EDIT_MANIFEST), say("Refused.")]);
  expect(bench.results("Installed")[0]).toContain("(rule: read-before-write)");
  expect(project.read("package.json")).toContain('"1.0.0"');
  expect(await hostGet(bench.host, project, "/config")).toMatchObject({ plugin: [specifier] });
  // The host adds what it misses in a config; ours misses nothing.
  expect(readFileSync(config, "utf8")).toBe(installed);

  const diagnosis = JSON.parse(memoryBank("doctor", project.dir, "--json")) as {
    checks: { name: string; level: string; what: string }[];
  };
  const found = (name: string) => diagnosis.checks.filter((check) => check.name === name);
  expect(diagnosis.checks.filter(({ level }) => level === "problem")).toEqual([]);
  expect(found("plugin entry")).toMatchObject([
    { level: "ok", what: expect.stringContaining(specifier) },
  ]);

  memoryBank("uninstall", "--yes");
  expect(existsSync(config)).toBe(false);
  await bench.host.stop({ keepHome: true });
  const again = await startHost({ model: bench.model, home, env: block });
  try {
    bench.model.play("Uninstalled", [call("edit", EDIT_MANIFEST), say("Done.")]);
    await (await openSession(again, project)).send("Uninstalled");
    expect(project.read("package.json")).toContain('"2.0.0"');
    expect(bench.model.main("Uninstalled")[0]?.system.join("")).not.toContain("<memory-bank>");
  } finally {
    await again.stop();
  }
});

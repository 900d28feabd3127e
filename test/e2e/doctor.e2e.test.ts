import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { cliEnvironment } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
import { REPO_ROOT, findBinary } from "./kit/host-home.ts";
import { FILES } from "./use-host.ts";

interface Check {
  readonly name: string;
  readonly level: string;
  readonly what: string;
  readonly fix?: string;
}

const TESTED = manifest.devDependencies["opencode-ai"];
const PLUGIN = pathToFileURL(REPO_ROOT).href;
const plugin = (...entries: unknown[]) => JSON.stringify({ plugin: entries });

/** A user with this OpenCode, and a project of theirs. */
function user(
  files: Readonly<Record<string, string>>,
  { cli = join(REPO_ROOT, "dist/cli.js"), path = dirname(findBinary()) } = {},
) {
  const root = tempProject({
    "home/": "",
    "tmp/": "",
    ...Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`shop/${name}`, text])),
    ...files,
  });
  const shop = join(root, "shop");
  spawnSync("git", ["init", "-q"], { cwd: shop });
  const env = cliEnvironment({
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: undefined,
    MEMORY_BANK_GUARD_MODE: undefined,
    TMPDIR: join(root, "tmp"),
    PATH: [path, process.env["PATH"]].join(delimiter),
  });
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "doctor", ...args], {
      cwd: shop,
      env,
      encoding: "utf8",
      timeout: 90_000,
    });
    return { status, stdout, stderr, left: readdirSync(join(root, "tmp")) };
  };
  return {
    root,
    run,
    examine: (...args: string[]) => {
      const { status, stdout, left } = run("--json", ...args);
      const { checks } = JSON.parse(stdout) as { checks: Check[] };
      const bad = checks.filter(({ level }) => level !== "ok");
      return { status, checks, bad, left };
    },
  };
}

describe("memory-bank doctor", () => {
  it("finds everything in order, and says what it has seen", () => {
    const { run } = user({
      "shop/opencode.json": plugin([PLUGIN, { guardMode: "block" }]),
      "shop/tui.json": plugin(`${PLUGIN}/dist/tui.js`),
    });
    const { status, stdout, stderr, left } = run();
    expect(stdout).toContain(`ok  OpenCode      ${TESTED} at `);
    expect(stdout).toContain("the line 1.x");
    expect(stdout).toContain(
      "started in OpenCode's Bun, the plugin refused a risky write; that your OpenCode asks it is not proven, --live shows it",
    );
    expect(stdout).toMatch(/\n\d+ ok, 0 to look at, 0 to fix\n$/);
    expect({ status, stderr, left }).toEqual({ status: 0, stderr: "", left: [] });
  });

  it("sees a double installation, an address that leads nowhere, and a stale skill", () => {
    const { examine } = user({
      "home/.config/opencode/opencode.json": plugin("agent-memory-bank"),
      "shop/opencode.json": plugin(PLUGIN, "./no/agent-memory-bank/dist/plugin.js"),
      "home/.claude/skills/memory-bank/SKILL.md": "---\nname: memory-bank\n---\nOld\n",
    });
    const { status, bad } = examine();
    expect(status).toBe(1);
    expect(bad.map(({ name, level }) => [name, level])).toEqual([
      ["plugin entry", "problem"],
      ["plugin entry", "problem"],
      ["terminal", "warning"],
      ["skill", "warning"],
    ]);
    expect(bad[0]?.what).toContain("./no/agent-memory-bank/dist/plugin.js");
    expect(bad[1]?.what).toContain("loaded 2 times");
    for (const { fix } of bad) expect(fix).not.toBe("");
  });

  it("shows a real refusal with --live, and leaves nothing behind", () => {
    const { examine } = user({ "shop/opencode.json": plugin(PLUGIN) });
    const { status, checks, left } = examine("--live");
    expect(JSON.stringify(checks)).not.toContain("--live");
    expect(checks.at(-1)).toMatchObject({
      name: "live",
      level: "ok",
      what: expect.stringContaining("[Memory Bank] Not written: package.json") as string,
    });
    expect({ status, left }).toEqual({ status: 0, left: [] });
  });
});

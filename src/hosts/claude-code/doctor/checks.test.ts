import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { applySetup } from "../../../cli/setup/run-setup.ts";
import { planInstall } from "../setup/plan-setup.ts";
import { checkSettings } from "./check-claude.ts";

const ID = "memory-bank@agent-memory-bank";

/** A user with the plugin in a folder of this version. */
function user({ version = "0.2.0" } = {}) {
  const root = tempProject({ "project/": "", "home/": "" });
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof value === "string" ? value : JSON.stringify(value));
  };
  const directory = join(root, "project");
  const machine = { env: {}, home: join(root, "home"), platform: process.platform };
  const start = { machine, directory, worktree: directory };
  write("plugin/.claude-plugin/plugin.json", { name: "memory-bank", version });
  const install = (scope: "global" | "project", folder = join(root, "plugin")) =>
    applySetup(planInstall(start, scope, folder), root);
  const told = () =>
    checkSettings(start, "0.2.0").map(({ name, level, what }) => ({
      name,
      level,
      what: what.en.replaceAll(root, ""),
    }));
  const entry = () => told().filter(({ name }) => name !== "switches" && name !== "memory");
  const memory = () => told().filter(({ name }) => name === "memory");
  const switches = () =>
    told().flatMap(({ name, level, what }) =>
      name === "switches" ? [`${level}: ${what.split(" ", 2).join(" ")}`] : [],
    );
  return { root, start, write, install, told: entry, switches, memory };
}

const PROJECT = "project/.claude/settings.json";
const LOCAL = "project/.claude/settings.local.json";

describe("the plugin's entry", () => {
  it("is there, and leads to this version", () => {
    const { install, told } = user();
    expect(told()).toMatchObject([{ level: "problem", what: /do not name the plugin/ }].map(like));
    install("global");
    expect(told()).toEqual([
      {
        name: "plugin entry",
        level: "ok",
        what: "0.2.0 at /plugin, switched on in /home/.claude/settings.json",
      },
    ]);
  });

  it("is of another version, leads nowhere, or is switched off nearer by", () => {
    const older = user({ version: "0.1.0" });
    older.install("global");
    expect(older.told()).toMatchObject([{ level: "warning", what: /; this is 0.2.0$/ }].map(like));
    const lost = user();
    lost.install("project", join(lost.root, "gone"));
    expect(lost.told()).toMatchObject([{ level: "problem", what: /not at \/gone$/ }].map(like));
    const off = user();
    off.install("global");
    off.write(LOCAL, { enabledPlugins: { [ID]: false } });
    expect(off.told()).toMatchObject([{ level: "problem", what: /local.json switches/ }].map(like));
  });

  it("is one that Claude Code has fetched", () => {
    const { root, write, told } = user();
    write("home/.claude/settings.json", {
      extraKnownMarketplaces: {
        "agent-memory-bank": { source: { source: "github", repo: "a/b" } },
      },
      enabledPlugins: { [ID]: true },
    });
    expect(told()).toMatchObject([{ level: "problem", what: /not at any place/ }].map(like));
    const installed = [{ installPath: join(root, "plugin") }];
    write("home/.claude/plugins/installed_plugins.json", { plugins: { [ID]: installed } });
    expect(told()).toMatchObject([{ level: "ok", what: /^0.2.0 at \/plugin/ }].map(like));
  });

  it("of a project acts once the project is trusted", () => {
    const { install, told } = user();
    install("project");
    expect(told()).toMatchObject([{ level: "ok", what: /once you have trusted/ }].map(like));
  });

  it("is in files that can be read, with settings that are allowed", () => {
    const { install, write, told } = user();
    install("global");
    write(PROJECT, "{ // mine\n}");
    write(LOCAL, {
      env: { MEMORY_BANK_GUARD_MODE: "loud", MEMORY_BANK_DISABLED: "1" },
    });
    expect(told()).toMatchObject(
      [
        { name: "configuration", level: "problem", what: /it is no JSON/ },
        { name: "plugin entry", level: "ok", what: /^0.2.0/ },
        { name: "settings", level: "warning", what: /MEMORY_BANK_GUARD_MODE/ },
        { name: "settings", level: "problem", what: /switched off in/ },
      ].map(like),
    );
  });
});

it("switches are named where they are set", () => {
  const { write, switches } = user();
  expect(switches()).toEqual([]);
  write(PROJECT, { disableAllHooks: true });
  expect(switches()).toEqual(["problem: disableAllHooks in"]);
});

it("its own memory is on unless settings or the environment switch it off", () => {
  const { write, memory } = user();
  expect(memory()).toMatchObject([{ level: "ok", what: /own memory is on/ }].map(like));
  write(PROJECT, { autoMemoryEnabled: false });
  expect(memory()).toEqual([]);
  write(PROJECT, { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" } });
  expect(memory()).toEqual([]);
});

function like<Told extends { what: RegExp }>(told: Told) {
  return { ...told, what: expect.stringMatching(told.what) as string };
}

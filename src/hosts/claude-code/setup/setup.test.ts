import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsoncConfig } from "../../../../test/helpers/jsonc-texts.ts";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { applySetup } from "../../../cli/setup/run-setup.ts";
import { leaveConfig } from "../../../formats/new-config.ts";
import { type Scope, type SetupPlan, SetupError } from "../../host.ts";
import { findNoObject } from "../../shared/broken-config.ts";
import { dropOurs, planInstall, planUninstall, putOurs } from "./plan-setup.ts";
import { environmentIn, findOurs, readSettingsFiles } from "./settings.ts";

const FIXTURES = fileURLToPath(new URL("../../../../test/fixtures/configs/", import.meta.url));
const FOLDER = "/lib/agent-memory-bank/dist/claude-code";
const OURS = {
  extraKnownMarketplaces: {
    "agent-memory-bank": { source: { source: "directory", path: FOLDER } },
  },
  enabledPlugins: { "memory-bank@agent-memory-bank": true },
};
const SETTINGS: Record<Scope, string> = {
  global: "home/.claude/settings.json",
  project: "project/.claude/settings.json",
};

function machine(files: Record<string, string | Uint8Array>, env: Record<string, string> = {}) {
  const root = tempProject({ "project/": "", ...files });
  const start = {
    machine: { env, home: join(root, "home"), platform: process.platform },
    directory: join(root, "project"),
    worktree: join(root, "project"),
  };
  const apply = (plan: SetupPlan) => {
    applySetup(plan, join(root, "aside"));
    return { ...plan, notes: plan.notes.map(({ en }) => en) };
  };
  return {
    root,
    start,
    install: (scope: Scope, folder = FOLDER) => apply(planInstall(start, scope, folder)),
    uninstall: (...scopes: Scope[]) => apply(planUninstall(start, scopes)),
    read: (path: string) => readFileSync(join(root, path)),
  };
}

function valueOf(bytes: Buffer | string): Record<string, unknown> {
  const value: unknown = parse(String(bytes).replace(/^\ufeff/, ""), [], {
    allowTrailingComma: true,
  });
  return value as Record<string, unknown>;
}

it("any settings get our two entries and nothing else, and give them back byte for byte", () => {
  fc.assert(
    fc.property(jsoncConfig([]), (text) => {
      fc.pre(findNoObject(text, Object.keys(OURS)) === undefined);
      const put = putOurs(text, FOLDER);
      expect(valueOf(put)).toEqual({ ...valueOf(text), ...OURS });
      expect(putOurs(put, FOLDER)).toBe(put);
      expect(leaveConfig(dropOurs(put))).toBe(text);
      expect(dropOurs(putOurs(put, "/elsewhere"))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

describe.each(["global", "project"] as const)("%s", (scope) => {
  const path = SETTINGS[scope];
  const names = readdirSync(`${FIXTURES}good`).filter((name) => name !== "variables.jsonc");

  it.each(names)("%s is the same after install, install and uninstall", (name) => {
    const bytes = readFileSync(`${FIXTURES}good/${name}`);
    const { install, uninstall, read } = machine({ [path]: bytes });
    expect(install(scope).changes).toHaveLength(1);
    expect(valueOf(read(path))).toMatchObject(OURS);
    expect(install(scope).changes).toEqual([]);
    uninstall(scope);
    expect(read(path)).toEqual(bytes);
    expect(uninstall("global", "project").changes).toEqual([]);
  });

  it("a file that is made goes again, unless somebody has written something into it", () => {
    const { root, install, uninstall, read } = machine({});
    install(scope);
    const made = read(path).toString();
    expect(JSON.parse(made)).toEqual({
      "//": 'Made by "memory-bank install"; "memory-bank uninstall" removes it again.',
      ...OURS,
    });
    uninstall(scope);
    expect(existsSync(join(root, path))).toBe(false);
    install(scope);
    const mine = { ...(JSON.parse(made) as object), model: "opus" };
    writeFileSync(join(root, path), JSON.stringify(mine, null, 2));
    uninstall(scope);
    expect(JSON.parse(read(path).toString())).toEqual({ model: "opus" });
  });
});

describe("what is there already", () => {
  it("entries of others stay, ours is brought up to date and switched on", () => {
    const others = {
      extraKnownMarketplaces: { theirs: { source: { source: "github", repo: "a/b" } } },
      enabledPlugins: { "x@theirs": true, "memory-bank@theirs": false },
    };
    const { install, uninstall, read } = machine({ [SETTINGS.global]: JSON.stringify(others) });
    install("global", "/older");
    const off = read(SETTINGS.global).toString().replace('bank":true', 'bank":false');
    const again = machine({ [SETTINGS.global]: off });
    again.install("global");
    expect(valueOf(again.read(SETTINGS.global))).toEqual({
      extraKnownMarketplaces: {
        ...others.extraKnownMarketplaces,
        ...OURS.extraKnownMarketplaces,
      },
      enabledPlugins: { ...others.enabledPlugins, ...OURS.enabledPlugins },
    });
    again.uninstall("global");
    uninstall("global");
    for (const { read: readIn } of [again, { read }])
      expect(readIn(SETTINGS.global).toString()).toBe(JSON.stringify(others));
  });

  it.each([
    ["[]", "1:1: an object { … } is expected"],
    ['{\n"enabledPlugins": []}', '2:19: "enabledPlugins" must be an object { … }'],
    ['{"a" 1}', "1:6: "],
  ])("%j is reported with its place and left alone", (text, problem) => {
    const { install, read } = machine({ [SETTINGS.project]: text });
    expect(() => install("project")).toThrow(SetupError);
    expect(() => install("project")).toThrow(`settings.json:${problem}`);
    expect(read(SETTINGS.project).toString()).toBe(text);
  });

  it("it says where it must be started", () => {
    const { install, start, root } = machine({});
    expect(install("project").notes.join("\n")).toContain("once you have trusted");
    const below = { ...start, directory: join(root, "project", "src") };
    expect(planInstall(below, "project", FOLDER).notes.at(-1)?.en).toContain("not below it");
    expect(install("global").notes).toEqual([]);
    expect(install("global", "/home/u/.npm/_npx/1/x").notes).toEqual([
      expect.stringContaining("npm's cache"),
    ]);
  });
});

describe("settings as Claude Code reads them", () => {
  it("the nearer wins, for the plugin and for the environment", () => {
    const { install, start, root } = machine({});
    const ours = () => findOurs(readSettingsFiles(start));
    expect(ours().isEnabled).toBe(false);
    install("global", "/global");
    expect(ours()).toMatchObject({ isEnabled: true, folder: "/global" });
    install("project", "/project");
    expect(ours()).toMatchObject({ isEnabled: true, folder: "/project" });
    const off = { enabledPlugins: { "memory-bank@agent-memory-bank": false }, env: { A: 1 } };
    writeFileSync(join(root, "project/.claude/settings.local.json"), JSON.stringify(off));
    expect(ours()).toMatchObject({ isEnabled: false, enabled: { kind: "local" } });
    expect(environmentIn(readSettingsFiles(start))).toEqual({ A: "1" });
  });

  it("the user's are where CLAUDE_CONFIG_DIR says", () => {
    const { start, root } = machine({}, { CLAUDE_CONFIG_DIR: "/elsewhere" });
    expect(planInstall(start, "global", FOLDER).changes[0]?.file.path).toBe(
      join("/elsewhere", "settings.json"),
    );
    expect(root).not.toBe("/elsewhere");
  });
});

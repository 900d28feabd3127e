import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import type { Check } from "../../host.ts";
import type { ConfiguredEntry } from "../setup/configs.ts";
import { checkConfig, checkCopies } from "./check-opencode.ts";

const OWN = { name: "agent-memory-bank", version: "0.2.0" };
const START = { directory: "/shop/src", worktree: "/shop" };
const levels = (checks: readonly Check[]) => checks.map(({ level }) => level);

const entry = (parts: Partial<ConfiguredEntry> = {}): ConfiguredEntry => ({
  file: "/home/opencode.json",
  specifier: OWN.name,
  options: undefined,
  path: undefined,
  kind: "name",
  version: undefined,
  isForSecondOnly: false,
  ...parts,
});
const onLine = (line: number, ...entries: ConfiguredEntry[]) =>
  checkConfig({ entries, broken: [] }, OWN.version, START, line);

const config = (...entries: ConfiguredEntry[]) => onLine(1, ...entries);

describe("the plugin's entry", () => {
  it("is one, there, and not older than this", () => {
    expect(levels(config(entry()))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "0.2.0" })))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "latest" })))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "0.10.0" })))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "0.1.9" })))).toEqual(["warning"]);
    expect(levels(config())).toEqual(["problem"]);
    expect(config(entry({ kind: "gone", specifier: "../x.js" }))).toMatchObject([
      { level: "problem", what: { en: expect.stringContaining("../x.js") as string } },
    ]);
  });

  it("may be there twice by the same name, but not by two specifiers", () => {
    expect(levels(config(entry(), entry({ file: "/shop/opencode.json" })))).toEqual(["ok", "ok"]);
    const twice = config(
      entry(),
      entry({ specifier: "/a/plugin.js", path: "/a/plugin.js", kind: "file" }),
    );
    expect(levels(twice)).toEqual(["ok", "ok", "problem"]);
    expect(twice[2]?.what.en).toContain("loaded 2 times");
    const gone = config(entry(), entry({ path: "/gone", kind: "gone" }));
    expect(levels(gone)).toEqual(["ok", "problem"]);
  });

  it("is what the installed line of OpenCode reads", () => {
    const file = entry({ kind: "file" });
    const second = entry({ isForSecondOnly: true });
    expect([1, 2].map((line) => levels(onLine(line, file)))).toEqual([["ok"], ["problem"]]);
    expect([1, 2].map((line) => levels(onLine(line, second)))).toEqual([["problem"], ["ok"]]);
  });

  it("has options that are allowed", () => {
    expect(levels(config(entry({ options: { guardMode: "blok" } })))).toEqual(["ok", "warning"]);
    expect(levels(config(entry({ options: { disabled: true } })))).toEqual(["ok", "problem"]);
    expect(levels(config(entry({ options: { bank: "notes" } })))).toEqual(["ok"]);
    expect(levels(config(entry({ options: { bank: "../notes" } })))).toEqual(["ok", "warning"]);
  });

  it("is in a file that can be read", () => {
    const broken = [{ where: "/x:3:1", why: ", is expected" }];
    const given = { entries: [entry()], broken };
    const checks = checkConfig(given, OWN.version, START, 1);
    expect(levels(checks)).toEqual(["problem", "ok"]);
    expect(checks[0]?.what.en).toBe("/x:3:1 cannot be read: , is expected");
  });
});

it("names copies of the plugin and the skill, wherever the host finds them", () => {
  const skill = "memory-bank/SKILL.md";
  const root = tempProject({
    [`home/.config/opencode/skill/${skill}`]: "The Protocol is memory-bank/v1.\n",
    [`repo/.opencode/skills/${skill}`]: "My own way to keep notes.\n",
    "repo/.opencode/plugins/memory.js": 'var plugin = { id: "agent-memory-bank" };',
  });
  const machine = { env: {}, home: join(root, "home"), platform: process.platform };
  const start = { machine, directory: join(root, "repo/app"), worktree: join(root, "repo") };
  expect(checkCopies(start).map(({ level, what }) => [level, what.en.split(" ")[0]])).toEqual([
    ["problem", join(root, "repo/.opencode/plugins/memory.js")],
    ["warning", join(root, "home/.config/opencode/skill/memory-bank")],
  ]);
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import type { Check } from "../../host.ts";
import { checkConfig } from "./check-config.ts";
import { checkSkills } from "./check-opencode.ts";
import type { LoadedEntry } from "./find-plugin-entries.ts";

const OWN = { name: "agent-memory-bank", version: "0.2.0" };
const START = { directory: "/shop/src", worktree: "/shop" };
const levels = (checks: readonly Check[]) => checks.map(({ level }) => level);

const entry = (parts: Partial<LoadedEntry> = {}): LoadedEntry => ({
  file: "/home/opencode.json",
  specifier: OWN.name,
  options: undefined,
  identity: OWN.name,
  isThere: true,
  version: undefined,
  isForSecondOnly: false,
  isFile: false,
  ...parts,
});
const onLine = (line: number, ...entries: LoadedEntry[]) =>
  checkConfig({ entries, terminal: [entry()], unreadable: [] }, OWN, START, line).filter(
    ({ name }) => name !== "terminal",
  );

const config = (...entries: LoadedEntry[]) => onLine(1, ...entries);

describe("the plugin's entry", () => {
  it("is one, there, and not older than this", () => {
    expect(levels(config(entry()))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "0.2.0" })))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "latest" })))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "0.10.0" })))).toEqual(["ok"]);
    expect(levels(config(entry({ version: "0.1.9" })))).toEqual(["warning"]);
    expect(levels(config())).toEqual(["problem"]);
    expect(config(entry({ isThere: false, specifier: "../x.js" }))).toMatchObject([
      { level: "problem", what: { en: expect.stringContaining("../x.js") as string } },
    ]);
  });

  it("may be there twice by the same name, but not by two specifiers", () => {
    expect(levels(config(entry(), entry({ file: "/shop/opencode.json" })))).toEqual(["ok", "ok"]);
    const twice = config(entry(), entry({ specifier: "/a/plugin.js", identity: "/a/plugin.js" }));
    expect(levels(twice)).toEqual(["ok", "ok", "problem"]);
    expect(twice[2]?.what.en).toContain("loaded 2 times");
    const gone = config(entry(), entry({ identity: "/gone", isThere: false }));
    expect(levels(gone)).toEqual(["ok", "problem"]);
  });

  it("is what the installed line of OpenCode reads", () => {
    const file = entry({ isFile: true });
    const second = entry({ isForSecondOnly: true });
    expect([1, 2].map((line) => levels(onLine(line, file)))).toEqual([["ok"], ["problem"]]);
    expect([1, 2].map((line) => levels(onLine(line, second)))).toEqual([["problem"], ["ok"]]);
    const twice = onLine(2, entry(), entry({ identity: "/a", isForSecondOnly: true }));
    expect(twice.at(-1)?.what.en).toContain("OpenCode 2 may answer no prompt");
  });

  it("has options that are allowed", () => {
    expect(levels(config(entry({ options: { guardMode: "blok" } })))).toEqual(["ok", "warning"]);
    expect(levels(config(entry({ options: { disabled: true } })))).toEqual(["ok", "problem"]);
    expect(levels(config(entry({ options: { bank: "notes" } })))).toEqual(["ok"]);
    expect(levels(config(entry({ options: { bank: "../notes" } })))).toEqual(["ok", "warning"]);
  });

  it("is in a file that can be read", () => {
    const unreadable = [{ where: "/x:3:1", reason: ", is expected" }];
    const checks = checkConfig(
      { entries: [entry()], terminal: [entry()], unreadable },
      OWN,
      START,
      1,
    );
    expect(levels(checks)).toEqual(["problem", "ok", "ok"]);
    expect(checks[0]?.what.en).toBe("/x:3:1: , is expected");
  });
});

describe("the terminal's entry", () => {
  const terminal = (...entries: LoadedEntry[]) =>
    checkConfig({ entries: [entry()], terminal: entries, unreadable: [] }, OWN, START, 1).filter(
      ({ name }) => name === "terminal",
    );

  it("is told to be missing, or to lead nowhere", () => {
    expect(terminal(entry())).toMatchObject([{ level: "ok" }]);
    expect(terminal()).toMatchObject([
      { level: "warning", fix: { en: "run memory-bank install" } },
    ]);
    expect(terminal(entry({ isThere: false }))).toMatchObject([{ level: "warning" }]);
  });
});

it("names skills of our name that are of another version, wherever the host finds skills", () => {
  const root = tempProject({
    "dist/skills/memory-bank/SKILL.md": "now",
    "home/.config/opencode/skill/memory-bank/SKILL.md": "then",
    "home/.claude/skills/memory-bank/SKILL.md": "then",
    "home/.agents/skills/memory-bank/SKILL.md": "now",
    "repo/.opencode/skills/memory-bank/SKILL.md": "then",
    "repo/.opencode/skills/other/SKILL.md": "then",
  });
  const machine = { env: {}, home: join(root, "home"), platform: process.platform };
  const start = { machine, directory: join(root, "repo/app"), worktree: join(root, "repo") };
  expect(checkSkills(root, start).map(({ level, what }) => [level, what.en.split(" ")[0]])).toEqual(
    [
      "home/.config/opencode/skill/memory-bank/SKILL.md",
      "repo/.opencode/skills/memory-bank/SKILL.md",
      "home/.claude/skills/memory-bank/SKILL.md",
    ].map((path) => ["warning", join(root, path)]),
  );
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { applySetup } from "../../../cli/setup/apply-setup.ts";
import type { Scope } from "../../host.ts";
import { toCodexFiles } from "../plugin/codex-files.ts";
import { planInstall } from "../setup/plan-install.ts";
import { checkSkills } from "./check-files.ts";
import { checkSetup } from "./check-setup.ts";

const SOURCES = { readerPrompt: "r", writerPrompt: "w", skill: { "SKILL.md": "s\n" } };

/** A user without Codex, with our package of this version. */
function user({ version = "0.2.0" } = {}) {
  const root = tempProject({ "project/": "", "home/": "" });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("lib/package.json", JSON.stringify({ version }));
  write("lib/dist/codex/server.js", "");
  for (const [path, text] of Object.entries(toCodexFiles(SOURCES)))
    write(`lib/dist/codex/${path}`, text);
  const directory = join(root, "project");
  const machine = { env: {}, home: join(root, "home"), platform: process.platform };
  const start = { machine, directory, worktree: directory };
  const shown = (checks: ReturnType<typeof checkSetup>) =>
    checks.map(({ level, what }) => `${level}: ${what.en.replaceAll(root, "")}`);
  return {
    directory,
    write,
    edit: (path: string, change: (text: string) => string) =>
      writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8"))),
    install: async (scope: Scope, folder = join(root, "lib/dist/codex")) =>
      applySetup(await planInstall(start, scope, folder, undefined), join(root, "aside")),
    told: () => shown(checkSetup(start, { version: "0.2.0" })),
    files: () => shown(checkSkills(start, join(root, "lib"))),
  };
}

const CONFIG = "home/.codex/config.toml";
const HOOKS = "/home/.codex/hooks.json has our hooks for 7 events";
const SERVER = "at /lib/dist/codex/server.js, named in /home/.codex/config.toml";

describe("what Codex's files say of us", () => {
  it("nothing, or this version", async () => {
    const { install, told, files } = user();
    expect(told()).toEqual(["problem: Codex has no hooks of ours"]);
    expect(files()).toEqual([]);
    await install("global");
    expect(told()).toEqual([`ok: ${HOOKS}`, `ok: 0.2.0 ${SERVER}`]);
    expect(files()).toEqual(["ok: agents and skills in /home/.codex are those of this version"]);
  });

  it("another version, in hooks, server and agents", async () => {
    const { install, told, edit, files } = user({ version: "0.1.0" });
    await install("global");
    edit("home/.codex/hooks.json", (text) => text.replace('"timeout": 30', '"timeout": 31'));
    edit("home/.codex/agents/memory-reader.toml", (text) => text.replace("r\n", "old\n"));
    expect(told()).toEqual([
      "warning: /home/.codex/hooks.json has our hooks, but not those of this version",
      `warning: 0.1.0 ${SERVER}; this is 0.2.0`,
    ]);
    expect(files()).toEqual([
      "warning: /home/.codex/agents/memory-reader.toml is not what this version has",
    ]);
  });

  it("twice, for the user and for the project", async () => {
    const { install, told } = user();
    await install("global");
    await install("project");
    expect(told()).toContain(
      "problem: our hooks are in /home/.codex/hooks.json, /project/.codex/hooks.json: each runs twice",
    );
  });

  it("hooks without a server, with one that is gone, or switched off", async () => {
    const { install, told, edit, write } = user();
    await install("global");
    edit(CONFIG, (text) => `${text}enabled = false\n`);
    expect(told()).toContain("problem: /home/.codex/config.toml switches our server off");
    await install("global", "/gone/dist/codex");
    edit(CONFIG, (text) => text.replace("enabled = false\n", ""));
    expect(told()).toContain(
      "problem: /home/.codex/config.toml names /gone/dist/codex/server.js, which is not there",
    );
    write(CONFIG, "");
    expect(told()).toContain(
      "problem: no config names the server that our hooks ask: where there is a bank, they refuse commands and patches",
    );
    write(CONFIG, "= 1\n");
    expect(told()[0]).toMatch(/^problem: \/home\/.codex\/config.toml cannot be read: /);
  });

  it("settings that cannot be used, and a folder that is not trusted", async () => {
    const { directory, install, told, edit, write } = user();
    await install("project");
    edit("project/.codex/config.toml", (text) => {
      const env = `[mcp_servers.memory_bank.env]\nMEMORY_BANK_GUARD_MODE = "loud"\n`;
      return `${text}\n${env}MEMORY_BANK_DISABLED = "1"\n`;
    });
    expect(told().slice(2)).toEqual([
      expect.stringMatching(/^warning: MEMORY_BANK_GUARD_MODE: "loud" is not allowed/),
      expect.stringMatching(/^problem: the plugin is switched off in /),
    ]);
    const folder = JSON.stringify(directory);
    write(CONFIG, `[projects.${folder}]\ntrust_level = "untrusted"\n`);
    expect(told().at(-1)).toBe(
      "problem: Codex does not trust /project: it takes nothing from its .codex folder",
    );
    await install("global");
    expect(told().join("\n")).toContain("Codex does not trust");
  });
});

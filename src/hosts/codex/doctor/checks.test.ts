import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { applySetup } from "../../../cli/setup/run-setup.ts";
import type { Scope } from "../../host.ts";
import { toCodexFiles } from "../plugin/codex-files.ts";
import { planInstall } from "../setup/plan-setup.ts";
import { checkSetup } from "./check-codex.ts";

const SOURCES = { readerPrompt: "r", writerPrompt: "w", skill: { "SKILL.md": "s\n" } };

/** A user without Codex, with our package of this version. */
function user() {
  const root = tempProject({ "project/": "", "home/": "" });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("lib/dist/codex/server.js", "");
  for (const [path, text] of Object.entries(toCodexFiles(SOURCES)))
    write(`lib/dist/codex/${path}`, text);
  const directory = join(root, "project");
  const machine = { env: {}, home: join(root, "home"), platform: process.platform };
  const start = { machine, directory, worktree: directory };
  return {
    write,
    edit: (path: string, change: (text: string) => string) =>
      writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8"))),
    install: async (scope: Scope, folder = join(root, "lib/dist/codex")) =>
      applySetup(await planInstall(start, scope, folder, undefined), join(root, "aside")),
    told: async () => {
      const checks = await checkSetup(start, join(root, "lib/dist/codex"), undefined);
      return checks.map(({ level, what }) => `${level}: ${what.en.replaceAll(root, "")}`);
    },
  };
}

const CONFIG = "home/.codex/config.toml";
const OK = "ok: /home/.codex/hooks.json, from /lib/dist/codex";

describe("what Codex's files say of us", () => {
  it("nothing, or this version", async () => {
    const { install, told } = user();
    expect(await told()).toEqual(["problem: Codex has no hooks of ours"]);
    await install("global");
    expect(await told()).toEqual([OK]);
  });

  it("another version, in hooks or agents", async () => {
    const { install, told, edit } = user();
    await install("global");
    edit("home/.codex/agents/memory-reader.toml", (text) => text.replace("r\n", "old\n"));
    const agent =
      "warning: /home/.codex/agents/memory-reader.toml is not what this version installs";
    expect((await told())[0]).toContain(agent);
    edit("home/.codex/hooks.json", (text) => text.replace('"timeout": 30', '"timeout": 31'));
    expect((await told())[0]).toMatch(/^problem: .*hooks.json is not what .* \(\+\d\)$/);
  });

  it("twice, for the user and for the project", async () => {
    const { install, told } = user();
    await install("global");
    await install("project");
    expect(await told()).toContain(
      "problem: our hooks are in /home/.codex/hooks.json, /project/.codex/hooks.json: each runs twice",
    );
  });

  it("hooks without a server, with one that is gone, or switched off", async () => {
    const { install, told, edit, write } = user();
    await install("global");
    edit(CONFIG, (text) => `${text}enabled = false\n`);
    expect(await told()).toContain("problem: /home/.codex/config.toml switches our server off");
    await install("global", "/gone/dist/codex");
    expect((await told())[0]).toMatch(/^problem: .*hooks.json is not what/);
    await install("global");
    write(CONFIG, "");
    expect(await told()).toEqual([
      "problem: /home/.codex/config.toml is not what this version installs",
    ]);
    write(CONFIG, "= 1\n");
    expect((await told())[0]).toMatch(/^problem: \/home\/.codex\/config.toml cannot be read: /);
  });

  it("its own memory, where it is on", async () => {
    const { install, told, edit } = user();
    await install("global");
    edit(CONFIG, (text) => `[features]\nmemories = true\n${text}`);
    expect((await told()).at(-1)).toContain("Codex's own memory is on");
  });

  it("settings that cannot be used", async () => {
    const { install, told, edit } = user();
    await install("project");
    edit("project/.codex/config.toml", (text) => {
      const env = `[mcp_servers.memory_bank.env]\nMEMORY_BANK_GUARD_MODE = "loud"\n`;
      return `${text}\n${env}MEMORY_BANK_DISABLED = "1"\n`;
    });
    expect((await told()).slice(1)).toEqual([
      expect.stringMatching(/^warning: MEMORY_BANK_GUARD_MODE: "loud" is not allowed/),
      expect.stringMatching(/^problem: the plugin is switched off in /),
    ]);
  });
});

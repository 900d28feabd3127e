import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { jsoncConfig } from "../../../../test/helpers/jsonc-texts.ts";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { applySetup } from "../../../cli/setup/run-setup.ts";
import { leaveConfig } from "../../../formats/new-config.ts";
import { type Scope, type SetupPlan, SetupError } from "../../host.ts";
import { field } from "../../shared/payload.ts";
import { toHooks } from "../hook-table.ts";
import { toCodexFiles } from "../plugin/codex-files.ts";
import { dropHooks, findBroken, groupsIn, putHooks } from "./our-hooks.ts";
import { planInstall, planUninstall } from "./plan-setup.ts";
import { putTrust, trustOf } from "./trust.ts";

const FIXTURES = fileURLToPath(new URL("../../../../test/fixtures/configs/", import.meta.url));
const SOURCES = {
  readerPrompt: 'You read. Never task(subagent_type="memory-reader").',
  writerPrompt: "You write.",
  skill: { "SKILL.md": "---\nname: memory-bank\n---\n/memory-bank-refresh\n", "a/b.md": "b\n" },
};
const NET = "sh '/lib/dist/codex/net.sh'";
const THEIRS = { hooks: [{ type: "command", command: "theirs" }] };

/** A user without Codex, so that nobody is asked; with the folder that the build makes. */
function machine(files: Record<string, string | Uint8Array>, env: Record<string, string> = {}) {
  const shipped = Object.entries(toCodexFiles(SOURCES)).map(
    ([path, text]) => [`lib/dist/codex/${path}`, text] as const,
  );
  const root = tempProject({
    "project/": "",
    "home/": "",
    ...Object.fromEntries(shipped),
    ...files,
  });
  const folder = join(root, "lib", "dist", "codex");
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
    folder,
    install: async (scope: Scope, from = folder) =>
      apply(await planInstall(start, scope, from, undefined)),
    uninstall: (...scopes: Scope[]) => apply(planUninstall(start, scopes)),
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    all: () =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((path) => /^(?:home|project)\//.test(path))
        .toSorted(),
  };
}

/** As Codex tells of the hooks in a file. */
const HASHES = new Map([
  [":pre_tool_use:0:0", "sha256:t"],
  [":pre_tool_use:1:0", "sha256:a"],
  [":pre_tool_use:2:0", "sha256:b"],
]);

it("any hooks get ours behind them, and give them back byte for byte", () => {
  const theirs = fc.constantFrom("", `,"Stop":[${JSON.stringify(THEIRS)} ]`, ',"Stop":[\n]');
  const texts = fc.oneof(
    jsoncConfig([]),
    fc
      .tuple(jsoncConfig([]), theirs)
      .map(
        ([text, more]) =>
          `{"other": ${text.replace(/^\ufeff/, "")}, "hooks": {"PreToolUse": [ ]${more}}}`,
      ),
  );
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(findBroken(text) === undefined && !text.includes("//"));
      const put = putHooks(text, toHooks(NET));
      const groups = groupsIn(put);
      expect(groups.filter(({ isOurs }) => isOurs)).toHaveLength(8);
      expect(groups.filter(({ isOurs }) => !isOurs)).toEqual(groupsIn(text).map(at(put)));
      expect(putHooks(put, toHooks(NET))).toBe(put);
      const other = putHooks(put, toHooks("sh '/new/dist/codex/net.sh'"));
      for (const each of [put, other]) expect(leaveConfig(dropHooks(each))).toBe(text);
    }),
    { numRuns: 50 },
  );

  function at(put: string) {
    const paths = groupsIn(put).filter(({ isOurs }) => !isOurs);
    return (group: ReturnType<typeof groupsIn>[number], index: number) => ({
      ...group,
      path: paths[index]?.path,
    });
  }
});

const FOLDERS: Record<Scope, string> = { global: "home/.codex", project: "project/.codex" };
const CONFIG = '# mine\r\nmodel = "x" # why\r\n\r\n[mcp_servers.other]\r\ncommand = "true"';

describe.each(["global", "project"] as const)("%s", (scope) => {
  const folder = FOLDERS[scope];

  it("where nothing was, nothing is left", async () => {
    const { root, install, uninstall, read, all } = machine({});
    const before = all();
    const { notes } = await install(scope);
    expect(notes.join("\n")).toContain('it says "Hooks need review"');
    expect(all().filter((path) => /\.(?:json|toml|md)$/.test(path))).toEqual(
      [
        "agents/memory-bank-writer.toml",
        "agents/memory-reader.toml",
        "config.toml",
        "hooks.json",
        "skills/memory-bank-refresh/SKILL.md",
        "skills/memory-bank/SKILL.md",
        "skills/memory-bank/a/b.md",
      ].map((path) => join(folder, path)),
    );
    const { description, hooks } = JSON.parse(read(`${folder}/hooks.json`)) as Record<
      string,
      unknown
    >;
    expect(description).toContain('Made by "memory-bank install"');
    expect(hooks).toEqual(toHooks(`sh '${join(root, "lib/dist/codex/net.sh")}'`));
    expect(parse(read(`${folder}/config.toml`))).toMatchObject({
      mcp_servers: {
        memory_bank: {
          command: "node",
          args: [join(root, "lib/dist/codex/server.js")],
          env_vars: expect.arrayContaining([
            "MEMORY_BANK_GUARD_MODE",
            "CODEX_HOME",
            // Where the net looks for who lives.
            "XDG_STATE_HOME",
          ]) as string[],
        },
      },
    });
    expect(read(`${folder}/agents/memory-reader.toml`)).toContain(
      'Never spawn_agent(agent_type="memory-reader").',
    );
    expect(read(`${folder}/skills/memory-bank/SKILL.md`)).toContain("$memory-bank-refresh");
    expect((await install(scope)).changes).toEqual([]);
    uninstall(scope);
    // Codex does not start if the folder that CODEX_HOME names is missing.
    expect(all()).toEqual(scope === "global" ? [folder] : before);
    expect(uninstall("global", "project")).toMatchObject({ changes: [], copies: [] });
  });

  it("what others have stays as it is, byte for byte", async () => {
    const hooks = `{"hooks": {"PreToolUse": [${JSON.stringify(THEIRS)}]}}`;
    const { install, uninstall, read } = machine({
      [`${folder}/hooks.json`]: hooks,
      [`${folder}/config.toml`]: CONFIG,
      [`${folder}/agents/mine.toml`]: 'name = "mine"\n',
    });
    await install(scope);
    expect(JSON.parse(read(`${folder}/hooks.json`))).toMatchObject({
      hooks: { PreToolUse: [THEIRS, {}, {}] },
    });
    expect(parse(read(`${folder}/config.toml`))).toMatchObject({
      mcp_servers: { other: {}, memory_bank: {} },
    });
    await install(scope, "/elsewhere/dist/codex");
    uninstall(scope);
    expect(read(`${folder}/hooks.json`)).toBe(hooks);
    expect(read(`${folder}/config.toml`)).toBe(CONFIG);
    expect(read(`${folder}/agents/mine.toml`)).toBe('name = "mine"\n');
  });

  it.each(readdirSync(`${FIXTURES}good`).filter((name) => name !== "variables.jsonc"))(
    "hooks in %s are the same after install, install and uninstall",
    async (name) => {
      const bytes = readFileSync(`${FIXTURES}good/${name}`);
      const { root, install, uninstall } = machine({ [`${folder}/hooks.json`]: bytes });
      await install(scope);
      expect((await install(scope)).changes).toEqual([]);
      uninstall(scope);
      expect(readFileSync(join(root, folder, "hooks.json"))).toEqual(bytes);
    },
  );
});

describe("agents and skills", () => {
  const READER = "home/.codex/agents/memory-reader.toml";
  const SKILL = "home/.codex/skills/memory-bank/SKILL.md";

  it("of another version are replaced, and what is no longer shipped goes", async () => {
    const { root, install, read, folder } = machine({});
    await install("global");
    const newer = toCodexFiles({
      ...SOURCES,
      readerPrompt: "You read more.",
      skill: { "SKILL.md": "new\n" },
    });
    for (const [path, text] of Object.entries(newer)) writeFileSync(join(folder, path), text);
    rmSync(join(folder, "skills/memory-bank/a/b.md"));
    expect((await install("global")).copies).toEqual([]);
    expect(read(READER)).toContain("You read more.");
    expect(read(SKILL)).toContain("new\n");
    expect(existsSync(join(root, "home/.codex/skills/memory-bank/a/b.md"))).toBe(false);
    expect(existsSync(join(root, "aside"))).toBe(false);
  });

  it("that somebody has written or changed are moved aside by install, and left by uninstall", async () => {
    const { root, install, uninstall, read } = machine({ [READER]: "mine\n" });
    expect((await install("global")).copies).toMatchObject([{ kind: "agent" }]);
    expect(read(join("aside", root, READER))).toBe("mine\n");
    expect(read(READER)).toContain("You read.");
    writeFileSync(join(root, SKILL), read(SKILL).replace("$memory", "my $memory"));
    expect(uninstall("global").copies).toEqual([]);
    expect(read(SKILL)).toContain("my $memory");
    expect(existsSync(join(root, "home/.codex/agents"))).toBe(false);
  });
});

describe("trust", () => {
  const path = "/home/u/.codex/hooks.json";
  const stateIn = (text: string | undefined) => field(parse(text ?? ""), "hooks", "state");
  const before = JSON.stringify({ hooks: { PreToolUse: [THEIRS] } });
  const config = `[hooks.state."${path}:pre_tool_use:0:0"]\ntrusted_hash = "sha256:t"\n`;
  const ours = putHooks(before, toHooks(NET));

  it("is given to exactly our hooks, where they stand", () => {
    const trust = trustOf(path, ours, HASHES);
    const put = putTrust(config, { path, before }, trust);
    expect(stateIn(put)).toEqual({
      [`${path}:pre_tool_use:0:0`]: { trusted_hash: "sha256:t" },
      [`${path}:pre_tool_use:1:0`]: { trusted_hash: "sha256:a" },
      [`${path}:pre_tool_use:2:0`]: { trusted_hash: "sha256:b" },
    });
    expect(putTrust(put, { path, before: ours }, trust)).toBe(put);
    expect(putTrust(put, { path, before: ours }, new Map())).toBe(config);
  });

  it("is given under both names of a folder that is a link", () => {
    const { root } = machine({ "real/x": "" });
    symlinkSync(join(root, "real"), join(root, "link"));
    const keys = [
      ...trustOf(join(root, "link", "hooks.json"), ours, new Map([...HASHES].slice(0, 2))).keys(),
    ];
    expect(keys.map((key) => key.replace(root, ""))).toEqual([
      "/link/hooks.json:pre_tool_use:1:0",
      "/real/hooks.json:pre_tool_use:1:0",
    ]);
  });
});

describe("what is there already", () => {
  it.each([
    ["hooks.json", '{"hooks": []}', '1:11: "hooks" must be an object { … }'],
    ["hooks.json", '{"hooks": {"Stop": 1}}', '1:20: "Stop" must be a list [ … ]'],
    ["config.toml", "a = 1\nb = = 2\n", ":2:"],
    ["config.toml", 'mcp_servers = { a = { command = "x" } }\n', "a table cannot be added"],
  ])("%s with %j is reported and left alone", async (name, text, problem) => {
    const { install, read, all } = machine({ [`home/.codex/${name}`]: text });
    const before = all();
    await expect(install("global")).rejects.toThrow(SetupError);
    await expect(install("global")).rejects.toThrow(problem);
    expect([read(`home/.codex/${name}`), all()]).toEqual([text, before]);
  });

  it("what a person added to our server stays when it is brought up to date", async () => {
    const { root, install, read } = machine({});
    await install("global");
    const path = "home/.codex/config.toml";
    const mine = `${read(path)}enabled = false\n\n[mcp_servers.memory_bank.env]\nMEMORY_BANK_GUARD_MODE = "block"\n`;
    writeFileSync(join(root, path), mine);
    await install("global", "/elsewhere/dist/codex");
    expect(field(parse(read(path)), "mcp_servers", "memory_bank")).toMatchObject({
      args: ["/elsewhere/dist/codex/server.js"],
      enabled: false,
      env: { MEMORY_BANK_GUARD_MODE: "block" },
    });
  });

  it("it says what is on this machine only", async () => {
    const { install } = machine({});
    expect((await install("project")).notes.join("\n")).toContain("do not commit");
  });

  it("a file that nobody can read and that has nothing of ours is left alone by uninstall", async () => {
    const { install, uninstall, root } = machine({});
    await install("project");
    writeFileSync(join(root, "home/.codex-broken"), "");
    const other = machine({ "home/.codex/config.toml": "= 1\n", "home/.codex/hooks.json": "{" });
    expect(other.uninstall("global", "project")).toMatchObject({
      changes: [],
    });
    uninstall("project");
    expect(existsSync(join(root, "project/.codex"))).toBe(false);
  });
});

/** `memory-bank doctor` for a user who has one host and no other. */
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { installClaudeCode, installCodex } from "../../scripts/beside.mjs";
import { CLI, cliEnvironment } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
import { findBinary } from "./kit/host-home.ts";
import { FILES } from "./use-host.ts";

function user(program = "") {
  const files = Object.entries(FILES).map(([name, text]) => [`shop/${name}`, text]);
  const root = tempProject({ "home/": "", "tmp/": "", ...Object.fromEntries(files) });
  const shop = join(root, "shop");
  const env = cliEnvironment({
    HOME: join(root, "home"),
    CLAUDE_CONFIG_DIR: undefined,
    CODEX_HOME: undefined,
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: undefined,
    MEMORY_BANK_GUARD_MODE: undefined,
    TMPDIR: join(root, "tmp"),
    PATH: [dirname(program), dirname(process.execPath), "/usr/bin"].join(delimiter),
  });
  spawnSync("git", ["init", "-q"], { cwd: shop });
  const run = (...args: string[]) => {
    const place = { cwd: shop, env, encoding: "utf8", timeout: 180_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], place);
    const words = stdout.replaceAll(/\s+/g, " ");
    return { status, words, stderr, left: readdirSync(join(root, "tmp")) };
  };
  return { run, shop, codex: join(root, "home", ".codex") };
}

const OPENCODE = {
  program: findBinary(),
  version: manifest.devDependencies["opencode-ai"],
  whyNot: undefined,
};
const NAMES = ["OpenCode", "Claude Code", "Codex"];

for (const [name, { program, version, whyNot }, missing] of [
  ["OpenCode", OPENCODE, "OpenCode 的配置没有加载插件"],
  ["Claude Code", installClaudeCode(), "Claude Code 的设置中没有插件"],
  ["Codex", installCodex(), "Codex 中没有我们的钩子"],
] as const)
  test.skipIf(whyNot !== undefined)(
    `${name}: says what is missing; finds all in order once it is installed, and --live shows a real refusal`,
    () => {
      const { run } = user(program);
      const before = run("doctor", "--lang", "zh");
      expect(before.status).toBe(1);
      expect(before.words).toContain(missing);
      for (const other of NAMES.filter((each) => each !== name))
        expect(before.words).not.toContain(other);
      // Nobody names a host: it is the one that is there.
      expect(run("install", "--yes").words).toContain(`Host: ${name}`);
      const { words, ...done } = run("doctor", "--live");
      expect(words).toContain(`ok ${name} ${version} at `);
      expect(words).toContain(
        `your ${name} with this package's plugin, in a throw-away project in block mode, refused a risky write: [Memory Bank] Not written: package.json`,
      );
      expect(words).toMatch(/ \d+ ok, 0 to look at, 0 to fix $/);
      expect(done).toEqual({ status: 0, stderr: "", left: [] });
    },
  );

test.skipIf(installCodex().whyNot !== undefined)(
  "Codex itself is asked: hooks that changed since, hooks that are off, a folder that is not trusted",
  () => {
    const { run, codex, shop } = user(installCodex().program);
    run("install", "--yes");
    const [hooks, config] = [join(codex, "hooks.json"), join(codex, "config.toml")];
    const [table, text] = [hooks, config].map((path) => readFileSync(path, "utf8"));
    writeFileSync(hooks, (table ?? "").replaceAll('"timeout": 30', '"timeout": 31'));
    expect(run("doctor").words).toContain("hooks.json is not what this version installs");
    writeFileSync(hooks, table ?? "");
    writeFileSync(config, (text ?? "").replaceAll(/(trusted_hash.*)/g, "$1\nenabled = false"));
    expect(run("doctor").words).toContain("our hooks are switched off in Codex's config.toml");
    writeFileSync(config, text ?? "");
    run("uninstall", "--yes");

    run("install", "--yes", "--project");
    appendFileSync(config, `\n[projects.${JSON.stringify(shop)}]\ntrust_level = "untrusted"\n`);
    const { status, words } = run("doctor");
    expect([status, words.includes(`Codex does not trust ${shop}`)]).toEqual([1, true]);
    expect(run("install", "--yes", "--project").words).toContain("installed already");
  },
);

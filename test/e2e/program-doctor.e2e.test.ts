/** `memory-bank doctor` for a user with Claude Code or Codex, and no other host. */
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { installClaudeCode, installCodex } from "../../scripts/beside.mjs";
import { CLI, cliEnvironment } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
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
    const place = { cwd: shop, env, encoding: "utf8", timeout: 90_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], place);
    const words = stdout.replaceAll(/\s+/g, " ");
    return { status, words, stderr, left: readdirSync(join(root, "tmp")) };
  };
  return { run, shop, codex: join(root, "home", ".codex") };
}

for (const [name, { program, version, whyNot }, missing] of [
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
      expect(before.words).not.toContain("OpenCode");
      // Nobody names a host: it is the one that is there.
      expect(run("install", "--yes").words).toContain(`Host: ${name}`);
      const { words, ...done } = run("doctor", "--live");
      expect(words).toContain(`ok ${name} ${version} at `);
      expect(words).toContain("started in Node, the plugin refused a risky write");
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
    expect(run("doctor").words).toContain("hooks.json: they are not trusted");
    writeFileSync(hooks, table ?? "");
    writeFileSync(config, (text ?? "").replaceAll(/(trusted_hash.*)/g, "$1\nenabled = false"));
    expect(run("doctor").words).toContain("hooks.json: they are switched off");
    writeFileSync(config, text ?? "");
    run("uninstall", "--yes");

    run("install", "--yes", "--project");
    appendFileSync(config, `\n[projects.${JSON.stringify(shop)}]\ntrust_level = "untrusted"\n`);
    const { status, words } = run("doctor");
    expect([status, words.includes(`Codex does not trust ${shop}`)]).toEqual([1, true]);
    expect(run("install", "--yes", "--project").words).toContain("installed already");
  },
);

import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { installCodex } from "../../../scripts/beside.mjs";
import { CLI, cliEnvironment } from "../../helpers/run-cli.ts";
import { tempProject } from "../../helpers/temp-project.ts";
import { FILES } from "../use-host.ts";
import { describeCodex } from "./use-codex.ts";

/** A user with this Codex and no other host, and a project of theirs. */
function user() {
  const files = Object.entries(FILES).map(([name, text]) => [`shop/${name}`, text]);
  const root = tempProject({ "home/": "", "tmp/": "", ...Object.fromEntries(files) });
  const shop = join(root, "shop");
  const path = [dirname(installCodex().program ?? ""), dirname(process.execPath), "/usr/bin"];
  const env = cliEnvironment({
    HOME: join(root, "home"),
    CODEX_HOME: undefined,
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: undefined,
    MEMORY_BANK_GUARD_MODE: undefined,
    TMPDIR: join(root, "tmp"),
    PATH: path.join(delimiter),
  });
  spawnSync("git", ["init", "-q"], { cwd: shop });
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: shop,
      env,
      encoding: "utf8",
      timeout: 90_000,
    });
    const words = stdout.replaceAll(/\s+/g, " ");
    return { status, stdout, words, stderr, left: readdirSync(join(root, "tmp")) };
  };
  return { run, shop, codex: join(root, "home", ".codex") };
}

describeCodex("memory-bank doctor", () => {
  test("looks at the host that is there, and says what is missing, in Chinese too", () => {
    const { run } = user();
    const { status, stdout } = run("doctor", "--lang", "zh");
    expect(status).toBe(1);
    expect(stdout).toContain("Codex 中没有我们的钩子");
    expect(stdout).not.toContain("OpenCode");
  });

  test("finds everything in order once it is installed; --live shows a real refusal and leaves nothing behind", () => {
    const { run } = user();
    // Nobody names a host: it is the one that is there.
    expect(run("install", "--yes").stdout).toContain("Host: Codex");
    const { status, stdout, words, stderr, left } = run("doctor", "--live");
    expect(stdout).toContain(`ok  Codex         ${installCodex().version} at `);
    expect(words).toContain("started in Node, the plugin refused a risky write");
    expect(words).toContain("Codex trusts our hooks in");
    expect(words).toContain(
      "your Codex with this package's plugin, in a throw-away project in block mode, refused a risky write: [Memory Bank] Not written: package.json",
    );
    expect(stdout).toMatch(/\n\d+ ok, 0 to look at, 0 to fix\n$/);
    expect({ status, stderr, left }).toEqual({ status: 0, stderr: "", left: [] });
  });

  test("asks Codex itself: hooks that changed since, hooks that are off, a folder that is not trusted", () => {
    const { run, codex, shop } = user();
    run("install", "--yes");
    const [hooks, config] = [join(codex, "hooks.json"), join(codex, "config.toml")];
    const [table, text] = [hooks, config].map((path) => readFileSync(path, "utf8"));
    writeFileSync(hooks, (table ?? "").replaceAll('"timeout": 30', '"timeout": 31'));
    expect(run("doctor").words).toContain("hooks.json: they are not trusted");
    writeFileSync(hooks, table ?? "");

    writeFileSync(config, `[features]\nhooks = false\n\n${text}`);
    expect(run("doctor").words).toContain("features.hooks is off in Codex's configuration");
    writeFileSync(config, (text ?? "").replaceAll(/(trusted_hash.*)/g, "$1\nenabled = false"));
    expect(run("doctor").words).toContain("hooks.json: they are switched off");
    writeFileSync(config, text ?? "");
    run("uninstall", "--yes");

    run("install", "--yes", "--project");
    appendFileSync(config, `\n[projects.${JSON.stringify(shop)}]\ntrust_level = "untrusted"\n`);
    const { status, words } = run("doctor");
    expect([status, words.includes(`Codex does not trust ${shop}`)]).toEqual([1, true]);
    expect(run("install", "--yes", "--project").stdout).toContain("installed already");
  });
});

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { installClaudeCode } from "../../../scripts/beside.mjs";
import { CLI, cliEnvironment } from "../../helpers/run-cli.ts";
import { tempProject } from "../../helpers/temp-project.ts";
import { FILES } from "../use-host.ts";
import { describeClaude } from "./use-claude.ts";

/** A user with this Claude Code and no other host, and a project of theirs. */
function user() {
  const files = Object.entries(FILES).map(([name, text]) => [`shop/${name}`, text]);
  const root = tempProject({ "home/": "", "tmp/": "", ...Object.fromEntries(files) });
  const shop = join(root, "shop");
  const path = [dirname(installClaudeCode().program ?? ""), dirname(process.execPath), "/usr/bin"];
  const env = cliEnvironment({
    HOME: join(root, "home"),
    CLAUDE_CONFIG_DIR: undefined,
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: undefined,
    MEMORY_BANK_GUARD_MODE: undefined,
    TMPDIR: join(root, "tmp"),
    PATH: path.join(delimiter),
  });
  spawnSync("git", ["init", "-q"], { cwd: shop });
  return (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: shop,
      env,
      encoding: "utf8",
      timeout: 90_000,
    });
    return { status, stdout, stderr, left: readdirSync(join(root, "tmp")) };
  };
}

describeClaude("memory-bank doctor", () => {
  test("looks at the host that is there, and says what is missing, in Chinese too", () => {
    const run = user();
    const { status, stdout } = run("doctor", "--lang", "zh");
    expect(status).toBe(1);
    expect(stdout).toContain("Claude Code 的设置中没有插件");
    expect(stdout).not.toContain("OpenCode");
  });

  test("finds everything in order once it is installed; --live shows a real refusal and leaves nothing behind", () => {
    const run = user();
    // Nobody names a host: it is the one that is there.
    expect(run("install", "--yes").stdout).toContain("Host: Claude Code");
    const { status, stdout, stderr, left } = run("doctor", "--live");
    expect(stdout).toContain("ok  Claude Code   2.1.");
    expect(stdout).toContain("started in Node, the plugin refused a risky write");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "your Claude Code with this package's plugin, in a throw-away project in block mode, refused a risky write: [Memory Bank] Not written: package.json",
    );
    expect(stdout).toMatch(/\n\d+ ok, 0 to look at, 0 to fix\n$/);
    expect({ status, stderr, left }).toEqual({ status: 0, stderr: "", left: [] });
  });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, cliEnvironment, cliIn, runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
import { FILES } from "./use-host.ts";

function project(files: Readonly<Record<string, string>> = FILES) {
  const root = tempProject({ ...files, "state/": "", "home/": "" });
  return { root, ...cliIn(root, join(root, "state"), { HOME: join(root, "home") }) };
}

/** The names as the help has them, so that a new command cannot be forgotten here. */
const COMMANDS = [...runCli(["--help"]).stdout.matchAll(/^ {2}([a-z]+) (?:\[options\])/gm)].map(
  ([, name]) => name ?? "",
);

describe.each(COMMANDS)("memory-bank %s", (name) => {
  it("shows its help with examples, in both languages, and takes a mistyped option for a mistake", () => {
    const english = runCli([name, "--help"]);
    expect(english).toMatchObject({ status: 0, stderr: "" });
    expect(english.stdout).toContain("Usage: memory-bank");
    expect(english.stdout).toContain(`Examples:\n  $ memory-bank ${name}`);
    expect(runCli(["help", name]).stdout).toBe(english.stdout);
    const chinese = runCli([name, "--help", "--lang", "zh"]);
    expect(chinese.stdout).toContain("用法：");
    expect(chinese.stdout).toContain(`示例：\n  $ memory-bank ${name}`);
    expect(runCli([name, "--lagn"])).toEqual({
      status: 2,
      stdout: "",
      stderr: `memory-bank ${name}: unknown option '--lagn'\n(Did you mean --lang?)\nSee memory-bank ${name} --help\n`,
    });
    expect(runCli([name, "--lang=zh", "--lagn"]).stderr).toContain(
      "用法不对：“--lagn”，是否想用 --lang？",
    );
  });
});

/** Command line → exit code, in a project with a small bank. */
it.each<[number, string[]]>([
  [0, ["--help"]],
  [0, ["-V"]],
  [2, []],
  [2, ["stauts"]],
  [2, ["help", "nothing"]],
  [2, ["--nonsense"]],
  [0, ["status"]],
  [0, ["--lang", "zh", "status"]],
  [2, ["status", "one", "two"]],
  [0, ["explain", "--edit", "package.json"]],
  [2, ["explain"]],
  [2, ["explain", "--edit", "a", "--last"]],
  [1, ["explain", "--last"]],
  [2, ["explain", "--last", "none"]],
  [0, ["refresh", "--dry-run"]],
  [2, ["refresh", "home"]],
  [1, ["doctor"]],
  [1, ["restore"]],
  [2, ["restore", "k-20261115-174233-a3f"]],
  [2, ["restore", "--which", "never"]],
])("exits with %d: memory-bank %j", (code, args) => {
  const { status, stderr } = project().run(...args);
  expect(status, stderr).toBe(code);
  if (code === 2) expect(stderr).not.toBe("");
  expect(stderr).not.toMatch(/^ {4}at /m);
});

it("names the command that was meant", () => {
  expect(runCli(["stauts"]).stderr).toBe(
    "memory-bank: unknown command 'stauts'\n(Did you mean status?)\nSee memory-bank --help\n",
  );
  expect(runCli(["bogus"]).stderr).toBe(
    "memory-bank: unknown command 'bogus'\nSee memory-bank --help\n",
  );
  expect(runCli(["refrsh", "--lang", "zh"]).stderr).toContain("是否想用 refresh？");
});

describe("what goes wrong", () => {
  it("is data where data was asked for, and one line for people", () => {
    const { run } = project();
    const { status, stdout, stderr } = run("refresh", "home", "--json");
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining("--yes") as string });
    expect(stderr).toMatch(/^memory-bank refresh: cannot ask here: [^\n]*\n$/);
  });
});

describe("a reader that has enough", () => {
  it("may be head", () => {
    const { root, env } = project();
    const line = `"${process.execPath}" "${CLI}" status | head -1`;
    const { stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", line], {
      cwd: root,
      env: cliEnvironment(env),
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: `Bank        ${root}/memory-bank\n`, stderr: "" });
  });
});

describe("languages", () => {
  const chinese = /\p{Script=Han}/u;

  it("are chosen by --lang, then the setting, then the bank, then the locale", () => {
    const { root, env } = project();
    const run = (more: Record<string, string>, ...args: string[]) =>
      chinese.test(runCli(["status", ...args], { cwd: root, env: { ...env, ...more } }).stdout);
    expect(run({ LC_ALL: "zh_CN.UTF-8" })).toBe(false);
    mkdirSync(join(root, "other/memory-bank"), { recursive: true });
    writeFileSync(
      join(root, "other/memory-bank/MEMORY.md"),
      "# 项目记忆\n\n这是一个卖茶的商店。\n",
    );
    expect(run({}, "other")).toBe(true);
    expect(run({ MEMORY_BANK_LANG: "zh" })).toBe(true);
    expect(run({ MEMORY_BANK_LANG: "zh" }, "--lang", "en")).toBe(false);
    expect(run({ LC_ALL: "zh_CN.UTF-8" }, "home")).toBe(true);
  });
});

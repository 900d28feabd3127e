import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHome, writeUserConfig } from "../../src/hosts/opencode/doctor/closed-home.ts";
import { removeFolder } from "../../src/hosts/shared/closed-home.ts";
import { CLI, runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
import { cleanEnvironment, findBinary } from "./kit/host-home.ts";
import { type ScriptedModel, call, makeProject, say, startScriptedModel } from "./kit/index.ts";
import { openTerminal, whyNoTerminal } from "./kit/terminal.ts";
import { execFileSync } from "node:child_process";

const WHY_NOT = whyNoTerminal();
const TOOL = "memory_bank_refresh";
const MANIFEST = '{ "name": "tea", "description": "Sells tea." }\n';
/** A project is spoken of in the language of its README. */
const FILES = {
  "package.json": MANIFEST,
  "README.md": "# 茶铺\n\n一家卖茶叶的网店，tea 是它的名字。\n",
  "CONTRIBUTING.md": "# 参与\n\n## 代码风格\n\n- 价格一律用整数分。\n",
};

test("npx knows our command line by the package's name, in a checkout as from the registry", () => {
  const root = join(CLI, "../..");
  const env = { ...process.env, npm_config_cache: tempProject(), npm_config_offline: "true" };
  const version = execFileSync("npx", ["agent-memory-bank", "--version"], { cwd: root, env });
  expect(String(version).trim()).toMatch(/^\d+\.\d+\.\d+$/);
});

/** The quick start of the README: install, refresh, yes, a change of package.json. */
describe.skipIf(WHY_NOT !== undefined)("somebody who has only the README", () => {
  let model: ScriptedModel;
  let home = "";

  beforeAll(async () => {
    model = await startScriptedModel();
    home = makeHome("newcomer");
    writeUserConfig(home, { url: model.url, models: ["m1"] }, { snapshot: false });
    const env = { HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined };
    const { status, stdout } = runCli(["install", "--yes"], { cwd: home, env });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("Next: ") });
  });
  afterAll(async () => {
    await model?.stop();
    if (home !== "") removeFolder(home);
  });

  test("sees a refusal, here in Chinese", async () => {
    const [asked, yes] = ["用 memory_bank_refresh 更新记忆库：先给出计划。", "好，执行吧"];
    const project = makeProject({ home }, { files: FILES, plugin: false });
    const locale = "zh_CN.UTF-8";
    const env = { MEMORY_BANK_GUARD_MODE: "block", LC_ALL: locale, LANG: locale };
    const terminal = openTerminal({
      home,
      project,
      env: { ...cleanEnvironment(home), ...env },
      command: [findBinary()],
    });
    try {
      await terminal.until("Ask anything");
      model.play(asked, [call(TOOL, { action: "plan" }), say("Shall I?")]);
      terminal.press("/memory-bank-refresh");
      // The first one chooses it from the list above, which comes once the commands are loaded.
      await terminal.pressAway("Enter", "┃ /memory-bank-refresh");
      terminal.press("Enter");
      await terminal.until("Shall I?");
      expect(project.exists("memory-bank")).toBe(false);

      const told = JSON.stringify(model.main(asked));
      const plan = /plan: \\*"(\w+)/.exec(told)?.[1] ?? "";
      model.play(yes, [call(TOOL, { action: "apply", plan }), say("It is done.")]);
      await terminal.say(yes);
      await terminal.until("It is done.");
      expect(project.read("memory-bank/MEMORY.md")).toContain("tea");

      const edit = { filePath: join(project.dir, "package.json"), content: "{}\n" };
      model.play("package.json", [call("write", edit), say("I have tried.")]);
      await terminal.say("package.json");
      await terminal.until("已拒绝");
      await terminal.until("I have tried.");
      expect(project.read("package.json")).toBe(MANIFEST);
    } finally {
      await terminal.end();
    }
  });
});

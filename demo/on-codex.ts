import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeHome, trustFolder } from "../src/hosts/codex/doctor/closed-home.ts";
import { planInstall } from "../src/hosts/codex/setup/plan-setup.ts";
import { removeFolder } from "../src/hosts/shared/closed-home.ts";
import { CODEX, CONTEXT_FULL, codex, findCodex } from "../test/e2e/kit/codex/codex.ts";
import { makeProject, say, shownTo, startScriptedModel, together } from "../test/e2e/kit/index.ts";
import { patch, shell, updating } from "../test/e2e/codex/steps.ts";
import { FILES } from "./project.ts";
import type { Stage } from "./stage.ts";

export async function openStage(): Promise<Stage> {
  const model = await startScriptedModel(CODEX);
  const home = makeHome("demo", model.url);
  const project = makeProject({ home }, { files: FILES, plugin: false });
  trustFolder(home, project.dir);
  await install(home, project.dir);
  const env = { MEMORY_BANK_GUARD_MODE: "block" };
  return {
    name: "Codex",
    next: {
      what: "one command, then $memory-bank-refresh in Codex",
      how: `node ${join(process.cwd(), "dist", "cli.js")} install --host codex`,
    },
    tools: { read: "cat", edit: "apply_patch", bash: "exec_command" },
    edit({ path, from, to }) {
      const lines = project.read(path).split("\n");
      const line = lines.find((text) => text.includes(from)) ?? "";
      return patch(updating(path, line, line.replace(from, to)));
    },
    read: (...paths) => together(...paths.map((path) => shell(`cat ${path}`))),
    bash: (command) => shell(command),
    fill: [shell("ls", {}, { usage: CONTEXT_FULL })],
    told: shownTo,
    plain: (result) =>
      result
        .replace(/^(?:[^]*?\nOutput:\n+|[^\n]*blocked by PreToolUse hook: )/, "")
        .replace(/\. Command: [^]*$/, "")
        .replace("files:\n", "files: "),
    edited: "Success.",
    async play(prompt, steps) {
      model.playCompaction([say("Version 2.0.0 is written.")]);
      return (await codex({ home, model, project, env, prompt, steps })).text;
    },
    project,
    async stop() {
      await model.stop();
      removeFolder(home);
    },
  };
}

/** As `memory-bank install` does it, for the user of this home. */
async function install(home: string, directory: string): Promise<void> {
  const machine = { env: {}, home, platform: process.platform };
  const start = { machine, directory, worktree: directory };
  const folder = join(process.cwd(), "dist", "codex");
  const { changes } = await planInstall(start, "global", folder, findCodex());
  for (const { file, after = "" } of changes) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, after);
  }
}

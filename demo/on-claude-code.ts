import { utimesSync } from "node:fs";
import { join } from "node:path";
import { makeHome } from "../src/hosts/claude-code/doctor/trial.ts";
import { removeFolder } from "../src/hosts/shared/closed-home.ts";
import { CLAUDE_CODE, CONTEXT_FULL, claude } from "../test/e2e/kit/claude-code/claude.ts";
import {
  type Step,
  call,
  calls,
  makeProject,
  say,
  shownTo,
  startScriptedModel,
} from "../test/e2e/kit/index.ts";
import { FILES } from "./project.ts";
import type { Stage } from "./stage.ts";

const LONG_AGO = new Date("2026-01-01");
const MORE = Object.fromEntries(
  ["carts", "orders", "prices", "stock", "teas", "users"].map((name) => [
    `src/${name}.ts`,
    `export const ${name} = [];\n`,
  ]),
);

export async function openStage(): Promise<Stage> {
  const model = await startScriptedModel(CLAUDE_CODE);
  const home = makeHome("demo");
  const project = makeProject({ home }, { files: { ...FILES, ...MORE }, plugin: false });
  // Of files that were read, the host takes those for the last ones that were changed last.
  for (const path of Object.keys(FILES)) {
    if (path.startsWith("memory-bank/")) utimesSync(join(project.dir, path), LONG_AGO, LONG_AGO);
  }
  const args = ["--plugin-dir", join(process.cwd(), "dist", "claude-code")];
  const env = { MEMORY_BANK_GUARD_MODE: "block" };
  return {
    name: "Claude Code",
    next: {
      what: "one command, then /memory-bank:refresh in Claude Code",
      how: `node ${join(process.cwd(), "dist", "cli.js")} install --host claude-code`,
    },
    tools: { read: "Read", edit: "Edit", bash: "Bash" },
    edit: ({ path, from, to }) =>
      call("Edit", { file_path: path, old_string: from, new_string: to }),
    read,
    bash: (command) => call("Bash", { command, description: "Note that it is done" }),
    // After a compaction it shows the five files again that were read last: these, and not the docs.
    fill: [
      read("src/shop.ts", ...Object.keys(MORE)),
      read("package.json"),
      call("Bash", { command: "ls", description: "Look" }, { usage: CONTEXT_FULL }),
    ],
    told: shownTo,
    plain: (result) =>
      result
        .replace(/\n*<system-reminder>[^]*$/, "")
        .replace(/^PreToolUse:\w+ hook error: /, "")
        .replace(/ \(file state is current.*\)/, ""),
    edited: "updated successfully",
    async play(prompt, script) {
      model.playCompaction([say("<summary>Version 2.0.0 is written.</summary>")]);
      // Claude Code itself has a file read before it is edited.
      const steps = [call("Read", { file_path: "package.json" }), ...script];
      return (await claude({ home, model, project, args, env, prompt, steps })).text;
    },
    project,
    async stop() {
      await model.stop();
      removeFolder(home);
    },
  };
}

function read(...paths: readonly string[]): Step {
  return calls(...paths.map((file_path): Parallel => ["Read", { file_path }]));
}

type Parallel = Parameters<typeof calls>[number];

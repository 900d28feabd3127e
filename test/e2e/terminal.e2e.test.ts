import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeHome,
  removeFolder,
  writeUserConfig,
} from "../../src/hosts/opencode/doctor/closed-home.ts";
import { REPO_ROOT } from "./kit/host-home.ts";
import {
  CONTEXT_FULL,
  type Project,
  type ScriptedModel,
  makeProject,
  say,
  startScriptedModel,
} from "./kit/index.ts";
import { type Terminal, startTerminal, whyNoTerminal } from "./kit/terminal.ts";
import { bash, editManifest, read, task } from "./steps.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "./use-host.ts";

/** What OpenCode's terminal shows, read from its screen. */
const WHY_NOT = whyNoTerminal();
if (WHY_NOT !== undefined) process.stderr.write(`the terminal is not tested here: ${WHY_NOT}\n`);

const TUI = pathToFileURL(join(REPO_ROOT, "dist/tui.js")).href;
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const OFFER =
  "Done.\n\n💾 Save this to the Memory Bank?\n   → memory-bank/details/tech.md\n   → Content: use pnpm";
/** Which doc it overwrites can be told only by running it. */
const OVERWRITE = `node -e "require('fs').writeFileSync(Buffer.from('${Buffer.from("memory-bank/MEMORY.md").toString("base64")}','base64').toString(),'gone')"`;

let model: ScriptedModel;
let home = "";

function open(columns: number, files: Record<string, string>, entries: string[] = [TUI]) {
  writeFileSync(join(home, ".config/opencode/tui.json"), JSON.stringify({ plugin: entries }));
  const project = makeProject({ home }, { files, plugin: { guardMode: "block" } });
  return { project, terminal: startTerminal({ home, project, columns }) };
}

describe.skipIf(WHY_NOT !== undefined)("OpenCode's terminal", () => {
  beforeAll(async () => {
    model = await startScriptedModel();
    home = makeHome("terminal");
    writeUserConfig(home, { url: model.url, models: ["m1"] }, { snapshot: false });
  });
  afterAll(async () => {
    await model?.stop();
    if (home !== "") removeFolder(home);
  });

  async function inTerminal(
    { terminal, project }: { terminal: Terminal; project: Project },
    use: (terminal: Terminal, project: Project) => Promise<void>,
  ): Promise<void> {
    try {
      await use(terminal, project);
    } finally {
      await terminal.end();
    }
  }

  test("120 columns, English: every screen of a session", async () => {
    const files = { ...FILES, [REQUIREMENT]: "# REQ-001\n\nSell tea.\n" };
    await inTerminal(open(120, files), async (terminal, project) => {
      await terminal.until("Memory Bank · memory-bank/ · guard: block");

      model.play("refuse me", [editManifest(), say("It was refused.")]);
      await terminal.say("refuse me");
      await terminal.until(/Memory Bank +┃[^]*Refused: package\.json would change before the/);
      await terminal.until("memory-bank · conventions not read");
      await terminal.until("It was refused.");

      model.play("warn me", [bash("echo x > src/new.ts"), say("It was written.")]);
      await terminal.say("warn me");
      await terminal.until(/Warning: src\/new\.ts would change/);
      await terminal.until("It was written.");

      model.play("undo me", [bash(OVERWRITE), say("It was undone.")]);
      await terminal.say("undo me");
      await terminal.until(/Undone: a command changed memory-bank\/MEMORY\.md/);
      await terminal.until("It was undone.");
      expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);

      model.play("ask the reader", [task("memory-reader", "look it up"), say("It was read.")]);
      model.play("look it up", [read(PATTERNS_PATH), say("Be kind.")]);
      await terminal.say("ask the reader");
      await terminal.until("memory-bank · conventions read");

      model.play("offer me", [say(OFFER)]);
      await terminal.say("offer me");
      await terminal.until("offer waits: tech.md");

      model.play("compact me", [
        read(REQUIREMENT, {}, { usage: CONTEXT_FULL }),
        editManifest(),
        say("It waits."),
      ]);
      await terminal.say("compact me");
      await terminal.until("read again: REQ-001-tea.md");
      await terminal.until(/Refused: after the compaction the agent must read/);
      expect(model.unscripted).toEqual([]);
    });
  });

  test("160 columns, Chinese: the sidebar beside it", async () => {
    const entry = ENTRY.replace(
      "A shop that sells tea.",
      "这是一个卖茶叶的商店，面向全国用户。",
    ).replace("- Goal: ship the checkout", "- 目标：完成结账流程，并上线到生产环境");
    await inTerminal(open(160, { ...FILES, "memory-bank/MEMORY.md": entry }), async (terminal) => {
      await terminal.until("Memory Bank · memory-bank/ · 防护：block");
      model.play("refuse me too", [editManifest(), read(PATTERNS_PATH), say("It was read.")]);
      await terminal.say("refuse me too");
      await terminal.until("已拒绝：要改动 package.json");
      const screen = await terminal.until("memory-bank · 已读约定");
      expect(screen).toMatch(/已读\n[^]*details\/patterns\.md/);
    });
  });

  test("says that the plugin is missing, and draws nothing without a bank", async () => {
    writeFileSync(join(home, ".config/opencode/tui.json"), JSON.stringify({ plugin: [TUI] }));
    const unserved = makeProject({ home }, { files: FILES, plugin: false });
    const terminal = startTerminal({ home, project: unserved });
    await inTerminal({ terminal, project: unserved }, async () => {
      await terminal.until("plugin not loaded: memory-bank doctor");
    });
    const bare = { "package.json": "{}\n" };
    await inTerminal(open(120, bare), async (empty) => {
      await empty.until("ctrl+p commands");
      // As long as it takes to draw where there is one.
      await sleep(1500);
      expect(empty.screen()).not.toContain("Memory Bank");
    });
  });
});

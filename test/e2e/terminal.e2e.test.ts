import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHome, writeUserConfig } from "../../src/hosts/opencode/doctor/closed-home.ts";
import { removeFolder } from "../../src/hosts/shared/closed-home.ts";
import { stateFolder } from "../../src/io/disk/state-folder.ts";
import { LOG_FILE } from "../../src/io/log/decision-log.ts";
import { REPO_ROOT } from "./kit/host-home.ts";
import {
  CONTEXT_FULL,
  type Project,
  type ScriptedModel,
  type Step,
  makeProject,
  say,
  startScriptedModel,
} from "./kit/index.ts";
import { type Shown, type Terminal, startTerminal, whyNoTerminal } from "./kit/terminal.ts";
import { bash, edit, editManifest, read, task, write } from "./steps.ts";
import { hidden } from "./hidden-code.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "./use-host.ts";

/** What OpenCode's terminal shows, read from its screen. */
const WHY_NOT = whyNoTerminal();
if (WHY_NOT !== undefined) process.stderr.write(`the terminal is not tested here: ${WHY_NOT}\n`);

const TUI = pathToFileURL(join(REPO_ROOT, "dist/tui.js")).href;
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const TECH = "memory-bank/details/tech.md";
const OFFER =
  "Done.\n\n💾 Save this to the Memory Bank?\n   → memory-bank/details/tech.md\n   → Content: use pnpm";
/** Which doc it overwrites can be told only by running it. */
const OVERWRITE = hidden("require('fs').writeFileSync('memory-bank/MEMORY.md','gone')");

/** Lines that this version did not write, and the half of one. */
const BROKEN_LOG = '\0\0\n[]\n{"v":1,"at":"x"}\n{"v":2,"at":1,"session';
const ANSWER = `Be kind.

\`\`\`yaml
schema: memory-reader/v1
user_question: "How?"
evidence:
  - { claim_id: C1, claim: "one", path: ${PATTERNS_PATH}, quote: "convention 12" }
  - { claim_id: C2, claim: "two", path: ${PATTERNS_PATH}, quote: "not a word of this" }
conflicts: []
open_questions: []
\`\`\``;

const ENTRY_IN = {
  en: ENTRY,
  zh: ENTRY.replace("A shop that sells tea.", "这是一个卖茶叶的商店，面向全国用户。").replace(
    "- Goal: ship the checkout",
    "- 目标：完成结账流程，并上线到生产环境",
  ),
};
const filesOf = (entry: string) => ({
  ...FILES,
  "memory-bank/MEMORY.md": entry,
  [REQUIREMENT]: "# REQ-001\n\nSell tea.\n",
});
const FILES_IN = { en: filesOf(ENTRY_IN.en), zh: filesOf(ENTRY_IN.zh) };

const WORDS = {
  en: {
    start: "Memory Bank · memory-bank/ · guard: block",
    refused: "Refused: package.json is a sensitive file",
    unread: "memory-bank · conventions not read",
    warned: "Warning: this command writes src/cup.ts",
    undone: 'Undone: "node" changed memory-bank/MEMORY.md (memory-bank restore k-',
    answered: "memory-reader: 1 of 2 quotes stand in the files",
    read: "memory-bank · conventions read",
    verified: "memory-reader 1/2 verified",
    offer: "offer waits: tech.md",
    sidebarRead: ["Read", "details/patterns.md", ""],
    sidebarWrote: ["Read", "details/tech.md", "Written", "details/tech.md", ""],
    putBack: "Put back: this write changed memory-bank/MEMORY.md: the user block was changed",
    compacted: "Refused: the conversation was compacted",
    again: "read again: REQ-001-tea.md",
  },
  zh: {
    start: "Memory Bank · memory-bank/ · 防护：block",
    refused: "已拒绝：package.json 是敏感文件",
    unread: "memory-bank · 未读约定",
    warned: "警告：这条命令会写 src/cup.ts",
    undone: "已撤销：“node”改动了 memory-bank/MEMORY.md (memory-bank restore k-",
    answered: "memory-reader：2 条引文中 1 条与文件相符",
    read: "memory-bank · 已读约定",
    verified: "memory-reader 1/2 已核实",
    offer: "待你确认：tech.md",
    sidebarRead: ["已读", "details/patterns.md", ""],
    sidebarWrote: ["已读", "details/tech.md", "已写", "details/tech.md", ""],
    putBack: "已恢复：这次写入改动了 memory-bank/MEMORY.md：用户区块被改动",
    compacted: "已拒绝：会话已被压缩",
    again: "压缩后待重读：REQ-001-tea.md",
  },
};
let model: ScriptedModel;
let home = "";

function open(columns: number, files: Record<string, string>) {
  const project = makeProject({ home }, { files, plugin: { guardMode: "block" } });
  const machine = { env: {}, home, platform: process.platform };
  const log = join(stateFolder(machine, join(project.dir, "memory-bank")), LOG_FILE);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, BROKEN_LOG);
  return { project, terminal: startTerminal({ home, project, columns }), log };
}

describe.skipIf(WHY_NOT !== undefined)("OpenCode's terminal", () => {
  beforeAll(async () => {
    model = await startScriptedModel();
    home = makeHome("terminal");
    writeUserConfig(home, { url: model.url, models: ["m1"] }, { snapshot: false });
    writeFileSync(join(home, ".config/opencode/tui.json"), JSON.stringify({ plugin: [TUI] }));
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

  test.each(["en", "zh"] as const)("shows a session, at 120 and 160 columns: %s", async (lang) => {
    const words = WORDS[lang];
    const opened = open(120, FILES_IN[lang]);
    await inTerminal(opened, async (terminal, project) => {
      /** At both widths; it stays at the wider one, which has the sidebar. */
      async function see(...shown: readonly Shown[]): Promise<void> {
        for (const columns of [120, 160]) {
          await terminal.resize(columns);
          for (const each of shown) await terminal.until(each);
        }
      }
      async function play(text: string, steps: Step[], end: string): Promise<void> {
        model.play(text, steps);
        await terminal.say(text);
        await terminal.until(end);
      }

      await terminal.until(words.start);
      await see(words.start);
      await play("refuse me", [editManifest(), say("It was refused.")], "It was refused.");
      await see({ toast: words.refused }, words.unread);
      await play("warn me", [bash("echo x > src/cup.ts"), say("It was written.")], "was written.");
      await see({ toast: words.warned });
      await play("undo me", [bash(OVERWRITE), say("It was undone.")], "It was undone.");
      await see({ toast: words.undone });
      expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY_IN[lang]);

      model.play("look it up", [read(PATTERNS_PATH), say(ANSWER)]);
      await play("ask it", [task("memory-reader", "look it up"), say("It was read.")], "was read.");
      await see({ toast: words.answered }, `${words.read} · ${words.verified}`);
      await terminal.until({ sidebar: words.sidebarRead });

      await play("offer me", [say(OFFER)], "Content: use pnpm");
      await see(words.offer);
      await play("yes", [write(TECH, "# Tech\n\nuse pnpm\n"), say("It was saved.")], "was saved.");
      await terminal.until({ sidebar: words.sidebarWrote });

      const loosely = [
        "  Mind the gap.\n  <!-- USER_BLOCK_END -->",
        "<!-- USER_BLOCK_END -->",
      ] as const;
      const put = [edit("memory-bank/MEMORY.md", ...loosely), say("It was put back.")];
      await play("note it in memory-bank/MEMORY.md", put, "It was put back.");
      await see({ toast: words.putBack });
      expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY_IN[lang]);

      const full = read(REQUIREMENT, {}, { usage: CONTEXT_FULL });
      await play("compact me", [full, editManifest(), say("It waits.")], "It waits.");
      await see({ toast: words.compacted }, words.again);
      await expect
        .poll(() => readFileSync(opened.log, "utf8").split('"compacted"'))
        .toHaveLength(2);
      expect({ unscripted: model.unscripted, left: model.leftovers() }).toEqual({
        unscripted: [],
        left: [],
      });
    });
  });

  test("says that the plugin is missing, and draws nothing without a bank", async () => {
    const unserved = makeProject({ home }, { files: FILES, plugin: false });
    const terminal = startTerminal({ home, project: unserved });
    await inTerminal({ terminal, project: unserved }, async () => {
      await terminal.until("plugin not loaded: memory-bank doctor");
    });
    const bare = { "package.json": "{}\n" };
    await inTerminal(open(120, bare), async (empty) => {
      await empty.until("ctrl+p commands");
      expect(empty.screen()).not.toContain("Memory Bank");
      // By the end of a turn it has looked for one.
      model.play("hello there", [say("Good day.")]);
      await empty.say("hello there");
      const screen = await empty.until("Good day.");
      expect(screen).not.toMatch(/Memory Bank|memory-bank ·/);
    });
  });
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHome, writeUserConfig } from "../../src/hosts/opencode/doctor/closed-home.ts";
import { removeFolder } from "../../src/hosts/shared/closed-home.ts";
import { stateFolderOf } from "../../src/io/disk/state-folder.ts";
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
import { type Terminal, startTerminal, whyNoTerminal } from "./kit/terminal.ts";
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

const WITH_TASK = { ...FILES, [REQUIREMENT]: "# REQ-001\n\nSell tea.\n" };
const UNDONE =
  'Undone: "node" changed memory-bank/MEMORY.md: only tools that edit files may write there (memory-bank restore k-';
const PUT_BACK = "Put back: this write changed memory-bank/MEMORY.md: the user block was changed";
const WELCOME = "Memory Bank · memory-bank/ · guard: block";

let model: ScriptedModel;
let home = "";

function open(columns: number, files: Record<string, string>) {
  const project = makeProject({ home }, { files, plugin: { guardMode: "block" } });
  const machine = { env: {}, home, platform: process.platform };
  const log = join(stateFolderOf(join(project.dir, "memory-bank"), machine), LOG_FILE);
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

  test("shows a session, at 120 and 160 columns", async () => {
    const opened = open(120, WITH_TASK);
    await inTerminal(opened, async (terminal, project) => {
      /** At both widths; it stays at the wider one, which has the sidebar. */
      async function see(shown: string): Promise<void> {
        for (const columns of [120, 160]) {
          await terminal.resize(columns);
          await terminal.until(shown);
        }
      }
      /** A toast goes after a while: it is looked for before anything else. */
      async function play(text: string, steps: Step[], end: string, toast?: string): Promise<void> {
        model.play(text, steps);
        await terminal.say(text);
        if (toast !== undefined) await terminal.until({ toast });
        await terminal.until(end);
      }

      await terminal.until(WELCOME);
      await see(WELCOME);
      const refused = "Refused: package.json is a sensitive file";
      await play("refuse me", [editManifest(), say("It is shut.")], "It is shut.", refused);
      await see("memory-bank · conventions not read");
      const warned = "Warning: this command writes src/cup.ts";
      await play("warn me", [bash("echo x > src/cup.ts"), say("It is in.")], "It is in.", warned);
      await play("undo me", [bash(OVERWRITE), say("It was undone.")], "It was undone.", UNDONE);
      expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);

      model.play("look it up", [read(PATTERNS_PATH), say(ANSWER)]);
      const asking = [task("memory-reader", "look it up"), say("It was read.")];
      const answered = "memory-reader: 1 of 2 quotes stand in the files";
      await play("ask it", asking, "It was read.", answered);
      await see("memory-bank · conventions read · memory-reader 1/2 verified");
      await terminal.until({ sidebar: ["Read", "details/patterns.md", ""] });

      await play("offer me", [say(OFFER)], "Content: use pnpm");
      await see("offer waits: tech.md");
      await play("yes", [write(TECH, "# Tech\n\nuse pnpm\n"), say("It was saved.")], "was saved.");
      await terminal.until({
        sidebar: ["Read", "details/tech.md", "Written", "details/tech.md", ""],
      });

      const loosely = [
        "  Mind the gap.\n  <!-- USER_BLOCK_END -->",
        "<!-- USER_BLOCK_END -->",
      ] as const;
      const put = [edit("memory-bank/MEMORY.md", ...loosely), say("It was put back.")];
      await play("note it in memory-bank/MEMORY.md", put, "It was put back.", PUT_BACK);
      expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);

      const full = read(REQUIREMENT, {}, { usage: CONTEXT_FULL });
      const compacted = "Refused: the conversation was compacted";
      await play("compact me", [full, editManifest(), say("It waits.")], "It waits.", compacted);
      await see("read again: REQ-001-tea.md");
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

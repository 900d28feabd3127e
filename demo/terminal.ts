import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { makeHome, writeUserConfig } from "../src/hosts/opencode/doctor/closed-home.ts";
import { type Step, makeProject, startScriptedModel } from "../test/e2e/kit/index.ts";
import { type Terminal, startTerminal } from "../test/e2e/kit/terminal.ts";
import { FILES, FILES_ZH, PATTERNS, REQUIREMENT } from "./project.ts";

/** Plays a session in the real terminal of OpenCode, and prints what its screen showed, and when. */
const COLUMNS = 100;
const ROWS = 32;
const SAMPLE = 150;
const KEYSTROKE = 70;
const LONGEST_WAIT = 2800;
const SHOWN_HOME = "~/tea-shop";

const VERSION = { filePath: "package.json", oldString: '"1.4.0"', newString: '"2.0.0"' };
const NOTE = { command: `echo "2.0.0 is out" >> ${PATTERNS}`, description: "Note it" };
const WORDS = {
  en: {
    files: FILES,
    start: "guard: block",
    request: "Release version 2.0.0.",
    edit: "I set the version.",
    read: "It was refused: I read the conventions and the task first.",
    again: "Now I know what holds here.",
    note: "And I note that in the memory.",
    end: `That was refused as well: I ask you instead.\n\n💾 Save this to the Memory Bank?\n   → ${PATTERNS}\n   → Content: 2.0.0 was released as REQ-001 says`,
    ended: "offer waits",
  },
  zh: {
    files: FILES_ZH,
    start: "防护：block",
    request: "发布 2.0.0 版本",
    edit: "我来改版本号。",
    read: "被拒绝了：我先读约定和任务。",
    again: "现在我知道这里的规矩了。",
    note: "顺便记到记忆库里。",
    end: `这也被拒绝了，改为问你：\n\n💾 要把这次的发现写入 Memory Bank 吗？\n   → ${PATTERNS}\n   → 内容：2.0.0 已按 REQ-001 发布`,
    ended: "待你确认",
  },
};

const words = WORDS[process.argv[2] === "zh" ? "zh" : "en"];

function script(): Step[] {
  const edit = [{ tool: "edit", args: VERSION }];
  const reads = [PATTERNS, REQUIREMENT].map((filePath) => ({ tool: "read", args: { filePath } }));
  return [
    { text: words.edit, calls: edit, delayMs: 900 },
    { text: words.read, calls: reads, delayMs: 4000 },
    { text: words.again, calls: edit, delayMs: 2500 },
    { text: words.note, calls: [{ tool: "bash", args: NOTE }], delayMs: 3000 },
    { text: words.end, delayMs: 4500 },
  ];
}

interface Frame {
  readonly at: number;
  readonly lines: readonly string[];
}

/** A throw-away folder is called as a user's would be. */
function toShown(screen: string, dir: string): string {
  const short = dir.replace(/.*(?=\/projects)/, "~");
  return [`${dir}:main`, dir, `${short}:main`, short].reduce((text, name) => {
    const shown = name.endsWith(":main") ? `${SHOWN_HOME}:main` : SHOWN_HOME;
    return text.replaceAll(name, shown.padEnd(name.length));
  }, screen);
}

/** What the screen shows until it is stopped. While only the host's own sign of work moves, nobody wants to wait long. */
function film(terminal: Terminal, dir: string): () => readonly Frame[] {
  const frames: Frame[] = [];
  let [time, last, changed, seen] = [0, Date.now(), 0, ""];
  const timer = setInterval(() => {
    const lines = toShown(terminal.painted(), dir).split("\n");
    const content = lines.filter((line) => !line.includes("interrupt")).join("\n");
    const now = Date.now();
    if (time - changed < LONGEST_WAIT || content !== seen) time += now - last;
    last = now;
    if (content !== seen) [seen, changed] = [content, time];
    if (time - changed >= LONGEST_WAIT) return;
    if (lines.join("\n") !== frames.at(-1)?.lines.join("\n")) frames.push({ at: time, lines });
  }, SAMPLE);
  return () => {
    clearInterval(timer);
    return frames;
  };
}

const model = await startScriptedModel();
const home = makeHome("recording");
writeUserConfig(home, { url: model.url, models: ["scripted"] }, { snapshot: false });
const tui = pathToFileURL(join(process.cwd(), "dist/tui.js")).href;
writeFileSync(join(home, ".config/opencode/tui.json"), JSON.stringify({ plugin: [tui] }));
const project = makeProject({ home }, { files: words.files, plugin: { guardMode: "block" } });
const terminal = startTerminal({ home, project, columns: COLUMNS, rows: ROWS });
try {
  model.play(words.request, script());
  await terminal.until(words.start);
  const stop = film(terminal, project.dir);
  await sleep(1500);
  for (const letter of words.request) {
    terminal.press(letter === " " ? "Space" : letter);
    await sleep(KEYSTROKE);
  }
  await sleep(500);
  terminal.press("Enter");
  await terminal.until(words.ended);
  await sleep(1000);
  const unscripted = model.unscripted.length + model.leftovers().length;
  if (unscripted > 0) throw new Error("The session went otherwise than it was scripted.");
  const frames = stop();
  process.stdout.write(JSON.stringify({ columns: COLUMNS, rows: ROWS, frames }));
} finally {
  await terminal.end();
  await model.stop();
}

// `npm run build && node scripts/record-terminal.mjs`: records a session in OpenCode's real terminal, with a scripted
// model, and draws docs/images/terminal.svg and terminal.zh.svg from it. It needs tmux.
//   --render  draws anew from the recordings that are there
//   --check   fails if a picture is not what its recording gives
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { ROOT } from "./install.mjs";
import { renderScreens } from "./render-screens.mjs";

const MOST_BYTES = 300_000;
const PLACES = {
  en: {
    name: "terminal",
    title: "OpenCode with Memory Bank",
    description:
      "OpenCode's terminal. The start screen names the bank. The user asks for a release. The edit of package.json is refused, and a toast says why. The agent reads the conventions, the line at the prompt says so, and the same edit passes. A command that would write into the bank is refused. The agent offers to save it instead, and the line at the prompt says that the offer waits.",
  },
  zh: {
    name: "terminal.zh",
    title: "OpenCode 与 Memory Bank",
    description:
      "OpenCode 的终端。启动画面显示记忆库。用户要求发布；对 package.json 的修改被拒绝，提示框说明原因。代理读过约定，输入框旁的状态随之改变，同样的修改通过。要写进记忆库的命令被拒绝。代理改为询问是否保存，状态显示待你确认。",
  },
};

const [mode] = process.argv.slice(2);
for (const [language, place] of Object.entries(PLACES)) {
  const recording = `${ROOT}docs/images/${place.name}.recording.json`;
  const picture = `${ROOT}docs/images/${place.name}.svg`;
  if (mode === undefined) writeFileSync(recording, record(language));
  const drawn = renderScreens({ ...place, ...JSON.parse(readFileSync(recording, "utf8")) });
  if (Buffer.byteLength(drawn) > MOST_BYTES) stop(`${picture} would be too large`);
  if (mode === "--check") {
    if (readFileSync(picture, "utf8") !== drawn) {
      stop(`${picture} is not what its recording gives: node scripts/record-terminal.mjs --render`);
    }
  } else writeFileSync(picture, drawn);
}

/** Most lines of a screen stay as they are: each is written once. */
function record(language) {
  const output = execFileSync(process.execPath, ["build/terminal.js", language], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { columns, rows, frames } = JSON.parse(output);
  const numbers = new Map();
  const numberOf = (line) => {
    if (!numbers.has(line)) numbers.set(line, numbers.size);
    return numbers.get(line);
  };
  const numbered = frames.map(({ at, lines }) => ({
    at,
    lines: lines.slice(0, rows).map(numberOf),
  }));
  const parts = [
    `"columns": ${columns}, "rows": ${rows}, "lines": [`,
    [...numbers.keys()].map((line) => JSON.stringify(line)).join(",\n"),
    `], "frames": [`,
    numbered.map((frame) => JSON.stringify(frame)).join(",\n"),
    "]",
  ];
  return `{${parts.join("\n")}}\n`;
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

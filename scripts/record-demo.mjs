// `node scripts/record-demo.mjs`: records a real run of `npm start` and draws docs/images/demo.svg from it.
//   --render  draws anew from the recording that is there
//   --check   runs the built demo, and fails if recording or picture are not what they would be
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { ROOT } from "./install.mjs";
import { plain, renderTerminal } from "./render-terminal.mjs";

const RECORDING = `${ROOT}docs/images/demo.recording.json`;
const PICTURE = `${ROOT}docs/images/demo.svg`;
const ABOUT = {
  title: "Memory Bank: npm start",
  description:
    "The prompt carries the project's memory. A risky edit is refused until the conventions were read, then passes. A shell command that would overwrite the memory is refused. After a compaction, risky edits wait until the task's docs were read again.",
  command: "npm start",
};

const [mode] = process.argv.slice(2);
if (mode === "--check") await check();
else if (mode === "--render") draw(read());
else if (mode === undefined) {
  const lines = await record("npm", ["start", "--silent"]);
  writeFileSync(RECORDING, `${JSON.stringify({ lines }, null, 2)}\n`);
  draw(lines);
} else stop(`${mode} is not known: use --render, --check, or nothing to record.`);

function draw(lines) {
  writeFileSync(PICTURE, renderTerminal({ ...ABOUT, lines }));
}

function read() {
  return JSON.parse(readFileSync(RECORDING, "utf8")).lines;
}

async function check() {
  const recorded = read();
  const now = await record(process.execPath, ["build/demo.js"]);
  const words = (lines) => lines.map(({ text }) => text).join("\n");
  if (words(now) !== words(recorded)) {
    stop(`npm start now says:\n${plain(words(now))}\n\nRecord it: node scripts/record-demo.mjs`);
  }
  if (readFileSync(PICTURE, "utf8") !== renderTerminal({ ...ABOUT, lines: recorded })) {
    stop(
      "demo.svg is not what the recording gives. Draw it: node scripts/record-demo.mjs --render",
    );
  }
}

/** Lines with the time that passed before each, from the first line of the show itself on. */
async function record(command, args) {
  const { NO_COLOR: _, ...env } = process.env;
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...env, FORCE_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = [];
  let rest = "";
  let last = Date.now();
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const complete = (rest + chunk).split("\n");
    rest = complete.pop() ?? "";
    const now = Date.now();
    for (const text of complete) {
      lines.push({ text: scrub(text), afterMs: Math.round((now - last) / 100) * 100 });
      last = now;
    }
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) stop(`${command} ${args.join(" ")} ended with ${code}`);
  return lines.filter(({ text }) => !/^(?:Building|Installing) /.test(text));
}

/** What is of this machine alone. */
function scrub(text) {
  return text
    .replaceAll(ROOT, "/path/to/checkout/")
    .replaceAll(tmpdir(), "/tmp")
    .replaceAll(/(memory-bank-demo)-\w{6}/g, "$1");
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

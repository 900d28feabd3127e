// Runs in Node: see run.mjs. What Codex's hooks cost, outside of Codex: the net is a process of `sh`, the server is
// asked over its standard input and output; `node -e 0` in the same round is 1.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.mjs";

const ROUNDS = 41;
const THREAD = "01a1ec0a-c65e-7280-9636-abcf0ee1f1b8";
const folder = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
const project = join(folder, "project");
const rollout = join(folder, "sessions/2026/11/18", `rollout-2026-11-18T00-00-00-${THREAD}.jsonl`);
const built = (name) => fileURLToPath(new URL(`../dist/codex/${name}`, import.meta.url));
mkdirSync(join(project, "memory-bank/details"), { recursive: true });
mkdirSync(join(rollout, ".."), { recursive: true });
writeFileSync(join(project, "memory-bank/MEMORY.md"), "# Memory\n");
writeFileSync(join(project, "memory-bank/details/patterns.md"), "- be kind\n");
const row = (ordinal, type, payload) =>
  `${JSON.stringify({ timestamp: "2026-11-18T00:00:00.000Z", ordinal, type, payload })}\n`;
writeFileSync(rollout, row(0, "session_meta", { session_id: THREAD, id: THREAD, source: "cli" }));

const env = { ...process.env, XDG_STATE_HOME: join(folder, "state") };
const took = (act) => {
  const begin = performance.now();
  act();
  return performance.now() - begin;
};

const server = spawn(process.execPath, [built("server.js")], {
  cwd: project,
  env,
  stdio: ["pipe", "pipe", "ignore"],
});
const waiting = new Map();
createInterface(server.stdout).on("line", (line) => {
  const { id } = JSON.parse(line);
  waiting.get(id)?.();
});
let asked = 0;
async function ask(event, more) {
  const id = ++asked;
  const args = { event, session: THREAD, transcript: rollout, folder: project, ...more };
  const params = { name: "hook", arguments: args, _meta: { threadId: THREAD } };
  const begin = performance.now();
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
  await answered;
  return performance.now() - begin;
}

const input = JSON.stringify({ session_id: THREAD, tool_input: { command: "cat src/shop.ts" } });
const times = { node: [], net: [], before: [], after: [] };
await ask("UserPromptSubmit", { prompt: "Work" });
for (let round = 0; round < ROUNDS; round++) {
  times.node.push(took(() => spawnSync(process.execPath, ["-e", "0"], { env })));
  times.net.push(took(() => spawnSync("sh", [built("net.sh")], { cwd: project, env, input })));
  const call = { tool: "Bash", callID: `call_${round}`, args: { command: "cat src/shop.ts" } };
  times.before.push(await ask("PreToolUse", call));
  times.after.push(await ask("PostToolUse", { ...call, response: "export {};\n" }));
}
server.stdin.end();
const bare = median(times.node);
const rows = Object.entries({
  "node -e 0": times.node,
  "the net": times.net,
  "PreToolUse of a command": times.before,
  "PostToolUse of it": times.after,
}).map(([what, list]) => [what, `${median(list).toFixed(1)} ms`, (median(list) / bare).toFixed(2)]);
table("Codex: median, and as a multiple of node -e 0", rows);
server.once("exit", () => rmSync(folder, { recursive: true, force: true }));

// Runs in Node: see run.mjs. The built server as Claude Code starts and asks it, over its standard input and
// output; `node -e 0` in the same round is 1. `npm run bench -- claude-code -- <server.js>` measures another build beside ours.
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.mjs";
import { installClaudeCode } from "../scripts/beside.mjs";

const STARTS = 21;
const HOOKS = 60;
const TURNS = 9;
const READS = 8;
const DOCS = 100;
const SESSION = "11111111-2222";
const EMPTY = `import { createInterface } from "node:readline";
const ANSWERS = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } },
  "tools/list": { tools: [] },
  "tools/call": { content: [{ type: "text", text: "{}" }] },
};
createInterface(process.stdin).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: ANSWERS[method] ?? {} }));
});
`;
const folder = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
const project = join(folder, "project");
const ours = fileURLToPath(new URL("../dist/claude-code/server.js", import.meta.url));
const others = process.argv.slice(2).filter((word) => word !== "--");
const builds = { "this build": ours };
for (const path of others) builds[path] = resolve(path);

mkdirSync(join(project, "memory-bank/details/learnings"), { recursive: true });
writeFileSync(join(project, "package.json"), "{}\n");
writeFileSync(join(project, "cart.ts"), "export const cart = 1;\n");
writeFileSync(
  join(project, "memory-bank/MEMORY.md"),
  `# Memory\n\n${"- a line of memory\n".repeat(300)}`,
);
writeFileSync(join(project, "memory-bank/details/patterns.md"), "- be kind\n");
for (let index = 0; index < DOCS; index++)
  writeFileSync(join(project, `memory-bank/details/learnings/doc-${index}.md`), `# Doc ${index}\n`);

const env = {
  ...process.env,
  CLAUDE_PROJECT_DIR: project,
  XDG_STATE_HOME: join(folder, "state"),
  XDG_CACHE_HOME: join(folder, "cache"),
};

/** One server, asked in the way of the host. */
function start(server) {
  const child = spawn(process.execPath, [server], {
    env,
    cwd: project,
    stdio: ["pipe", "pipe", 2],
  });
  const waiting = new Map();
  let count = 0;
  createInterface(child.stdout).on("line", (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const ask = (method, params = {}) =>
    new Promise((settle) => {
      waiting.set(++count, settle);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: count, method, params })}\n`);
    });
  const hook = async (event, fields = {}) => {
    const given = { event, session: SESSION, folder: project, part: "1", ...fields };
    const { content } = await ask("tools/call", { name: "hook", arguments: given });
    return JSON.parse(content[0].text);
  };
  const end = () =>
    new Promise((settle) => {
      child.once("exit", settle);
      child.stdin.end();
    });
  return { ask, hook, end };
}

const bare = () => spawnSync(process.execPath, ["-e", "0"]);
const timed = async (act) => {
  const began = performance.now();
  await act();
  return performance.now() - began;
};
const times = new Map();
const note = (name, time) => times.set(name, [...(times.get(name) ?? []), time]);
const of = (name) => median(times.get(name));
const row = (name, most) => [
  name,
  `${of(name).toFixed(1)} ms`,
  `${(of(name) / of("node -e 0")).toFixed(2)}x`,
  most ?? "",
];

// Start of a session: until the first prompt is answered.
for (let round = -2; round < STARTS; round++) {
  const bareTime = await timed(bare);
  if (round >= 0) note("node -e 0", bareTime);
  for (const [name, path] of Object.entries(builds)) {
    const server = start(path);
    const time = await timed(async () => {
      await server.ask("initialize", { protocolVersion: "2025-06-18" });
      await server.ask("tools/list");
      await server.hook("UserPromptSubmit", {
        transcript: join(folder, "t.jsonl"),
        prompt: "Hello",
      });
    });
    await server.end();
    if (round >= 0) note(`start, ${name}`, time);
  }
}
table(`Start of a session until its first prompt is answered, median of ${STARTS}`, [
  ["", "median", "x node", "at most"],
  row("node -e 0"),
  ...Object.keys(builds).map((name) => row(`start, ${name}`, "1.5x")),
]);

// Hooks of calls, beside a transcript that grows.
const transcript = join(folder, "session.jsonl");
let last = null;
function write(fields) {
  const uuid = `row-${Math.random()}`;
  appendFileSync(transcript, `${JSON.stringify({ parentUuid: last, uuid, ...fields })}\n`);
  last = uuid;
}
const server = start(ours);
await server.ask("initialize");
await server.hook("UserPromptSubmit", { transcript, prompt: "Hello" });
write({ type: "user", promptSource: "sdk", message: { content: "Hello" } });
const CALLS = {
  Read: { file_path: join(project, "cart.ts") },
  "Read of a doc": { file_path: join(project, "memory-bank/details/patterns.md") },
  Edit: { file_path: join(project, "cart.ts"), old_string: "1", new_string: "2" },
  Bash: { command: "git status --short && ls -la | head" },
};
const shown = { type: "text", file: { startLine: 1, numLines: 2, totalLines: 2 } };
times.delete("node -e 0");
await new Promise((settle) => setTimeout(settle, 2500));
for (let round = -5; round < HOOKS; round++) {
  const bareTime = await timed(bare);
  if (round >= 0) note("node -e 0", bareTime);
  for (const [name, input] of Object.entries(CALLS)) {
    const tool = name.split(" ")[0];
    const callID = `call-${name}-${round}`;
    const given = { transcript, tool, callID, args: JSON.stringify(input) };
    const response = JSON.stringify(tool === "Read" ? shown : { stdout: "text" });
    const part = { type: "tool_use", id: callID, name: tool, input };
    write({ type: "assistant", message: { id: callID, content: [part] } });
    const before = await timed(() => server.hook("PreToolUse", given));
    const after = await timed(() => server.hook("PostToolUse", { ...given, response }));
    const result = { type: "tool_result", tool_use_id: callID, content: "text" };
    write({ type: "user", message: { content: [result] }, toolUseResult: JSON.parse(response) });
    if (round < 0) continue;
    note(`PreToolUse ${name}`, before);
    note(`PostToolUse ${name}`, after);
  }
}
await server.end();
table(`One hook with ${DOCS} docs, median of ${HOOKS}`, [
  ["", "median", "x node", "at most"],
  row("node -e 0"),
  ...Object.keys(CALLS).flatMap((name) => [
    row(`PreToolUse ${name}`, "0.3x"),
    row(`PostToolUse ${name}`, "0.3x"),
  ]),
]);

// A session that a new server finds: its transcript is folded before the first prompt is answered.
const FILLER = `${JSON.stringify({ type: "api-request-body", body: "x".repeat(80_000) })}\n`;
const rows = [["", "rows", "until first answer", "x without"]];
let without;
for (const size of [0, 3_000_000, 30_000_000]) {
  const path = join(folder, `long-${size}.jsonl`);
  writeFileSync(path, "");
  let count = 0;
  last = null;
  for (let bytes = 0; bytes < size; count++) {
    const lines = [];
    const next = (fields) => {
      const uuid = `${count}-${lines.length}`;
      lines.push(`${JSON.stringify({ parentUuid: last, uuid, ...fields })}\n`);
      last = uuid;
    };
    const id = `c${count}`;
    if (count % 20 === 0)
      next({ type: "user", promptSource: "sdk", message: { content: "Go on" } });
    const part = { type: "tool_use", id, name: "Read", input: CALLS["Read of a doc"] };
    next({ type: "assistant", message: { id, content: [part] } });
    const result = { type: "tool_result", tool_use_id: id, content: "- a line\n".repeat(500) };
    next({ type: "user", message: { content: [result] }, toolUseResult: shown });
    appendFileSync(path, lines.join("") + FILLER);
    bytes = statSync(path).size;
  }
  const found = [];
  for (let round = 0; round < 5; round++) {
    const fresh = start(ours);
    await fresh.ask("initialize");
    found.push(
      await timed(() => fresh.hook("UserPromptSubmit", { transcript: path, prompt: "Go" })),
    );
    await fresh.end();
  }
  without ??= median(found);
  const name = size === 0 ? "no transcript" : `${size / 1e6} MB`;
  const time = median(found);
  rows.push([name, count * 2, `${time.toFixed(0)} ms`, `${(time / without).toFixed(1)}x`]);
}
table("A transcript folded by a new server, median of 5", rows);

// In the real Claude Code: one turn of a few reads, with the plugin and without it.
const { CLAUDE_CODE, claude, makeHome, removeFolder, call, makeProject, say, startScriptedModel } =
  await import("../build/claude.js");
const { whyNot } = installClaudeCode();
if (whyNot !== undefined) {
  console.log(`\nNot measured in Claude Code: ${whyNot}`);
} else {
  const home = makeHome("claude");
  const model = await startScriptedModel(CLAUDE_CODE);
  const files = { "cart.ts": "export const cart = 1;\n", "memory-bank/MEMORY.md": "# Memory\n" };
  const plugin = fileURLToPath(new URL("../dist/claude-code", import.meta.url));
  // The same hooks, and a server that has nothing to say: what the host itself takes for a plugin.
  const empty = join(folder, "empty");
  cpSync(plugin, empty, { recursive: true });
  writeFileSync(join(empty, "server.js"), EMPTY);
  const ways = {
    without: [],
    "an empty plugin": ["--plugin-dir", empty],
    with: ["--plugin-dir", plugin],
  };
  times.delete("node -e 0");
  for (let round = -1; round < TURNS; round++) {
    const bareTime = await timed(bare);
    if (round >= 0) note("node -e 0", bareTime);
    for (const [name, args] of Object.entries(ways)) {
      const place = { home, model, project: makeProject({ home }, { files, plugin: false }), args };
      const asked = [];
      const read = call("Read", { file_path: join(place.project.dir, "cart.ts") });
      const step = (next) => () => {
        asked.push(performance.now());
        return next;
      };
      const steps = [...Array.from({ length: READS }, () => step(read)), step(say("Done."))];
      const began = performance.now();
      await claude({ ...place, prompt: "Read it", steps });
      if (round < 0) continue;
      note(`first request, ${name}`, asked[0] - began);
      const between = asked.slice(1).map((time, index) => time - asked[index]);
      for (const time of between) note(`step, ${name}`, time);
    }
  }
  await model.stop();
  removeFolder(home);
  const added = (what) =>
    Object.keys(ways).map((name) => {
      const key = `${what}, ${name}`;
      const more = (of(key) - of(`${what}, without`)) / of("node -e 0");
      return [key, `${of(key).toFixed(0)} ms`, `${more.toFixed(2)}x`];
    });
  table(
    `In the real Claude Code, median of ${TURNS} turns of ${READS} reads; a step has two hooks`,
    [
      ["", "median", "added, x node"],
      ["node -e 0", `${of("node -e 0").toFixed(0)} ms`, ""],
      ...added("first request"),
      ...added("step"),
    ],
  );
}
rmSync(folder, { recursive: true });

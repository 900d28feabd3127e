// Runs in Node: see run.mjs. What a start of OpenCode's terminal waits for, and what our part does a moment later,
// each time in a new process of the host's Bun. `node bench/run.mjs terminal -- 5`: the median of five.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.mjs";

const rounds = Number(process.argv.slice(2).find((word) => word !== "--") ?? 21);
const bun = process.env.MEMORY_BANK_BENCH_BUN;
const folder = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
const [bare, banked] = ["bare", "banked"].map((name) => join(folder, name));
mkdirSync(bare);
mkdirSync(join(banked, "memory-bank/details"), { recursive: true });
writeFileSync(join(banked, "memory-bank/MEMORY.md"), "# Memory\n");
writeFileSync(join(banked, "memory-bank/details/patterns.md"), "- be kind\n");
const empty = join(folder, "empty.mjs");
writeFileSync(empty, "export default { tui: async () => {} };\n");

/** Prints the milliseconds of CPU until `tui()` is back, and those after it until our part is done or rests. */
const program = join(folder, "program.mjs");
writeFileSync(
  program,
  `import "node:fs"; import "node:path"; import "node:os"; import "node:crypto";
import { plugin as lend } from "bun";
const lent = (name, exports) => lend({ name, setup: (build) => build.module(name, () => ({ exports, loader: "object" })) });
lent("solid-js", { createSignal: (value) => [() => value, () => {}] });
lent("@opentui/solid", { createElement: () => ({}), setProp() {}, insert: (_, child) => typeof child === "function" && child() });
const spent = (since) => { const { user, system } = process.cpuUsage(since); return (user + system) / 1000; };
const [file, directory] = process.argv.slice(2);
let asked = [];
const session = { status: () => undefined, messages: () => [], get: () => undefined };
const api = {
  state: { path: { directory, worktree: directory }, config: { plugin: ["agent-memory-bank"] }, session, part: () => [] },
  theme: { current: {} },
  slots: { register: ({ slots }) => { asked.push("slots"); slots.home_bottom(); slots.session_prompt_right({}, { session_id: "s" }); } },
  event: { on: (name) => { asked.push(name); return () => {}; } },
  lifecycle: { onDispose() {} },
};
let since = process.cpuUsage();
const { default: plugin } = await import(file);
await plugin.tui(api);
const waited = spent(since);
since = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, 400));
console.log(JSON.stringify({ waited, later: spent(since), asked }));
process.exit();
`,
);

const ours = fileURLToPath(new URL("../dist/tui.js", import.meta.url));
const ways = {
  "an empty module": [empty, bare],
  "ours, no bank": [ours, bare],
  "ours, a bank": [ours, banked],
};
const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = -1; round < rounds; round++) {
  for (const [name, args] of Object.entries(ways)) {
    const env = { ...process.env, BUN_BE_BUN: "1", XDG_STATE_HOME: join(folder, "state") };
    const output = execFileSync(bun, [program, ...args], { encoding: "utf8", env });
    if (round >= 0) times[name].push(JSON.parse(output));
  }
}
rmSync(folder, { recursive: true });

const of = (name, what) => median(times[name].map((each) => each[what]));
const ratio = (name, what) => `${(of(name, what) / of("an empty module", what)).toFixed(1)}x`;
table(`OpenCode's terminal: ms of CPU, median of ${rounds} processes`, [
  ["", "start waits", "x empty", "later", "x empty", "listens to"],
  ...Object.keys(ways).map((name) => [
    name,
    of(name, "waited").toFixed(2),
    ratio(name, "waited"),
    of(name, "later").toFixed(2),
    ratio(name, "later"),
    times[name][0].asked.length,
  ]),
]);

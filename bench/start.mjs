// Runs in Node: see run.mjs. What a start of OpenCode pays for the plugin, each time in a new process of the
// host's Bun that has loaded what the host itself uses of Node. `node bench/run.mjs start -- <dist/plugin.js>`
// measures another build beside ours.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.mjs";

const ROUNDS = 21;
const HOSTS_OWN = ["buffer", "child_process", "crypto", "fs", "fs/promises", "os", "path", "url"];
const bun = process.env.MEMORY_BANK_BENCH_BUN;
const folder = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
mkdirSync(join(folder, "memory-bank"));
writeFileSync(join(folder, "memory-bank/MEMORY.md"), "# Memory\n");
const empty = join(folder, "empty.mjs");
writeFileSync(empty, "export default { server: async () => ({}) };\n");

/** Prints the milliseconds of CPU that the import took, and that the start of the server took. */
const program = join(folder, "program.mjs");
writeFileSync(
  program,
  `${[...HOSTS_OWN, "worker_threads"].map((name) => `import "node:${name}";`).join("\n")}
const spent = (since) => { const { user, system } = process.cpuUsage(since); return (user + system) / 1000; };
const input = { directory: ${JSON.stringify(folder)}, worktree: ${JSON.stringify(folder)}, client: {} };
let since = process.cpuUsage();
const { default: plugin } = await import(process.argv[2]);
const imported = spent(since);
since = process.cpuUsage();
await plugin.server(input, {});
console.log(JSON.stringify([imported, spent(since)]));
process.exit();
`,
);

const ours = fileURLToPath(new URL("../dist/plugin.js", import.meta.url));
const others = process.argv.slice(2).filter((word) => word !== "--");
const ways = { "an empty module": empty, "this build": ours };
for (const path of others) ways[path] = resolve(path);

const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, file] of Object.entries(ways)) {
    const env = { ...process.env, BUN_BE_BUN: "1", XDG_STATE_HOME: join(folder, "state") };
    const output = execFileSync(bun, [program, file], { encoding: "utf8", env });
    if (round >= 0) times[name].push(JSON.parse(output));
  }
}
rmSync(folder, { recursive: true });

const importOf = (name) => median(times[name].map(([imported]) => imported));
const startOf = (name) => median(times[name].map(([imported, started]) => imported + started));
table(`Start of the plugin in the host's Bun, ms of CPU, median of ${ROUNDS} processes`, [
  ["", "import", "x empty", "import + server()", "x empty"],
  ...Object.keys(ways).map((name) => [
    name,
    importOf(name).toFixed(2),
    `${(importOf(name) / importOf("an empty module")).toFixed(1)}x`,
    startOf(name).toFixed(2),
    `${(startOf(name) / startOf("an empty module")).toFixed(1)}x`,
  ]),
]);

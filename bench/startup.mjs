// Runs in Node: see run.mjs. What the CLI costs before it does anything, as a ratio to a bare Node.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.mjs";

const ROUNDS = 25;
const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
const empty = join(folder, "empty.mjs");
writeFileSync(empty, "");

const ways = {
  "bare Node": [empty],
  "memory-bank --version": [cli, "--version"],
  "memory-bank status": [cli, "status", folder],
  "memory-bank --help": [cli, "--help"],
};
const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = -2; round < ROUNDS; round++) {
  for (const [name, args] of Object.entries(ways)) {
    const started = performance.now();
    spawnSync(process.execPath, args, { stdio: "ignore" });
    if (round >= 0) times[name].push(performance.now() - started);
  }
}
rmSync(folder, { recursive: true });

const bare = median(times["bare Node"]);
table(`Start-up, median of ${ROUNDS} runs`, [
  ["", "ms", "x bare Node"],
  ...Object.entries(times).map(([name, list]) => [
    name,
    median(list).toFixed(1),
    `${(median(list) / bare).toFixed(2)}x`,
  ]),
]);

// Runs in the host's Bun: see run.mjs. The worst that a command can cost the host: CPU time of each of 10,000
// that are made to be slow, against files on disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { HOSTILE_FILES, createPaths, hostileCommands, toShellCall } from "../build/shell.js";
import { table } from "./measure.mjs";

const COUNT = Number(process.argv[2] ?? 10_000);
const SEED = Number(process.argv[3] ?? 1);
const GOAL = 20;

const root = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-hostile-")));
const bank = join(root, "memory-bank");
const files = {
  ...HOSTILE_FILES,
  "memory-bank/MEMORY.md": "# Memory\n",
  ...Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => [`memory-bank/details/${n}.md`, "# A\n"]),
  ),
  ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`lib/folder-${n}/a.ts`, ""])),
  ...Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`file-${n}.log`, ""])),
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });

/** In milliseconds of this process: other programs on the machine do not count. */
function cpuTimeOf(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const ask = (command) => toShellCall(command, { folder: root, root, paths });
const measured = [];
try {
  for (const { kind, command } of hostileCommands(COUNT, SEED)) {
    let time = cpuTimeOf(() => ask(command));
    // Compilation of our own code and garbage of the commands before fall on the first run, busy neighbours on any.
    for (let again = 0; again < 9 && time > GOAL / 2; again++) {
      time = Math.min(
        time,
        cpuTimeOf(() => ask(command)),
      );
    }
    measured.push({ kind, command, time });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

const kinds = [...new Set(measured.map(({ kind }) => kind))];
const row = (name, list) => {
  const times = list.map(({ time }) => time).toSorted((a, b) => a - b);
  const at = (part) =>
    `${times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(2)} ms`;
  return [name, list.length, at(0.5), at(0.99), at(1)];
};
table(`Hostile commands, CPU time inside the host's Bun (goal: ${GOAL} ms)`, [
  ["", "commands", "median", "99 %", "worst"],
  ...kinds.map((name) =>
    row(
      name,
      measured.filter(({ kind }) => kind === name),
    ),
  ),
  row("all", measured),
]);
for (const { kind, command, time } of measured.filter(({ time }) => time > GOAL)) {
  console.log(`  over: ${time.toFixed(0)} ms, ${kind}: ${JSON.stringify(command.slice(0, 120))}`);
}

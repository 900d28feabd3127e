// Runs in the host's Bun: what looking at the bank around a command costs. See run.mjs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import plugin from "../dist/plugin.js";
import { measure, statsOf, table, untilTimesCount } from "./measure.mjs";

const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
const DOC = `# A doc\n\n${"- a line of memory that somebody wrote\n".repeat(60)}`;
const SIZES = [10, 100, 1000, 10_000];

process.env.XDG_STATE_HOME = mkdtempSync(join(tmpdir(), "memory-bank-bench-state-"));

function makeProject(docs) {
  const root = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
  mkdirSync(join(root, "memory-bank/details/learnings"), { recursive: true });
  writeFileSync(join(root, "memory-bank/MEMORY.md"), DOC);
  writeFileSync(join(root, "memory-bank/details/patterns.md"), DOC);
  for (let index = 0; index < docs - 2; index++) {
    writeFileSync(join(root, `memory-bank/details/learnings/doc-${index}.md`), DOC);
  }
  return root;
}

/** The longest that nothing else could run in the host during a call, and while the bank is looked at after it. */
async function longestHold(call) {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await call("held");
  await new Promise((resolve) => setTimeout(resolve, 200));
  isOver = true;
  return longest * 1000;
}

const rows = [["", "stat of all", "ls", "x stat", "make", "x stat", "node -e", "x stat", "held"]];
for (const docs of SIZES) {
  const root = makeProject(docs);
  const hooks = await plugin.server({ directory: root, worktree: root, client }, {});
  const calling = (command) => async (index) => {
    const input = { tool: "bash", sessionID: "session", callID: `call-${index}` };
    const args = { command };
    await hooks["tool.execute.before"](input, { args });
    const result = { title: "", output: "", metadata: { exit: 0 } };
    await hooks["tool.execute.after"]({ ...input, args }, result);
  };
  const look = statsOf(join(root, "memory-bank"));
  await untilTimesCount();
  const figures = await measure(
    {
      stats: look,
      program: calling("make"),
      inline: calling('node -e "1"'),
      harmless: calling("ls -la src && git status"),
    },
    // Many short rounds: the first hundreds are slower, until the host has compiled what runs.
    { rounds: docs > 1000 ? 10 : docs > 100 ? 100 : 1000, calls: 1 },
  );
  const holds = [];
  for (let round = 0; round < 9; round++) holds.push(await longestHold(calling('node -e "1"')));
  const ms = (microseconds) => `${(microseconds / 1000).toFixed(2)} ms`;
  rows.push([
    `${docs} docs`,
    ms(figures.stats),
    ms(figures.harmless),
    `${(figures.harmless / figures.stats).toFixed(1)}x`,
    ms(figures.program),
    `${(figures.program / figures.stats).toFixed(1)}x`,
    ms(figures.inline),
    `${(figures.inline / figures.stats).toFixed(1)}x`,
    ms(Math.min(...holds)),
  ]);
  rmSync(root, { recursive: true });
}
rmSync(process.env.XDG_STATE_HOME, { recursive: true });
table(
  "The bank compared after a command, inside the host's Bun, against one stat of each name in it",
  rows,
);

// Runs in the host's Bun: how long the corpus's harmless commands wait for us with 100 docs. See run.mjs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import plugin from "../dist/plugin.js";
import { fillIn, makeTemplate } from "../test/fixtures/shell-corpus/run-command.mjs";
import { table, untilTimesCount } from "./measure.mjs";

const TRUTH = new URL("../test/fixtures/shell-corpus/commands.jsonl", import.meta.url);
const DOCS = 100;
const CALLS = 15;
const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };

const template = makeTemplate();
const { root } = template;
process.env.XDG_STATE_HOME = join(template.directory, "state");
const folder = join(root, "memory-bank/details/learnings");
mkdirSync(folder, { recursive: true });
for (let index = 0; index < DOCS; index++) {
  writeFileSync(join(folder, `doc-${index}.md`), `# Doc ${index}\n${"- a line\n".repeat(60)}`);
}
const hooks = await plugin.server({ directory: root, worktree: root, client }, {});
await hooks["experimental.chat.system.transform"]({ sessionID: "s", model: {} }, { system: ["x"] });
await untilTimesCount();

let count = 0;
/** Both hooks of one call, in milliseconds; undefined where it is refused. */
async function delayOf(args) {
  const input = { tool: "bash", sessionID: "s", callID: `call-${count++}` };
  const started = performance.now();
  try {
    await hooks["tool.execute.before"](input, { args });
  } catch {
    return undefined;
  }
  const result = { title: "", output: "", metadata: { exit: 0 } };
  await hooks["tool.execute.after"]({ ...input, args }, result);
  return performance.now() - started;
}

const harmless = readFileSync(TRUTH, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter((entry) => entry.kind === "everyday");
const found = [];
for (const { command, workdir = "." } of harmless) {
  const args = { command: fillIn(command, root), workdir: join(root, workdir) };
  const delays = [];
  for (let call = 0; call < CALLS; call++) delays.push(await delayOf(args));
  if (!delays.includes(undefined)) found.push({ command, ms: Math.min(...delays) });
}
template.remove();

const sorted = found.toSorted((a, b) => a.ms - b.ms);
const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
const ms = (value) => `${value.toFixed(2)} ms`;
table(
  `${found.length} harmless commands of the corpus, ${DOCS} docs: both hooks together, the fastest of ${CALLS}`,
  [
    ["median", ms(at(0.5).ms)],
    ["95 %", ms(at(0.95).ms)],
    ["99 %", ms(at(0.99).ms)],
    ["worst", ms(at(1).ms)],
    ["over 3 ms", found.filter((each) => each.ms > 3).length],
  ],
);
for (const each of sorted.slice(-5).toReversed()) {
  console.log(`  ${ms(each.ms)}  ${each.command.split("\n")[0].slice(0, 80)}`);
}

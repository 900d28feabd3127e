// Runs in the host's Bun: see run.mjs.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import plugin from "../dist/plugin.js";
import { measure, statsOf, table, untilTimesCount } from "./measure.mjs";

const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };

function makeProject(docs) {
  const root = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
  mkdirSync(join(root, "memory-bank/details/learnings"), { recursive: true });
  mkdirSync(join(root, "src/shop/checkout"), { recursive: true });
  writeFileSync(join(root, "src/shop/checkout/cart.ts"), "export const cart = 1;\n");
  writeFileSync(join(root, "package.json"), "{}\n");
  writeFileSync(
    join(root, "memory-bank/MEMORY.md"),
    `# Memory\n\n${"- a line of memory\n".repeat(300)}`,
  );
  writeFileSync(join(root, "memory-bank/details/patterns.md"), "- be kind\n");
  for (let index = 0; index < docs; index++) {
    writeFileSync(join(root, `memory-bank/details/learnings/doc-${index}.md`), `# Doc ${index}\n`);
  }
  return root;
}

const start = (server, directory, options = {}) =>
  server(
    { directory, worktree: directory, client, project: {}, serverUrl: new URL("http://127.0.0.1") },
    options,
  );

/** A call as the host makes it: before, and after success. */
function calling(hooks, tool, args, result) {
  const before = hooks["tool.execute.before"];
  const after = hooks["tool.execute.after"];
  return async (index) => {
    const input = { tool, sessionID: "session", callID: `call-${index}` };
    await before(input, { args });
    if (after !== undefined)
      await after({ ...input, args }, { title: "", output: result, metadata: {} });
  };
}

// What is logged here is nobody's.
const states = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
process.env.XDG_STATE_HOME = states;
delete process.env.MEMORY_BANK_LOG;

const peer = (await import("cc-safety-net")).default;
const EDIT = { oldString: "1", newString: "2" };
const HARMLESS = "git status --short && ls -la src | head";
const SCRIPT = `mkdir -p scripts && cd scripts
cat > notes.txt <<'END'
first line of a note
second line with $HOME in it
END
wc -l notes.txt
grep -n second notes.txt | head -1`;

/** Rounds so short that most of them are over before the machine turns to something else. */
async function measureHeld(hooks, root, edit, file) {
  const bash = (command) => calling(hooks, "bash", { command }, "text");
  const look = statsOf(join(root, "memory-bank"));
  return measure(
    {
      stat: () => statSync(file),
      edit: calling(hooks, "edit", edit, "text"),
      look,
      harmless: bash(HARMLESS),
      script: bash(SCRIPT),
      checked: bash("make"),
    },
    { rounds: 1000, calls: 10 },
  );
}

const sizes = [1, 100, 10_000];
const figures = {};
let held;
for (const docs of sizes) {
  const root = makeProject(docs);
  const file = join(root, "src/shop/checkout/cart.ts");
  const ours = await start(plugin.server, root);
  const theirs = await start(peer.server, root);
  // Of two copies in one folder only the last one acts: the one without a log has a folder of its own.
  const quietRoot = makeProject(docs);
  const quiet = await start(plugin.server, quietRoot, { log: "off" });
  const quietEdit = { ...EDIT, filePath: join(quietRoot, "src/shop/checkout/cart.ts") };
  const edit = { ...EDIT, filePath: file };
  const inject = ours["experimental.chat.system.transform"];
  figures[docs] = await measure(
    {
      stat: () => statSync(file),
      read: calling(ours, "read", { filePath: file }, "text"),
      edit: calling(ours, "edit", edit, "text"),
      quietEdit: calling(quiet, "edit", quietEdit, "text"),
      bash: calling(ours, "bash", { command: "git status" }, "text"),
      glob: calling(ours, "glob", { pattern: "**/*.ts" }, "text"),
      inject: async () => {
        const system = ["You are …\n<env>\n</env>"];
        await inject({ sessionID: "session", model: {} }, { system });
      },
      peerRead: calling(theirs, "read", { filePath: file }, "text"),
      peerEdit: calling(theirs, "edit", edit, "text"),
    },
    { rounds: docs === 1 ? 200 : 60 },
  );
  // A program may write anything: the bank is looked at before and after it.
  await untilTimesCount();
  Object.assign(
    figures[docs],
    await measure(
      {
        program: calling(ours, "bash", { command: "npm test" }, "text"),
        peerBash: calling(theirs, "bash", { command: "npm test" }, "text"),
      },
      { rounds: 10, calls: 3 },
    ),
  );
  if (docs === 100) held = await measureHeld(ours, root, edit, file);
  await ours.dispose();
  for (const folder of [root, quietRoot]) rmSync(folder, { recursive: true });
}
rmSync(states, { recursive: true });

const names = {
  stat: "bare stat",
  read: "read of a code file",
  edit: "edit of a code file",
  quietEdit: "the same without a decision log",
  bash: "bash: git status",
  program: "bash: npm test",
  glob: "glob",
  inject: "injection, bank unchanged",
  peerRead: "cc-safety-net: read",
  peerEdit: "cc-safety-net: edit",
  peerBash: "cc-safety-net: npm test",
};
const first = figures[1];
table("Median per call (before + after), inside the host's Bun", [
  ["", "1 doc", "100 docs", "10000 docs", "x stat"],
  ...Object.entries(names).map(([key, name]) => [
    name,
    ...sizes.map((docs) => `${figures[docs][key].toFixed(1)} us`),
    `${(first[key] / first.stat).toFixed(1)}x`,
  ]),
]);

const holding = (name, key, most, bare) => [
  name,
  `${held[key].toFixed(1)} us`,
  most,
  `${held[bare].toFixed(1)} us`,
  `${(held[key] / held[bare]).toFixed(2)}x`,
];
table("What the hooks are held to, with 100 docs, on a machine that does nothing else", [
  ["", "median", "at most", "bare", "x bare"],
  holding("edit of a code file; bare: stat", "edit", "20 us", "stat"),
  // After each of these the bank is compared: bare is one stat of every name in it.
  holding(`${HARMLESS}; bare: stats`, "harmless", "1.5x", "look"),
  holding("a script of four lines with a here-doc; bare: stats", "script", "150 us more", "look"),
  holding("make; bare: stats", "checked", "1.5x", "look"),
]);
console.log(
  `\nThe decision log: ${(first.edit / first.quietEdit).toFixed(2)}x of an edit without it (${(first.edit - first.quietEdit).toFixed(1)} us)`,
);

// Runs in the host's Bun: see run.mjs. What the shell analysis costs against the bare parse.
import { analyzeCommand, forEachChild, parse } from "../build/shell.js";
import { measure, table } from "./measure.mjs";

const WORLD = {
  home: "/home/me",
  start: "/home/me/project",
  root: "/home/me/project",
  bank: "/home/me/project/memory-bank",
  isFolder: (path) => path.endsWith("/memory-bank") || path.endsWith("/src"),
  isLink: () => false,
  isThere: () => false,
  list: () => ["MEMORY.md", "details"],
  variable: () => undefined,
};

const COMMANDS = {
  "a program": "npm test",
  "plain words": "git log --oneline -n 20",
  "a pipe": "git diff --stat | head -20",
  "a write": "echo done > out/log.txt",
  "into the bank": "cd memory-bank && sed -i s/a/b/ MEMORY.md",
  "a loop": 'for f in src/*.ts; do sed -i "s/old/new/" "$f"; done',
  nested: `bash -c 'cd src && find . -name "*.tmp" -print0 | xargs -0 rm -f'`,
  "a script": Array.from(
    { length: 60 },
    (_, n) => `if [ -f a${n} ]; then cp a${n} "b${n}" && echo $((n + 1)) >> log; fi`,
  ).join("\n"),
};

const client = { app: { log: async () => ({}) } };
const peer = await (
  await import("cc-safety-net")
).default.server(
  {
    directory: "/tmp",
    worktree: "/tmp",
    client,
    project: {},
    serverUrl: new URL("http://127.0.0.1"),
  },
  {},
);
const peerBefore = peer["tool.execute.before"];

/** The parser leaves the insides of words for later; this asks for all of them. */
function walk(node) {
  forEachChild(node, walk);
}

const rows = [
  ["", "length", "parse", "full parse", "analysis", "x parse", "x full", "peer", "peer/ours"],
];
for (const [name, command] of Object.entries(COMMANDS)) {
  const { bare, full, ours } = await measure(
    {
      bare: () => void parse(command),
      full: () => walk(parse(command)),
      ours: () => void analyzeCommand(command, WORLD),
    },
    { rounds: 60, calls: command.length > 1000 ? 20 : 200 },
  );
  const { theirs } = await measure(
    {
      theirs: async () => {
        const input = { tool: "bash", sessionID: "s", callID: "c" };
        await peerBefore(input, { args: { command } }).catch(() => undefined);
      },
    },
    { rounds: 8, calls: 10 },
  );
  rows.push([
    name,
    command.length,
    `${bare.toFixed(1)} us`,
    `${full.toFixed(1)} us`,
    `${ours.toFixed(1)} us`,
    `${(ours / bare).toFixed(1)}x`,
    `${(ours / full).toFixed(1)}x`,
    `${theirs.toFixed(0)} us`,
    `${(theirs / ours).toFixed(0)}x`,
  ]);
}
table("Shell analysis, medians inside the host's Bun", rows);

const LIMITS = {
  "1 MB of text": `echo ${"a".repeat(1_000_000)}`,
  "10,000 parentheses": "(".repeat(10_000),
  "10,000 substitutions": `echo ${"$(".repeat(10_000)}`,
  "an unterminated quote": `echo '${"a".repeat(90_000)}`,
  "45 KB of commands": "echo a > b; ".repeat(3750),
  "loops in loops": `${"for x in 1 2 3 4 5 6 7 8 9; do ".repeat(8)}rm a${"; done".repeat(8)}`,
  "words that multiply": `echo ${"{a,b}".repeat(30)} > b`,
  "subshells with globs": "(cd src; rm *); ".repeat(2000),
  "code with quotes": `python3 -c '${'x("a", "b") + '.repeat(1500)}1'`,
  "a long word in code": `python3 -c 'open("${"a".repeat(15_000)}")'`,
};
table(
  "Bad input",
  Object.entries(LIMITS).map(([name, command]) => {
    const started = performance.now();
    const { isReading } = analyzeCommand(command, WORLD);
    return [
      name,
      `${(performance.now() - started).toFixed(1)} ms`,
      isReading ? "only reads" : "compared",
    ];
  }),
);

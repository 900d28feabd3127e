// Runs in the host's Bun: what checking a bank costs, by its size and by rule. See run.mjs.
import { heapStats } from "bun:jsc";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHECK_RULES, checkBank, readCheckInput } from "../build/check.js";
import { median, table } from "./measure.mjs";

const SIZES = [100, 1000, 10_000];
const FOLDERS = ["design", "requirements", "learnings"];

function write(root, path, text) {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Some 2.5 KB that no other doc has, with a link, a table, paths and commands, as docs have them. */
function renderDoc(index, next) {
  const lines = Array.from(
    { length: 30 },
    (_, line) => `- decision ${index * 30 + line}: \`src/part-${line % 9}.ts\` keeps what it reads`,
  );
  return `# Lesson ${index}

<!-- MACHINE_BLOCK_START -->

Run \`npm test\`, then see [the next one](doc-${next}.md#what-to-do).

## What to do

${lines.join("\n")}

| part | what |
|---|---|
| ${index} | \`src/gone-${index % 50}.ts\` |

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`;
}

function fill(root, docs) {
  write(root, "package.json", '{ "name": "tea", "scripts": { "test": "node --test" } }');
  for (let part = 0; part < 9; part++) write(root, `src/part-${part}.ts`, "");
  write(
    root,
    "memory-bank/MEMORY.md",
    `# Tea\n\n## Routing Rules（意图驱动）\n\n| want | read |\n|---|---|\n${FOLDERS.map((folder) => `| ${folder} | details/${folder}/ |`).join("\n")}\n`,
  );
  for (let index = 0; index < docs; index++) {
    const next = (index + FOLDERS.length) % docs;
    const folder = FOLDERS[index % FOLDERS.length];
    write(root, `memory-bank/details/${folder}/doc-${index}.md`, renderDoc(index, next));
  }
}

function timed(way, rounds) {
  const times = [];
  let result;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    result = way();
    times.push(performance.now() - started);
  }
  return { result, time: median(times) };
}

async function heap() {
  await new Promise((resolve) => setTimeout(resolve));
  Bun.gc(true);
  return heapStats().heapSize / 1024 / 1024;
}

const rows = [["", "whole check", "per doc", "findings", "heap kept"]];
const figures = [];
for (const docs of SIZES) {
  const before = await heap();
  const root = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
  fill(root, docs);
  const options = {
    directory: root,
    maxChars: 12_000,
    guardMode: "warn",
    readScope: "turn",
    lang: "en",
    locale: "en",
    today: "2026-11-15",
    mostDocs: 50_000,
  };
  const place = { root, bank: join(root, "memory-bank") };
  const { result, time } = timed(
    () => checkBank(readCheckInput(place, options)).length,
    docs > 1000 ? 3 : 5,
  );
  rmSync(root, { recursive: true });
  figures.push(time);
  const kept = (await heap()) - before;
  rows.push([
    `${docs} docs`,
    `${time.toFixed(0)} ms`,
    `${(time / docs).toFixed(2)} ms`,
    String(result),
    `${kept.toFixed(1)} MB`,
  ]);
}
const growth = (figures.at(-1) ?? 0) / (figures.at(-2) ?? 1);
rows.push(["x for 10 times the docs", `${growth.toFixed(1)}x`, "", "", ""]);
table(`Checking a bank by ${CHECK_RULES.length} rules, inside the host's Bun`, rows);

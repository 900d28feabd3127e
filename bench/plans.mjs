// Runs in the host's Bun: what planning a refresh costs, by the size of the bank. See run.mjs.
import { heapStats } from "bun:jsc";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPlan } from "../build/plans.js";
import { median, table } from "./measure.mjs";

const SIZES = [100, 1000, 10_000];
const OPTIONS = { lang: "en", locale: "en", today: "2026-11-15" };
const DOC = `# A lesson\n\n${"- a line of memory that somebody wrote\n".repeat(60)}`;

function write(root, path, text) {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Docs of every folder, linked to their neighbours; no index yet. */
function fill(root, docs, folders) {
  write(root, "package.json", '{ "name": "tea", "scripts": { "test": "node --test" } }');
  for (let index = 0; index < docs; index++) {
    const folder = folders[index % folders.length];
    write(root, `memory-bank/${folder}/doc-${index}.md`, `${DOC}\n[next](doc-${index + 1}.md)\n`);
  }
}

function apply(root, { operations }) {
  for (const operation of operations) {
    if (operation.kind === "create" || operation.kind === "edit")
      write(root, `memory-bank/${operation.path}`, operation.text);
  }
}

function timed(root, flow) {
  const bank = join(root, "memory-bank");
  const times = [];
  let result;
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    result = readPlan({ root, bank }, OPTIONS);
    times.push(performance.now() - started);
  }
  if (result.plan?.flow !== flow)
    throw new Error(`Not ${flow}: ${JSON.stringify(result).slice(0, 200)}`);
  return { plan: result.plan, time: median(times) };
}

async function heap() {
  await new Promise((resolve) => setTimeout(resolve));
  Bun.gc(true);
  return heapStats().heapSize / 1024 / 1024;
}

const rows = [["", "init", "unchanged", "doc added", "migrate", "heap kept"]];
const figures = [];
for (const docs of SIZES) {
  const before = await heap();
  const root = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
  fill(root, docs, ["details/design", "details/requirements", "details/learnings"]);
  const init = timed(root, "init");
  apply(root, init.plan);
  const unchanged = timed(root, "refresh");
  if (unchanged.plan.operations.length > 0) throw new Error("A second plan is not empty.");
  write(root, "memory-bank/details/design/new.md", DOC);
  const added = timed(root, "refresh");
  rmSync(root, { recursive: true });

  const old = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
  fill(old, docs, ["docs", "requirements", "learnings"]);
  write(old, "memory-bank/brief.md", DOC);
  const migrate = timed(old, "migrate");
  rmSync(old, { recursive: true });

  const times = [init, unchanged, added, migrate].map(({ time }) => time);
  figures.push(times);
  const kept = (await heap()) - before;
  rows.push([
    `${docs} docs`,
    ...times.map((time) => `${time.toFixed(1)} ms`),
    `${kept.toFixed(1)} MB`,
  ]);
}
const growth = (figures.at(-1) ?? []).map(
  (time, index) => time / (figures.at(-2)?.[index] ?? time),
);
rows.push(["x for 10 times the docs", ...growth.map((times) => `${times.toFixed(1)}x`), ""]);
table("Reading a plan, inside the host's Bun", rows);

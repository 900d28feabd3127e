// `npm run build && node bench/view.mjs`: the view of banks of 10, 100 and 500 docs, from the disk to the screen.
// In Node, not in the host's Bun as the other benches: the command runs in Node, the page in Chromium.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import {
  PAGE_BYTES,
  open,
  readView,
  renderServedPage,
  sampleLog,
  serveView,
  tailLog,
  toLogLines,
  writeSampleBank,
} from "../build/view.js";
import { findChromium } from "../scripts/chromium.mjs";
import { median, table } from "./measure.mjs";

const ROUNDS = 7;
const milliseconds = (value) => `${value.toFixed(0)} ms`;
const folder = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
const executablePath = findChromium();
const browser =
  executablePath && (await chromium.launch({ executablePath, args: ["--no-sandbox"] }));

try {
  const rows = [["docs", "read + model", "data", "first paint", "map drawn"]];
  for (const count of [10, 100, 500]) rows.push(await measureBank(count));
  const zipped = gzipSync(renderServedPage("x")).length;
  table(
    `The page: ${(PAGE_BYTES / 1000).toFixed(0)} kB without data (${(zipped / 1000).toFixed(0)} kB zipped); medians of ${ROUNDS}`,
    rows,
  );
} finally {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureBank(count) {
  const root = join(folder, `shop-${count}`);
  writeSampleBank(root, count, Date.now());
  const state = join(folder, `state-${count}`);
  mkdirSync(state);
  writeFileSync(join(state, "decisions.jsonl"), toLogLines(sampleLog(Date.now())));
  const { location, bank } = open(root);
  const sources = {
    location,
    bank,
    maxChars: 12_000,
    lang: "en",
    log: tailLog(state),
    findFindings: () => [],
    problems: [],
  };
  const reads = [];
  let data = "";
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    data = JSON.stringify(await readView(sources));
    reads.push(performance.now() - started);
  }
  const read = async () => JSON.stringify(await readView(sources));
  const server = await serveView({ page: renderServedPage("shop"), data: read }, 0);
  const paints = [];
  const maps = [];
  for (let round = 0; round < (browser ? ROUNDS : 0); round++) {
    const page = await browser.newPage();
    const started = performance.now();
    await page.goto(server.address);
    await page.locator(".graph .node").first().waitFor();
    maps.push(performance.now() - started);
    paints.push(
      await page.evaluate(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true }))`,
      ),
    );
    await page.close();
  }
  await server.close();
  return [
    count,
    milliseconds(median(reads)),
    `${(data.length / 1000).toFixed(0)} kB`,
    browser ? milliseconds(median(paints)) : "no browser",
    browser ? milliseconds(median(maps)) : "no browser",
  ];
}

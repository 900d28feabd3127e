// `npm run build && node bench/view.mjs`: the view of banks of 10, 100 and 500 docs, from the disk to the screen.
// In Node, not in the host's Bun as the other benches: the command runs in Node, the page in Chromium.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import {
  checkBank,
  open,
  readCheck,
  readRest,
  readView,
  renderServedPage,
  sampleLog,
  serveView,
  tailLogs,
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

/** In the page: when the map with its names is on the screen. */
const MARK_MAP = `new MutationObserver((_, observer) => {
  if (document.querySelector(".names") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark("map")));
}).observe(document, { childList: true, subtree: true })`;
const READ_MARKS = `new Promise((resolve) => {
  const look = () => {
    const [paint, map] = ["first-contentful-paint", "map"].map((name) => performance.getEntriesByName(name)[0]);
    if (paint && map) resolve({ paint: paint.startTime, map: map.startTime });
    else setTimeout(look, 20);
  };
  look();
})`;

try {
  const rows = [["docs", "read + model", "data", "rest", "rest data", "first paint", "map drawn"]];
  const maps = [];
  for (const count of [10, 100, 500]) {
    const { row, map } = await measureBank(count);
    rows.push(row);
    maps.push(map);
  }
  const page = renderServedPage("x");
  const zipped = gzipSync(page).length;
  table(
    `The page: ${(page.length / 1000).toFixed(0)} kB without data (${(zipped / 1000).toFixed(0)} kB zipped); medians of ${ROUNDS}`,
    rows,
  );
  if (browser)
    console.log(`The map of 500 docs takes ${(maps[2] / maps[0]).toFixed(1)} times that of 10.`);
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
  const opened = await open({ dir: root });
  const sources = {
    opened,
    lang: "en",
    log: tailLogs([state]),
    listKept: () => [],
    findFindings: () => checkBank(readCheck(opened, "en")),
  };
  const data = async () => JSON.stringify(readView(sources));
  const rest = async () => JSON.stringify(readRest(sources));
  const [first, later] = [await timed(data), await timed(rest)];
  const server = await serveView({ page: renderServedPage("shop"), data, rest }, 0);
  const marks = [];
  for (let round = 0; round < (browser ? ROUNDS : 0); round++) {
    const page = await browser.newPage();
    await page.addInitScript(MARK_MAP);
    await page.goto(server.address);
    marks.push(await page.evaluate(READ_MARKS));
    await page.close();
  }
  await server.close();
  const map = median(marks.map((each) => each.map));
  const paint = median(marks.map((each) => each.paint));
  const shown = browser ? [milliseconds(paint), milliseconds(map)] : ["no browser", "no browser"];
  return { map, row: [count, ...first, ...later, ...shown] };
}

async function timed(read) {
  const times = [];
  let text = "";
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    text = await read();
    times.push(performance.now() - started);
  }
  return [milliseconds(median(times)), `${(text.length / 1000).toFixed(0)} kB`];
}

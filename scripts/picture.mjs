// `npm run build && node scripts/picture.mjs`: the picture in docs/view.md, of a sample bank.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";
import { ROOT } from "./install.mjs";

const DOCS = 16;
const MOST_BYTES = 150_000;
const {
  SAMPLE_FINDINGS,
  SAMPLE_KEPT,
  open,
  readRest,
  readView,
  renderFile,
  sampleLog,
  tailLogs,
  toLogLines,
  writeSampleBank,
} = await import(`${ROOT}build/view.js`);
const folder = mkdtempSync(join(tmpdir(), "memory-bank-picture-"));
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
try {
  const root = join(folder, "storefront");
  const now = Date.now();
  writeSampleBank(root, DOCS, now);
  writeFileSync(join(folder, "decisions.jsonl"), toLogLines(sampleLog(now)));
  const { location, bank } = await open(root);
  const sources = {
    location,
    bank,
    maxChars: 12_000,
    lang: "en",
    log: tailLogs([folder]),
    listKept: () => SAMPLE_KEPT,
    findFindings: () => SAMPLE_FINDINGS,
    problems: [],
  };
  const view = { ...(await readView(sources)), rest: readRest(sources) };
  const file = join(folder, "view.html");
  writeFileSync(file, renderFile({ ...view, bank: "~/work/storefront/memory-bank" }));
  const size = { width: 1120, height: 800 };
  const page = await browser.newPage({ viewport: size });
  await page.goto(pathToFileURL(file).href);
  await page.locator(".graph .node").first().waitFor();
  const path = `${ROOT}docs/images/view.png`;
  mkdirSync(`${ROOT}docs/images`, { recursive: true });
  // Without the header, whose other language not every machine has letters for.
  const top = ((await page.locator(".tiles").boundingBox())?.y ?? 0) - 20;
  const clip = { x: 0, y: top, width: size.width, height: size.height - top };
  await page.screenshot({ path, clip });
  const { size: bytes } = statSync(path);
  if (bytes > MOST_BYTES) throw new Error(`${path} is too large: ${bytes} bytes`);
  process.stdout.write(`${path}: ${bytes} bytes\n`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderFile } from "../../src/cli/view/render-page.ts";
import { buildMap } from "../../src/view/build-map.ts";
import type { View } from "../../src/view/view.ts";
import { useBrowser } from "../helpers/browser.ts";
import { sampleDocs } from "../helpers/sample-bank.ts";

const browser = useBrowser();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-bank-map-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const docsIn = (folders: readonly string[], count: number, title: string) =>
  new Map([
    ["MEMORY.md", "# Memory\n"],
    ...Array.from({ length: count }, (_, index): [string, string] => [
      `${folders[index % folders.length] ?? ""}/${title.replaceAll(" ", "-")}-${index}.md`,
      `# ${title} ${index}\n\n${"What to mind. ".repeat((index * 37) % 400)}\n`,
    ]),
  ]);

const LONG = "a-folder-name-that-somebody-thought-would-explain-everything";
const BANKS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  "10 docs": sampleDocs(10),
  "500 docs": sampleDocs(500),
  "long names": docsIn([LONG, `${LONG}/功能模块设计说明`, `${LONG}-b`], 12, LONG),
  "60 folders": docsIn(
    Array.from({ length: 60 }, (_, index) => `module-${index}-billing`),
    200,
    "Topic",
  ),
};

function openMap(name: string) {
  const docs = [...(BANKS[name] ?? [])].map(([path, text]) => ({
    path,
    text,
    changedAt: 0,
    isUncommitted: false,
  }));
  const view: View = {
    project: "shop",
    bank: "/shop/memory-bank",
    language: "en",
    builtAt: 0,
    map: buildMap({ bankName: "memory-bank", docs, isThere: () => false, now: 0 }),
    prompt: { text: "", tokens: 0, maxChars: 1, leftOut: [], parts: [] },
    log: { from: 0, entries: [] },
    commands: {},
    problems: [],
    rest: undefined,
  };
  const file = join(folder, "view.html");
  writeFileSync(file, renderFile(view));
  return browser.open(pathToFileURL(file).href);
}

interface Measured {
  readonly folders: readonly string[];
  readonly docs: number;
  readonly faults: readonly string[];
}

/** What is drawn, and each name that overlaps another or is not wholly inside of the picture. */
const MEASURE = `(() => {
  const frame = document.querySelector(".plane").getBoundingClientRect();
  const names = [...document.querySelectorAll(".names span")].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const [room, box] = [each.getBoundingClientRect(), words.getBoundingClientRect()];
    return { text: each.textContent, isFolder: each.className === "folder-name",
      left: Math.max(room.left, box.left), right: Math.min(room.right, box.right), top: box.top, bottom: box.bottom };
  }).filter(({ left, right }) => right > left);
  const faults = names.flatMap((each, index) => [
    ...(each.left < frame.left || each.right > frame.right || each.top < frame.top || each.bottom > frame.bottom
      ? [each.text + " is cut off"] : []),
    ...names.slice(index + 1)
      .filter((other) => each.left < other.right && other.left < each.right && each.top < other.bottom && other.top < each.bottom)
      .map(({ text }) => each.text + " overlaps " + text)]);
  const folders = names.filter(({ isFolder }) => isFolder).map(({ text }) => text);
  return { folders, docs: names.length - folders.length, faults };
})()`;

describe("the map's names", () => {
  for (const name of Object.keys(BANKS)) {
    test(`neither overlap nor are cut off: ${name}`, async () => {
      const { page } = await openMap(name);
      for (const [width, height] of [
        [1280, 860],
        [600, 860],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => page.evaluate("innerWidth")).toBe(width);
        const { folders, faults } = (await page.evaluate(MEASURE)) as Measured;
        expect({ width, faults }).toEqual({ width, faults: [] });
        expect(folders.length, `names at ${width}`).toBeGreaterThan(0);
      }
    });
  }
});

test("a dot tells its name to whoever points at it or comes to it by keyboard", async () => {
  const { page } = await openMap("500 docs");
  const dots = page.locator(".plane").getByRole("button");
  const stops = await dots.evaluateAll((all: { tabIndex: number }[]) =>
    all.filter(({ tabIndex }) => tabIndex === 0),
  );
  expect(stops).toHaveLength(1);
  const tip = page.locator(".tip");
  await page.locator(".node[tabindex='0']").focus();
  for (const key of ["Home", "ArrowRight", "End"]) {
    await page.keyboard.press(key);
    const [title = ""] = String(await page.evaluate("document.activeElement.ariaLabel")).split(
      ", ",
    );
    await expect.poll(() => tip.locator("strong").textContent()).toBe(title);
  }
  await page.getByRole("searchbox").focus();
  await expect.poll(() => tip.count()).toBe(0);
  await page.locator(".node.missing").first().hover();
  await expect.poll(() => tip.textContent()).toContain("linked, but not there");
  await page.getByRole("link", { name: /^Patterns/ }).focus();
  await expect.poll(() => tip.textContent()).toContain("details/patterns.md");
});

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
const DEEP = ["a", "a/b", "a/b/c/d", "platform/services/orders/internal/adapters/persistence"];
const BANKS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  "10 docs": sampleDocs(10),
  "74 docs": sampleDocs(74),
  "200 docs": sampleDocs(200),
  "500 docs": sampleDocs(500),
  "long names": docsIn(
    ["x", "y", "z"].map((end) => `${LONG}-${end}`),
    60,
    LONG,
  ),
  "few docs with long names": docsIn([LONG, `${LONG}/${LONG}`], 12, LONG),
  "Chinese names": docsIn(
    ["功能模块设计说明", "需求/第一阶段核心功能需求", "经验教训"],
    30,
    "支付重试的设计",
  ),
  "one folder of 300": docsIn(["details/design"], 300, "Design"),
  "deep folders": docsIn(DEEP, 74, "Topic"),
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
  const names = [...document.querySelectorAll(".names text")].map((each) => ({
    text: each.textContent, box: each.getBoundingClientRect(), look: each.getAttribute("class") }));
  const faults = [];
  names.forEach(({ text, box }, index) => {
    if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
      faults.push(text + " is cut off");
    for (const other of names.slice(index + 1))
      if (box.left < other.box.right && other.box.left < box.right && box.top < other.box.bottom && other.box.top < box.bottom)
        faults.push(text + " overlaps " + other.text);
  });
  const folders = names.filter(({ look }) => look === "folder-name").map(({ text }) => text);
  return { folders, docs: names.length - folders.length, faults };
})()`;

/** How wide the window is, once the names are those for the size that the picture has now. */
const SETTLED_WIDTH = `(() => {
  const svg = document.querySelector(".plane > svg");
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.max(width / svg.clientWidth, height / svg.clientHeight);
  return Math.abs(scale - Number(svg.style.getPropertyValue("--scale"))) < 0.001 ? innerWidth : undefined;
})()`;

describe("the map's names", () => {
  for (const name of Object.keys(BANKS)) {
    test(`neither overlap nor are cut off: ${name}`, async () => {
      const { page } = await openMap(name);
      for (const [width, height] of [
        [1280, 860],
        [768, 1024],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => page.evaluate(SETTLED_WIDTH)).toBe(width);
        const { folders, faults } = (await page.evaluate(MEASURE)) as Measured;
        expect({ width, faults }).toEqual({ width, faults: [] });
        expect(folders.length, `names at ${width}`).toBeGreaterThan(0);
      }
    });
  }

  test("are all there while there is room", async () => {
    const few = await openMap("10 docs");
    await expect
      .poll(() => few.page.evaluate(MEASURE))
      .toMatchObject({
        folders: expect.arrayContaining(["design", "requirements", "learnings", "details"]),
        docs: await few.page.locator(".node[role=button]").count(),
      });
    const many = await openMap("500 docs");
    await expect
      .poll(() => many.page.evaluate(MEASURE))
      .toMatchObject({
        folders: expect.arrayContaining([
          "design",
          "requirements",
          "learnings",
          "details",
          "notes",
        ]),
      });
  });
});

describe("what a doc is for", () => {
  test("is said in the list, of the dot and of the doc, in both languages", async () => {
    const { page } = await openMap("10 docs");
    await page.getByRole("link", { name: /^Patterns patterns .*conventions/ }).waitFor();
    const dot = page.locator(".plane").getByRole("button", {
      name: "Patterns, details/patterns.md — conventions, fresh",
    });
    await dot.hover();
    await expect
      .poll(() => page.locator(".tip").textContent())
      .toContain("details/patterns.md — conventions");
    await page.getByRole("searchbox").fill("stack");
    await expect.poll(() => page.locator(".list li").allTextContents()).toHaveLength(1);
    await page.getByRole("searchbox").fill("");
    await dot.click();
    const badge = page.getByRole("article", { name: "Patterns" }).locator(".badge.role");
    await expect.poll(() => badge.textContent()).toBe("conventions");
    await page.getByRole("button", { name: "中文" }).click();
    await expect.poll(() => badge.textContent()).toBe("约定");
  });
});

describe("a dot", () => {
  test("tells its name to whoever points at it or comes to it by keyboard", async () => {
    const { page } = await openMap("500 docs");
    const dots = page.locator(".plane").getByRole("button");
    const names = await dots.evaluateAll((all: { ariaLabel: string }[]) =>
      all.map(({ ariaLabel }) => ariaLabel),
    );
    expect(names.length).toBeGreaterThanOrEqual(500);
    expect(new Set(names).size).toBe(names.length);
    const stops = await dots.evaluateAll((all: { tabIndex: number }[]) =>
      all.filter(({ tabIndex }) => tabIndex === 0),
    );
    expect(stops).toHaveLength(1);
    const tip = page.locator(".tip");
    await page.locator(".node[tabindex='0']").focus();
    for (const key of ["Home", "ArrowRight", "ArrowDown", "End", "ArrowUp", "ArrowLeft"]) {
      await page.keyboard.press(key);
      const focused = String(await page.evaluate("document.activeElement.ariaLabel"));
      const [title = ""] = focused.split(", ");
      await expect.poll(() => tip.locator("strong").textContent()).toBe(title);
      const [box, plane] = [await tip.boundingBox(), await page.locator(".plane").boundingBox()];
      if (box === null || plane === null) throw new Error("nothing is shown");
      expect(box.x).toBeGreaterThanOrEqual(plane.x);
      expect(box.x + box.width).toBeLessThanOrEqual(plane.x + plane.width);
      expect(box.y).toBeGreaterThanOrEqual(plane.y);
      expect(box.y + box.height).toBeLessThanOrEqual(plane.y + plane.height);
    }
    await page.getByRole("searchbox").focus();
    await expect.poll(() => tip.count()).toBe(0);
    await page.locator(".node.missing").first().hover();
    await expect.poll(() => tip.textContent()).toContain("linked, but not there");
    await page.getByRole("link", { name: /^Patterns/ }).focus();
    await expect.poll(() => tip.textContent()).toContain("details/patterns.md");
  });
});

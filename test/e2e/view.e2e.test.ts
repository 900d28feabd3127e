import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open as openBank } from "../../src/cli/open.ts";
import { type ViewSources, readRest, readView } from "../../src/cli/view/read-view.ts";
import { renderServedPage } from "../../src/cli/view/render-page.ts";
import { type ViewServer, serveView } from "../../src/cli/view/view-server.ts";
import { watchView } from "../../src/cli/view/watch-view.ts";
import { tailLogs } from "../../src/io/log/tail-log.ts";
import type { LogLine } from "../../src/types.ts";
import { go, useBrowser } from "../helpers/browser.ts";
import { ROOT } from "../helpers/doc-code.ts";
import { aRefusal } from "../helpers/builders.ts";
import {
  SAMPLE_FINDINGS,
  SAMPLE_KEPT,
  sampleLog,
  toLogLines,
  writeSampleBank,
} from "../helpers/sample-bank.ts";

const NARROW = { width: 390, height: 844 };
const browser = useBrowser();
const keptNow = [...SAMPLE_KEPT];

let folder = "";
let bank = "";
let log = "";
let sources: ViewSources;
let server: ViewServer;
let unwatch: () => void;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "memory-bank-view-"));
  const root = join(folder, "storefront");
  writeSampleBank(root, 24, Date.now());
  bank = join(root, "memory-bank");
  // Everything that a doc may try on a page: `window.hacked` stays unset where nothing of it works.
  copyFileSync(join(ROOT, "test/fixtures/hostile.md"), join(bank, "details/hostile.md"));
  mkdirSync(join(folder, "state"));
  log = join(folder, "state/decisions.jsonl");
  writeFileSync(log, toLogLines(sampleLog(Date.now())));
  sources = {
    opened: await openBank({ dir: root }),
    lang: "en",
    log: tailLogs([join(folder, "state")]),
    listKept: () => keptNow,
    findFindings: () => SAMPLE_FINDINGS,
  };
  const content = {
    page: renderServedPage("storefront"),
    data: async () => JSON.stringify(readView(sources)),
    rest: async () => JSON.stringify(readRest(sources)),
  };
  server = await serveView(content, 0);
  unwatch = watchView(bank, sources.log, server);
});

afterAll(async () => {
  unwatch();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (hash = "") => `${server.address}${hash}`;
const node = (page: Page, name: RegExp) =>
  page.locator(".pane.graph").getByRole("button", { name });

describe("the page", () => {
  test("leads from the map to a doc, on to another one, and back", async () => {
    const { page, strayRequests, troubles } = await browser.open(at());
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("storefront");
    await expect.poll(() => page.title()).toBe("Map · storefront · Memory Bank");
    await node(page, /^Tech, details\/tech\.md/).click();
    const reader = page.getByRole("article", { name: "Tech" });
    expect(await reader.getByRole("region", { name: "User block" }).textContent()).toContain(
      "Ask Mara before changing the database version.",
    );
    expect(await reader.getByRole("region", { name: "Machine block" }).textContent()).toContain(
      "PostgreSQL",
    );
    expect(await reader.locator(".broken").getAttribute("title")).toContain("details/hosting.md");
    await reader.getByRole("link", { name: "design", exact: true }).click();
    await page.getByRole("article", { name: "Checkout flow" }).waitFor();
    await page.goBack();
    await page.getByRole("article", { name: "Tech" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("article").count()).toBe(0);
    await page
      .getByRole("list")
      .getByRole("link", { name: /details\/release\.md/ })
      .click();
    await expect
      .poll(() => page.getByRole("article").textContent())
      .toContain("There is no such file");
    expect({ strayRequests, troubles }).toEqual({ strayRequests: [], troubles: [] });
  });

  test("has orphans, dead ends and old docs at a glance, and finds words in docs", async () => {
    const { page } = await browser.open(at());
    const list = page.getByRole("region", { name: "All docs" });
    const shown = () => list.getByRole("listitem").count();
    const all = await shown();
    await expect.poll(() => page.locator(".pane.graph .node[role=button]").count()).toBe(all);
    await list.getByRole("link", { name: /^Orphans/ }).click();
    await expect
      .poll(() => list.getByRole("listitem").allTextContents())
      .toEqual([
        expect.stringContaining("Hostile"),
        expect.stringContaining("Error budget"),
        expect.stringContaining("Mail templates"),
      ]);
    await list.getByRole("link", { name: /^All/ }).click();
    await page.getByRole("searchbox").fill("ask mara");
    await expect.poll(shown).toBe(1);
    await expect.poll(() => list.getByRole("status").textContent()).toMatch(/^1 of \d+ docs$/);
    await page.getByRole("searchbox").fill("nothing has these words");
    await expect.poll(shown).toBe(0);
    await page.getByText("No doc matches.").waitFor();
  });

  test("shows what the agent sees, to the character", async () => {
    const { page } = await browser.open(at("#/prompt"));
    const text = sources.opened.bank.renderPrompt();
    expect(await page.locator(".block-text").textContent()).toBe(text);
    const figures = await page.locator(".figures").textContent();
    expect(figures).toContain(new Intl.NumberFormat("en-GB").format(text.length));
    await page.getByText("Nothing was left out.").waitFor();
  });

  test("takes a finding to its place", async () => {
    const { page } = await browser.open(at("#/findings"));
    await page.getByRole("link", { name: "details/tech.md:14" }).click();
    await page.getByRole("article", { name: "Tech" }).waitFor();
    await expect.poll(() => page.locator(".here").textContent()).toContain("Hosting: notes");
  });

  test("goes on with a session as it runs, and with the bank as it changes", async () => {
    const { page, troubles } = await browser.open(at("#/timeline"));
    await page.getByText("Live").waitFor();
    await expect.poll(() => server.listeners()).toBe(1);
    const refusals = page.getByRole("link", { name: /^Refusals today/ });
    const before = Number(await refusals.locator(".value").textContent());
    const entries: LogLine[] = [
      { v: 2, at: Date.now(), session: "ses_live", turn: 1, kind: "turn" },
      {
        v: 2,
        at: Date.now(),
        session: "ses_live",
        turn: 1,
        ...aRefusal("src/auth/login.ts", "patterns were not read"),
      },
    ];
    await page.getByRole("heading", { name: "Retries that never charge twice" }).waitFor();
    appendFileSync(log, toLogLines(entries));
    await page.getByRole("heading", { name: "Session ses_live" }).waitFor();
    await page.getByText("patterns were not read").first().waitFor();
    await expect
      .poll(async () => Number(await refusals.locator(".value").textContent()))
      .toBe(before + 1);
    const kept = "k-20261116-101112-a3f";
    const place = { v: 2, at: Date.now(), session: "ses_live", turn: 1 } as const;
    keptNow.push({ id: kept, words: "sed -i s/a/b/ memory-bank/MEMORY.md" });
    const undo = { ...place, kind: "effect", undone: ["MEMORY.md"], changed: [], kept } as const;
    appendFileSync(log, toLogLines([undo]));
    await page.getByText("sed -i s/a/b/ memory-bank/MEMORY.md").waitFor();
    await page.getByRole("link", { name: "Map" }).click();
    writeFileSync(join(bank, "details/brand-new.md"), "# Brand new\n");
    await node(page, /^Brand new/).waitFor();
    rmSync(join(bank, "details/brand-new.md"));
    await node(page, /^Brand new/).waitFor({ state: "detached" });
    expect(troubles).toEqual([]);
  });

  test("speaks Chinese, and keeps to the colours that were asked for", async () => {
    const { page } = await browser.open(at(), { colorScheme: "dark" });
    const background = () =>
      page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor");
    await expect.poll(background).toBe("rgb(20, 21, 23)");
    await page.getByRole("button", { name: "Light" }).click();
    await expect.poll(background).toBe("rgb(247, 246, 243)");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("link", { name: "时间线" }).click();
    await page.getByRole("heading", { name: /^会话/ }).first().waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("zh");
  });
});

describe("a hostile doc", () => {
  const READ_ONLY = `(() => {
    const doc = document.querySelector("#app");
    const bad = "script, iframe, img, object, embed, form, link, meta, base, style, video, math, [onload], [onerror], [onclick], [onfocus], [ontoggle], [srcdoc]";
    return {
      hacked: "hacked" in window,
      bad: [...doc.querySelectorAll(bad)].map((each) => each.outerHTML),
      links: [...doc.querySelectorAll(".prose a")].map((each) => each.getAttribute("href")),
    };
  })()`;

  /** What a person might do with it, links to the web aside. */
  const PROVOKE = `for (const each of document.querySelectorAll(".prose *:not(.web)")) {
    for (const kind of ["mouseover", "mouseenter", "focus", "toggle", "load", "error"]) each.dispatchEvent(new Event(kind));
    if (each.tagName !== "A") each.click?.();
  }`;

  const look = async (address: string) => {
    const { page, strayRequests, troubles } = await browser.open(address);
    await page.getByRole("article").waitFor();
    const text = await page.locator(".prose").textContent();
    expect(text).toContain("<script>window.hacked = 1</script>");
    expect(text).toContain('<iframe src="javascript:parent.hacked=1"');
    await page.evaluate(PROVOKE);
    const { hacked, bad, links } = (await page.evaluate(READ_ONLY)) as Record<string, unknown>;
    expect({ hacked, bad }).toEqual({ hacked: false, bad: [] });
    for (const href of links as string[])
      expect(href).toMatch(/^(?:#\/map\/|https:\/\/evil\.example\/)/);
    expect({ strayRequests, troubles }).toEqual({ strayRequests: [], troubles: [] });
  };

  test("is only text on the served page", () =>
    look(at(`#/map/${encodeURIComponent("details/hostile.md")}`)));
});

describe("whoever cannot see it, or has no mouse", () => {
  const SCREENS = [
    "#/map",
    "#/map/details%2Ftech.md",
    "#/prompt",
    "#/findings",
    "#/timeline",
    "#/timeline/ses_9b27e6d1?refused",
    "#/report",
  ];

  for (const [name, options] of [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: NARROW }],
  ] as const) {
    test(`meets no serious barrier: ${name}`, async () => {
      // The checker changes the page in ways that the page's own policy forbids.
      const { page } = await browser.open(at(), { ...options, bypassCSP: true });
      await page.getByText("1 error · 1 warning").waitFor({ state: "attached" });
      await page.evaluate(axe.source);
      for (const screen of SCREENS) {
        await go(page, screen);
        if (screen.includes("tech")) await page.getByRole("article").waitFor();
        const found = (await page.evaluate(
          `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => screenName + id + ": " + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(" | ")))`.replace(
            "screenName",
            JSON.stringify(`${screen} `),
          ),
        )) as string[];
        expect(found).toEqual([]);
        const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(wide, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
      }
    });
  }

  test("gets everywhere by keyboard", async () => {
    const { page } = await browser.open(at());
    const focused = async () =>
      String(
        await page.evaluate(
          "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
        ),
      );
    const tabTo = async (name: RegExp) => {
      for (let count = 0; count < 80; count += 1) {
        await page.keyboard.press("Tab");
        if (name.test(await focused())) return;
      }
      throw new Error(`Tab never came to ${name}`);
    };
    await page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await tabTo(/^Storefront, MEMORY\.md/);
    const first = await focused();
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).not.toBe(first);
    await page.keyboard.press("Home");
    await expect.poll(focused).toBe(first);
    await page.keyboard.press("Enter");
    await page.getByRole("article").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("reader-title");
    await tabTo(/^Close$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("article").count()).toBe(0);
    await expect.poll(focused).toBe(first);
  });
});

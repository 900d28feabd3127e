import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepVersions } from "../../src/io/kept/kept-versions.ts";
import type { LogLine } from "../../src/types.ts";
import { type PageOptions, go, useBrowser } from "../helpers/browser.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { sampleLog, toLogLines, writeSampleBank } from "../helpers/sample-bank.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();
/** Where it is early afternoon: what happened in the last hours happened today. */
const HOURS = 13 - new Date(NOW).getUTCHours();
const ZONE = `Etc/GMT${HOURS > 0 ? "-" : "+"}${Math.abs(HOURS)}`;
const TITLE = "<img src=x onerror=window.hacked=1> & more";
const browser = useBrowser();
let folder = "";
let file = "";

/** The same sessions on several days, and what only a failure of ours brings about. */
function someDays(kept: string): LogLine[] {
  const before = [12, 3, 1].flatMap((days) =>
    sampleLog(NOW - days * DAY).map((line) => ({
      ...line,
      session: `${line.session}-${days}`,
      ...(line.root !== undefined && { root: `${line.root}-${days}` }),
    })),
  );
  const place = { v: 2, at: NOW, session: "ses_9b27e6d1", turn: 4 } as const;
  return [
    ...before,
    ...sampleLog(NOW),
    { ...place, session: "ses_titled", turn: 1, kind: "turn" },
    { ...place, session: "ses_titled", turn: 1, kind: "titled", title: TITLE },
    { ...place, kind: "effect", undone: ["details/tech.md"], changed: [], kept },
    { ...place, kind: "unjudged", ran: true },
  ];
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-bank-figures-"));
  const root = join(folder, "storefront");
  writeSampleBank(root, 24, NOW);
  const cli = cliIn(root, join(folder, "state"), { TZ: ZONE });
  mkdirSync(cli.folder, { recursive: true });
  const docs = [{ doc: "details/tech.md", before: Buffer.from("a"), after: Buffer.from("b") }];
  const words = "npx prettier --write memory-bank";
  const kept = keepVersions(cli.folder, docs, { rule: "guard-memory-files", words }, NOW);
  writeFileSync(join(cli.folder, "decisions.jsonl"), toLogLines(someDays(kept)));
  file = join(folder, "view.html");
  expect(cli.run("view", "--html", file, "--lang", "en")).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (hash: string, options: PageOptions = {}) =>
  browser.open(`${pathToFileURL(file).href}${hash}`, { timezoneId: ZONE, ...options });
/** `2026-11-15` */
const dayOf = (at: number) => new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE }).format(at);

interface Link {
  readonly href: string;
  readonly count: number;
}

/** Every number of a part of the page that is a link. */
const linksIn = (page: Page, part: string): Promise<Link[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(`${part} a`)})]
    .map((each) => ({ href: each.getAttribute("href"), count: Number(each.textContent) }))
    .filter(({ count }) => !Number.isNaN(count))`);

describe("a figure leads to what it counts", () => {
  test("on the tiles", async () => {
    const { page } = await open("");
    for (const [name, rows] of [
      ["Docs", ".list li"],
      ["Stale", ".list li"],
      ["Findings", ".finding-list li"],
      ["Refusals today", ".happening"],
    ] as const) {
      const tile = page.locator(".tiles").getByRole("link", { name });
      const count = Number(await tile.locator(".value").textContent());
      expect(count, name).toBeGreaterThan(0);
      await tile.click();
      await expect.poll(() => page.locator(rows).count(), { message: name }).toBe(count);
    }
    await page.goBack();
    await page.locator("main.findings").waitFor();
  });

  test("in the report, whatever the days", async () => {
    const { page, troubles } = await open("#/report");
    for (const period of ["", `?day=${dayOf(NOW)}`, `?since=${dayOf(NOW - 5 * DAY)}`]) {
      await go(page, `#/report${period}`);
      const links = [
        ...(await linksIn(page, ".cards")),
        ...(await linksIn(page, ".report .table td")),
      ];
      expect(links.length, period).toBeGreaterThan(14);
      for (const { href, count } of links) {
        await go(page, href);
        await expect.poll(() => page.locator(".happening").count(), { message: href }).toBe(count);
        const chip = page.locator(".chips [aria-current] .count");
        await expect
          .poll(async () => Number(await chip.textContent()), { message: href })
          .toBe(count);
      }
    }
    expect(troubles).toEqual([]);
  });
});

test("the timeline has sessions by their titles, which are only text, or by their ids", async () => {
  const { page, troubles, strayRequests } = await open("#/timeline");
  const sessions = page.locator(".sessions");
  await sessions.getByText(TITLE).waitFor();
  await sessions.getByText("Session ses_4f1c20a7", { exact: true }).waitFor();
  expect(await page.locator(".sessions img").count()).toBe(0);
  expect(await page.evaluate("'hacked' in window")).toBe(false);
  expect({ troubles, strayRequests }).toEqual({ troubles: [], strayRequests: [] });
});

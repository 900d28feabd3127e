import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { findChromium } from "../../scripts/chromium.mjs";

/** A page, and what it did that a page of ours must not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to anywhere but the page's own address. None is let out. */
  readonly strayRequests: string[];
  /** Errors, warnings, dialogs, and what the page's policy had to stop. */
  readonly troubles: string[];
}

export interface PageOptions {
  readonly colorScheme?: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly bypassCSP?: boolean;
  readonly timezoneId?: string;
}

/** One browser for the tests of a file, one fresh profile for each page. */
export function useBrowser(): {
  readonly open: (address: string, options?: PageOptions) => Promise<WatchedPage>;
} {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) {
      throw new Error("No Chromium was found. `npm test` installs it; or set CHROMIUM to its path");
    }
    browser = await chromium.launch({
      executablePath,
      // Its own sandbox needs rights that containers and root do not have.
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
  });
  afterAll(() => browser?.close());

  return {
    async open(address, options = {}) {
      if (browser === undefined) throw new Error("the browser has not started");
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        locale: "en-GB",
        reducedMotion: "reduce",
        ...options,
      });
      // Only for what hangs: a busy machine may take long.
      context.setDefaultTimeout(120_000);
      onTestFinished(() => context.close());
      return watch(context, address);
    },
  };
}

/** Until the page shows it: two places may be on the same screen. */
export async function go(page: Page, hash: string): Promise<void> {
  const place = JSON.stringify(hash);
  await page.evaluate(`location.hash === ${place} || new Promise((resolve) => {
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(resolve));
    addEventListener("hashchange", drawn, { once: true });
    location.hash = ${place};
  })`);
  await page.locator(`main.${/\w+/.exec(hash)?.[0]}`).waitFor();
}

async function watch(context: BrowserContext, address: string): Promise<WatchedPage> {
  const strayRequests: string[] = [];
  const troubles: string[] = [];
  const own = address.startsWith("file:") ? address.split("#", 1)[0] : new URL(address).origin;
  await context.route("**/*", async (route) => {
    const url = route.request().url();
    if (url.startsWith(own ?? address)) return route.continue();
    strayRequests.push(url);
    return route.abort();
  });
  await context.exposeFunction("reportTrouble", (words: string) => {
    troubles.push(words);
  });
  await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    reportTrouble("policy: " + event.violatedDirective + " " + event.sourceFile));`);
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  await page.locator("main.screen").waitFor();
  return { page, strayRequests, troubles };
}

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { View } from "../../view/view.ts";
import { SERVED_POLICY, renderFile, renderServedPage } from "./render-page.ts";

const NASTY = "</script><script>alert(1)</script><!--";

const VIEW: View = {
  project: `<b>"x"</b>`,
  bank: "/x/memory-bank",
  language: "en",
  builtAt: 0,
  map: { nodes: [], edges: [], folders: [], width: 1, height: 1, hasRoomForNames: true },
  prompt: { text: NASTY, tokens: 1, maxChars: 12_000, leftOut: [], parts: [] },
  log: { from: 0, entries: [] },
  commands: {},
  problems: [],
  rest: { texts: { "a.md": { text: NASTY, isPart: false } }, findings: [] },
};

describe("the page", () => {
  it("weighs less than 300 KB without the docs", () => {
    expect(renderServedPage("x").length).toBeLessThan(300_000);
  });

  it("lets only its own script and style work", () => {
    const page = renderFile(VIEW);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = ""]) => code);
    const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, code = ""]) => code);
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    const hash = (code = "") => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
    expect(policy).toContain(`script-src ${hash(scripts[0])};`);
    expect(policy).toContain(`style-src ${hash(styles[0])};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|connect-src|frame-ancestors|\*/);
    expect(SERVED_POLICY).toContain("connect-src 'self'; frame-ancestors 'none'");
    expect(renderServedPage("x")).toContain(scripts[0]);
  });

  it("cannot be left by anything in a doc", () => {
    const page = renderFile(VIEW);
    expect(page).toContain("<title>&#60;b&#62;&#34;x&#34;&#60;/b&#62; · Memory Bank</title>");
    const json = /id="view-data">([^]*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(json).not.toContain("<");
    expect(JSON.parse(json)).toEqual(VIEW);
  });

  it("asks for nothing from elsewhere", () => {
    const page = renderServedPage("x").replace(/<script>[^]*<\/script>/, "");
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(
      /https?:|\/\/|url\(|@import/,
    );
  });
});

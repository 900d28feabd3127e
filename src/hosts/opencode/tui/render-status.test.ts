import { describe, expect, it } from "vitest";
import { type BankStatus, type Line, renderStatus } from "./render-status.ts";

const STATUS: BankStatus = {
  name: "memory-bank",
  language: "en",
  guardMode: "block",
  isServed: true,
  hasEntry: true,
  conventions: "unread",
  answer: undefined,
  missing: [],
  offer: [],
  read: [],
  wrote: [],
};

const text = (line: Line) => line.map((span) => span.text).join("");
const prompt = (parts: Partial<BankStatus>) =>
  renderStatus
    .prompt({ ...STATUS, ...parts })
    .map(text)
    .join("\n");

describe("the line at the prompt", () => {
  it.each([
    [
      { conventions: undefined, answer: {} },
      "memory-bank · memory-reader unproved",
      "memory-bank · memory-reader 未经证实",
    ],
    [
      { isServed: false },
      "memory-bank · plugin not loaded: memory-bank doctor",
      "memory-bank · 插件未加载：memory-bank doctor",
    ],
    [
      { hasEntry: false },
      "memory-bank · no entry: /memory-bank-refresh",
      "memory-bank · 缺少入口：/memory-bank-refresh",
    ],
  ] as const)("is %j", (parts, en, zh) => {
    expect(prompt(parts)).toBe(en);
    expect(prompt({ ...parts, language: "zh" })).toBe(zh);
  });

  it("shows nothing that steers a terminal", () => {
    expect(prompt({ offer: ["a\u001b[31m.md"] })).not.toContain("\u001b");
  });
});

it("says on the start screen that there is a bank, and how it is guarded", () => {
  expect(renderStatus.home(STATUS).map(text)).toEqual([
    "Memory Bank · memory-bank/ · guard: block",
  ]);
});

it("lists in the sidebar what was read and written, the latest, within its width", () => {
  const read = Array.from({ length: 10 }, (_, index) => `${"deep/".repeat(9)}${index}.md`);
  const lines = renderStatus.sidebar({ ...STATUS, read, wrote: ["details/tech.md"] }).map(text);
  expect(lines.slice(0, 4)).toEqual(["Memory Bank", "conventions not read", "Read", "… 2 more"]);
  expect(lines.slice(-2)).toEqual(["Written", "details/tech.md"]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(38);
});

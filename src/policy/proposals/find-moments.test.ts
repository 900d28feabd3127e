import { describe, expect, it } from "vitest";
import { findMoments, reportsProblem } from "./find-moments.ts";

describe("findMoments", () => {
  it.each([
    ["The export must work offline.", ["requirement"]],
    ["Acceptance criteria: the page loads in 2 s", ["requirement"]],
    ["new requirement: support SSO", ["requirement"]],
    ["登录页的验收标准是两秒内打开", ["requirement"]],
    ["新需求：支持扫码登录", ["requirement"]],
    ["Let's use pnpm.", ["decision"]],
    ["We decided to drop Node 18", ["decision"]],
    ["from now on, tests live beside the source", ["decision"]],
    ["Our convention is kebab-case.", ["decision"]],
    ["我们决定改用 pnpm", ["decision"]],
    ["以后都用 tabs", ["decision"]],
    ["約定：錯誤碼統一用字串", ["decision"]],
    ["The root cause is a missing lock.", ["lesson"]],
    ["turns out the cache was never cleared", ["lesson"]],
    ["the bug was a stale closure", ["lesson"]],
    ["踩坑了，原因是时区没有设置", ["lesson"]],
    ["rename the folder to lib", ["workflow"]],
    ["I added a new script for releases", ["workflow"]],
    ["目录结构调整一下，把 src 拆成两个包", ["workflow"]],
    ["改命令：用 make dev 启动", ["workflow"]],
    ["We decided that exports must work offline", ["requirement", "decision"]],
  ])("%j: %j", (text, kinds) => {
    expect(findMoments(text)).toEqual(kinds);
  });

  it.each([
    "fix the prefix of the log lines",
    "mustard is yellow",
    "that must have been a typo",
    "what did we decide?",
    "What are the acceptance criteria?",
    "之前的约定是什么？",
    "为什么决定用 redis",
    "find the root cause of the crash",
    "帮我找一下失败的原因是什么",
    "排查一下根因",
    "you decide",
    "由你决定",
    "还没决定",
    "the undecided users",
    "```\nwe decided to use pnpm\n```",
    "> we decided to use pnpm",
    "see `we decided` in the log",
    "2026-01-01 12:00:00 ERROR root cause: ENOENT\n    at foo (a.js:1:2)",
    "explain the project structure",
    "看一下目录结构",
    "add a button",
    "",
  ])("%j holds none", (text) => {
    expect(findMoments(text)).toEqual([]);
  });

  it("knows a problem that is reported, by whole words", () => {
    expect(reportsProblem("the parser crashes on empty files")).toBe(true);
    expect(reportsProblem("登录页报错了")).toBe(true);
    expect(reportsProblem("change the prefix")).toBe(false);
    expect(reportsProblem("add a debug flag")).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { aRefusal } from "../../../../test/helpers/builders.ts";
import { unreadConventions } from "../../../policy/session.ts";
import type { LogEvent, LogLine } from "../../../types.ts";
import { type Followed, foldLine, newFollowed } from "./fold-log.ts";
import {
  type BankStatus,
  type Line,
  renderHome,
  renderPrompt,
  renderSidebar,
} from "./render-status.ts";

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
const prompt = (parts: Partial<BankStatus>) => text(renderPrompt({ ...STATUS, ...parts }));

describe("the line at the prompt", () => {
  it.each([
    [{}, "memory-bank · conventions not read", "memory-bank · 未读约定"],
    [{ conventions: "read" }, "memory-bank · conventions read", "memory-bank · 已读约定"],
    [{ conventions: undefined }, "memory-bank", "memory-bank"],
    [
      { missing: ["details/patterns.md", "MEMORY.md"] },
      "memory-bank · read again: patterns.md +1",
      "memory-bank · 压缩后待重读：patterns.md +1",
    ],
    [
      { conventions: "read", offer: ["details/tech.md"] },
      "memory-bank · conventions read · offer waits: tech.md",
      "memory-bank · 已读约定 · 待你确认：tech.md",
    ],
    [
      { conventions: "read", answer: { verified: "1/2" } },
      "memory-bank · conventions read · memory-reader 1/2 verified",
      "memory-bank · 已读约定 · memory-reader 1/2 已核实",
    ],
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
  expect(text(renderHome(STATUS))).toBe("Memory Bank · memory-bank/ · guard: block");
});

it("lists in the sidebar what was read and written, the latest, within its width", () => {
  const read = Array.from({ length: 10 }, (_, index) => `${"deep/".repeat(9)}${index}.md`);
  const lines = renderSidebar({ ...STATUS, read, wrote: ["details/tech.md"] }).map(text);
  expect(lines.slice(0, 4)).toEqual(["Memory Bank", "conventions not read", "Read", "… 2 more"]);
  expect(lines.slice(-2)).toEqual(["Written", "details/tech.md"]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(38);
});

describe("what the log tells of a session", () => {
  const CONVENTIONS = {
    doc: "details/patterns.md",
    address: "",
    isLoadedByHost: false,
    changedAt: 0,
  };
  const READ = { kind: "read", doc: CONVENTIONS.doc, whole: true } as const;

  function follow(...events: (LogEvent & { readonly session?: string })[]): Followed {
    const lines = events.map(({ session = "s", ...event }, index): LogLine => {
      const line = { v: 1, at: 100 + index, session, turn: 1, ...event } as LogLine;
      return session === "s" ? line : { ...line, root: "s" };
    });
    const toDoc = (path: string) => /^memory-bank\/(.*)/.exec(path)?.[1];
    return lines.reduce((all, line) => foldLine(all, line, "s", toDoc), newFollowed("turn"));
  }
  const knows = ({ session }: Followed) => unreadConventions(session, [CONVENTIONS]).length === 0;

  it("counts a read for its turn, and no longer", () => {
    expect(knows(follow({ kind: "turn" }, READ))).toBe(true);
    expect(knows(follow({ kind: "turn" }, READ, { kind: "turn" }))).toBe(false);
    expect(knows(follow({ kind: "turn" }, { ...READ, whole: false }))).toBe(false);
  });

  it("counts a file that the host loaded, unless it changed since the session began", () => {
    const { session } = follow({ kind: "turn" }, { kind: "turn" });
    const loaded = { ...CONVENTIONS, isLoadedByHost: true, changedAt: 99 };
    expect(unreadConventions(session, [loaded])).toEqual([]);
    expect(unreadConventions(session, [{ ...loaded, changedAt: 101 }])).toHaveLength(1);
  });

  it("lists no doc whose reading does not count", () => {
    expect(follow({ kind: "turn" }, READ).read).toEqual([READ.doc]);
    expect(follow({ kind: "turn" }, READ, { kind: "turn" }).read).toEqual([]);
    expect(follow({ kind: "turn" }, { ...READ, whole: false }).read).toEqual([]);
    expect(follow({ kind: "turn" }, { ...READ, session: "child" }).read).toEqual([]);
  });

  it("counts what a subagent read once memory-reader has returned", () => {
    const below = { ...READ, session: "child" };
    expect(knows(follow({ kind: "turn" }, below))).toBe(false);
    expect(knows(follow({ kind: "turn" }, below, { kind: "reader" }))).toBe(true);
  });

  it("knows what memory-reader's answer was worth, as long as the turn lasts", () => {
    const answered = { kind: "reader", verified: "1/2" } as const;
    expect(follow({ kind: "turn" }, answered).answer).toEqual({ verified: "1/2" });
    expect(follow({ kind: "turn" }, { kind: "reader" }).answer).toEqual({});
    expect(follow({ kind: "turn" }, answered, { kind: "turn" }).answer).toBeUndefined();
  });

  it("knows of a recovery, and of what was read in it", () => {
    const progress = { ...READ, doc: "details/progress.md" };
    const { session } = follow({ kind: "turn" }, progress, { kind: "compacted" }, READ);
    expect(session.recovery?.anchors).toEqual(["details/progress.md"]);
    expect([...session.reads.keys()]).toEqual(["details/patterns.md"]);
  });

  it("lists docs that a tool was let write, not those that it was refused", () => {
    const write = aRefusal("memory-bank/details/tech.md");
    expect([...follow(write).wrote.keys()]).toEqual([]);
    expect([...follow({ ...write, decision: "allow" }).wrote.keys()]).toEqual(["details/tech.md"]);
    expect([...follow({ ...aRefusal("src/a.ts"), decision: "allow" }).wrote.keys()]).toEqual([]);
  });
});

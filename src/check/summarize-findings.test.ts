import { describe, expect, it } from "vitest";
import { CHECK_RULES } from "./check-bank.ts";
import type { CheckRuleName, Finding, Level } from "./finding.ts";
import { summarizeFindings } from "./summarize-findings.ts";

const finding = (rule: CheckRuleName, level: Level = "warning"): Finding => ({
  rule,
  level,
  path: "MEMORY.md",
  line: 1,
  message: "m",
  fix: "f",
});

describe("summarizeFindings", () => {
  it("says what is broken in one line, the worst first", () => {
    const findings = [
      finding("stale-paths"),
      finding("stale-paths"),
      finding("stale-paths"),
      finding("dead-links", "error"),
      finding("stale-focus", "note"),
    ];
    expect(summarizeFindings(findings, "en")).toBe(
      "1 dead link, 3 stale paths in the memory bank. Tell the user: `memory-bank check` lists them",
    );
    expect(summarizeFindings(findings, "zh")).toBe(
      "记忆库中有 1 个失效链接、3 处过时路径。告诉用户：`memory-bank check` 会逐条列出",
    );
  });

  it("says first that a merge is unfinished", () => {
    const dead = [1, 2, 3].map(() => finding("dead-links", "error"));
    const findings = [...dead, finding("unfinished-merge", "error")];
    expect(summarizeFindings(findings, "en")).toBe(
      "1 unmerged doc, 3 dead links in the memory bank: a merge is unfinished, rely on neither side. Tell the user: `memory-bank check` lists them",
    );
    expect(summarizeFindings([...dead, finding("unfinished-merge", "error")], "zh")).toBe(
      "记忆库中有 1 处合并未完成、3 个失效链接：合并尚未完成，两个版本都不可信。告诉用户：`memory-bank check` 会逐条列出",
    );
  });

  it("has nothing to say of notes", () => {
    expect(summarizeFindings([], "en")).toBeUndefined();
    expect(summarizeFindings([finding("stale-focus", "note")], "zh")).toBeUndefined();
  });

  it("stays short, and counts what it does not name", () => {
    const all = CHECK_RULES.map((rule) => finding(rule, "error"));
    for (const language of ["en", "zh"] as const) {
      const line = summarizeFindings(all, language) ?? "";
      expect(line.length).toBeLessThanOrEqual(220);
      const counted = (line.match(/\d+/g) ?? []).map(Number);
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(all.length);
    }
  });
});

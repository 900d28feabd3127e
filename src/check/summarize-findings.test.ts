import { describe, expect, it } from "vitest";
import { CHECK_RULES } from "./check-bank.ts";
import type { Finding, Level } from "./finding.ts";
import { summarizeFindings } from "./summarize-findings.ts";

const finding = (rule: string, level: Level = "warning"): Finding => ({
  rule,
  level,
  path: "MEMORY.md",
  line: 1,
  message: "m",
  fix: "f",
});

describe("summarizeFindings", () => {
  it("says how much is broken in one line, the rules of errors first", () => {
    const findings = [
      finding("stale-paths"),
      finding("stale-paths"),
      finding("dead-links", "error"),
      finding("stale-focus", "note"),
    ];
    expect(summarizeFindings(findings, "en")).toBe(
      "The memory bank has 3 problems (dead-links, stale-paths). Tell the user: `memory-bank check` lists them",
    );
    expect(summarizeFindings(findings, "zh")).toBe(
      "记忆库有 3 个问题（dead-links、stale-paths）。告诉用户：`memory-bank check` 会逐条列出",
    );
  });

  it("says that a merge is unfinished", () => {
    const findings = [finding("unfinished-merge", "error")];
    expect(summarizeFindings(findings, "en")).toContain("rely on neither side.");
    expect(summarizeFindings(findings, "zh")).toContain("两个版本都不可信。");
  });

  it("has nothing to say of notes", () => {
    expect(summarizeFindings([], "en")).toBeUndefined();
    expect(summarizeFindings([finding("stale-focus", "note")], "zh")).toBeUndefined();
  });

  it("stays short", () => {
    const all = CHECK_RULES.map((rule) => finding(rule, "error"));
    for (const language of ["en", "zh"] as const)
      expect((summarizeFindings(all, language) ?? "").length).toBeLessThanOrEqual(220);
  });
});

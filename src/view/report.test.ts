import { describe, expect, it } from "vitest";
import { PATTERNS_DOC, aBank, aPolicy, writing } from "../../test/helpers/builders.ts";
import { sessionAfter } from "../../test/helpers/judge.ts";
import { sampleLog } from "../../test/helpers/sample-bank.ts";
import { decide } from "../policy/decide.ts";
import { NEW_SESSION } from "../policy/session.ts";
import type { LogLine, Session } from "../types.ts";
import { pickLines } from "./figures.ts";
import { findUnread, tellReport } from "./report.ts";

const NOW = Date.UTC(2026, 10, 15);

describe("the report", () => {
  it("counts what a log tells", () => {
    expect(tellReport(sampleLog(NOW))).toMatchObject({
      sessions: 2,
      turns: 5,
      refusals: {
        all: 3,
        byRule: {
          "read-before-write": 1,
          "guard-memory-files": 1,
          "recover-after-compaction": 1,
        },
        thenDone: { times: 2, steps: 2 },
      },
      undone: { times: 1, docs: 1 },
      compactions: { all: 1, recovered: { times: 1, steps: 2 } },
      saves: { offered: 1, confirmed: 1, declined: 0, ignored: 0, written: 1 },
      answers: { all: 1, verified: 5, quotes: 6 },
      reads: [
        { doc: "details/progress.md", times: 2 },
        { doc: "details/patterns.md", times: 1 },
        { doc: "details/requirements/REQ-002-payment-retries.md", times: 1 },
        { doc: "details/tech.md", times: 1 },
      ],
    });
  });

  const line = (at: number, told: object): LogLine =>
    ({ v: 2, at, session: "s", turn: 1, ...told }) as LogLine;
  const write = (at: number, path: string, decision: "allow" | "refuse", session = "s") =>
    line(at, {
      kind: "decision",
      session,
      tool: "edit",
      via: "tool",
      writes: [{ path, effect: "change" }],
      risk: "high",
      reason: "sensitive-file",
      decision,
      ...(decision === "refuse" && { rule: "read-before-write" }),
      trace: [],
    });

  it.each(["en", "zh"] as const)(
    "knows from the gate's own words who had read the conventions first (%s)",
    (language) => {
      const judged = (session: Session, bank = aBank()) => {
        const { decision, trace, risk } = decide(writing("package.json"), session, bank, aPolicy());
        const steps = trace.map(({ rule, verdict: { kind, because } }) => ({
          rule,
          verdict: kind,
          because: because[language],
        }));
        return {
          ...write(1, "package.json", "allow"),
          decision: decision.kind,
          risk: risk.level,
          trace: steps,
        };
      };
      const readFirst = (line: object) => tellReport([line as LogLine]).risky;
      const read = sessionAfter({ kind: "doc-read", doc: PATTERNS_DOC, lines: "whole" });
      expect(readFirst(judged(read))).toEqual({ all: 1, readFirst: 1, warned: 0 });
      expect(readFirst(judged(NEW_SESSION))).toMatchObject({ all: 1, readFirst: 0 });
      expect(readFirst(judged(NEW_SESSION, aBank({ conventions: [] })))).toMatchObject({
        readFirst: 0,
      });
    },
  );

  it("takes a write for done right only in the session that was refused", () => {
    const lines = [
      write(1, "package.json", "refuse"),
      write(2, "package.json", "allow", "another"),
      write(3, "src/a.ts", "allow"),
      write(4, "package.json", "refuse"),
      line(5, { kind: "read", doc: "details/patterns.md", whole: true }),
      write(6, "package.json", "allow"),
      write(7, "package.json", "allow"),
    ];
    expect(tellReport(lines).refusals.thenDone).toEqual({ times: 1, steps: 4 });
  });

  it("counts our own failures, whatever they look like in the log", () => {
    const step = { doc: "MEMORY.md", rule: "guard-memory-files", because: "" };
    const failed = [
      {
        rule: "read-before-write",
        verdict: "pass",
        because: "the rule failed, and warn lets the call pass",
      },
    ];
    const lines = [
      line(1, { kind: "unjudged", ran: true }),
      { ...write(2, "a", "allow"), trace: failed },
      line(3, {
        kind: "effect",
        undone: [],
        changed: ["MEMORY.md"],
        trace: [{ ...step, verdict: "put-back" }],
      }),
      line(4, {
        kind: "effect",
        undone: [],
        changed: ["MEMORY.md"],
        trace: [{ ...step, verdict: "report" }],
      }),
      line(5, {
        kind: "effect",
        undone: ["MEMORY.md"],
        changed: [],
        trace: [{ ...step, verdict: "put-back" }],
      }),
      write(6, "a", "refuse"),
    ] as LogLine[];
    expect(tellReport(lines).failures).toBe(3);
    expect(pickLines("failures", lines)).toEqual(lines.slice(0, 3));
  });

  it("counts saves that nobody had agreed to, and that were only warned of", () => {
    const unasked = { decision: "warn", risk: "low", rule: "ask-before-saving" };
    const lines = [1, 2].map((at) => ({ ...write(at, "memory-bank/a.md", "allow"), ...unasked }));
    expect(tellReport(lines as LogLine[])).toMatchObject({
      risky: { all: 0, warned: 0 },
      saves: { written: 0, unasked: 2 },
    });
  });

  it("names docs that were never read, the entry aside", () => {
    const report = tellReport([line(1, { kind: "read", doc: "details/Tech.md", whole: true })]);
    const docs = ["MEMORY.md", "details/tech.md", "details/progress.md"];
    expect(findUnread(docs, report)).toEqual(["details/progress.md"]);
  });
});

import { describe, expect, it } from "vitest";
import { PATTERNS_DOC, aBank, aCall, aWrite, writing } from "../../../test/helpers/builders.ts";
import { judge as judgeCall, sessionAfter as after, textOf } from "../../../test/helpers/judge.ts";
import type { Bank, GuardMode, Session, SessionEvent, ToolCall } from "../../types.ts";
import { NEW_SESSION, advance } from "../session.ts";

interface Given {
  readonly mode?: GuardMode;
  readonly session?: Session;
  readonly bank?: Bank;
}

const judge = (call: ToolCall, { mode = "block", ...given }: Given = {}) =>
  judgeCall(call, { ...given, guardMode: mode });

const HIGH = writing("package.json");
const MEDIUM = aCall({ via: "shell", writes: [aWrite("src/a.ts")] });
const LOW = writing("src/a.ts");
const READ: SessionEvent = { kind: "doc-read", doc: PATTERNS_DOC, lines: "whole" };

describe("read-before-write", () => {
  it("refuses an unread high-risk write in block mode, with one next step", () => {
    expect(judge(HIGH)).toEqual({
      kind: "refuse",
      rule: "read-before-write",
      message:
        '[Memory Bank] Not written: package.json is a sensitive file, and the project\'s conventions were not read in this turn.\nNext: read({ filePath: "memory-bank/details/patterns.md" }) to its end, then repeat this call. (rule: read-before-write)',
    });
  });

  it("names the line to go on from after a partial read", () => {
    const session = after({
      kind: "doc-read",
      doc: PATTERNS_DOC,
      lines: { from: 1, to: 50, total: 120 },
    });
    expect(judge(HIGH, { session })).toMatchObject({
      message: expect.stringContaining(
        'read({ filePath: "memory-bank/details/patterns.md", offset: 51 })',
      ),
    });
  });

  it.each([
    ["off", HIGH, "allow"],
    ["off", MEDIUM, "allow"],
    ["warn", HIGH, "warn"],
    ["warn", MEDIUM, "warn"],
    ["warn", LOW, "allow"],
    ["block", HIGH, "refuse"],
    ["block", MEDIUM, "warn"],
    ["block", LOW, "allow"],
  ] as const)("in mode %s judges %o: %s", (mode, call, kind) => {
    expect(judge(call, { mode }).kind).toBe(kind);
  });

  it("opens after a whole read, memory-reader's included", () => {
    expect(judge(HIGH, { session: after(READ) }).kind).toBe("allow");
    const returned = (...read: string[]) =>
      judge(HIGH, { session: after({ kind: "memory-reader-returned", read }) }).kind;
    expect(returned(PATTERNS_DOC)).toBe("allow");
    expect(returned("details/tech.md")).toBe("allow");
    expect(returned("MEMORY.md")).toBe("refuse");
    expect(returned()).toBe("refuse");
  });

  it("asks for every file of the conventions that was not read whole, in one next step", () => {
    const [own] = aBank().conventions;
    const linked = ["CONTRIBUTING.md", "docs/style.md"].map((path) => ({
      doc: `../${path}`,
      address: path,
      isLoadedByHost: false,
      changedAt: 0,
    }));
    const bank = aBank({ conventions: [...(own === undefined ? [] : [own]), ...linked] });
    const part: SessionEvent = {
      kind: "doc-read",
      doc: "../docs/style.md",
      lines: { from: 1, to: 7, total: 9 },
    };
    const session = after(READ, part);
    expect(textOf(judge(HIGH, { bank, session }), "refuse")).toContain(
      'Next: read({ filePath: "CONTRIBUTING.md" }), read({ filePath: "docs/style.md", offset: 8 }) to their ends, then',
    );
    const warned = textOf(judge(HIGH, { bank, mode: "warn" }), "warn");
    expect(warned).toContain('read({ filePath: "CONTRIBUTING.md" }) and 1 more, then');
    const rest: SessionEvent[] = [
      { kind: "doc-read", doc: "../CONTRIBUTING.md", lines: "whole" },
      { ...part, lines: { from: 8, to: 9, total: 9 } },
    ];
    expect(judge(HIGH, { bank, session: rest.reduce(advance, session) }).kind).toBe("allow");
  });

  it("counts a file that the host loads by itself, unless it changed after the session began", () => {
    const own = { doc: "../AGENTS.md", address: "AGENTS.md", isLoadedByHost: true, changedAt: 5 };
    const bank = aBank({ conventions: [own] });
    const since = (startedAt: number) => ({ ...NEW_SESSION, startedAt });
    expect(judge(HIGH, { bank, session: since(6) }).kind).toBe("allow");
    expect(judge(HIGH, { bank, session: since(4) }).kind).toBe("refuse");
    const child = { ...since(4), parent: since(6) };
    expect(judge(HIGH, { bank, session: child }).kind).toBe("allow");
  });

  it("closes again with the next turn, and is not opened by another doc", () => {
    expect(judge(HIGH, { session: after(READ, { kind: "turn-started" }) }).kind).toBe("refuse");
    const other: SessionEvent = { kind: "doc-read", doc: "details/tech.md", lines: "whole" };
    expect(judge(HIGH, { session: after(other) }).kind).toBe("refuse");
  });

  describe("with the scope of the context", () => {
    const inContext = (...events: SessionEvent[]) =>
      events.reduce(advance, { ...NEW_SESSION, readScope: "context" } as Session);
    const readAt = (at: number, call = "c"): SessionEvent => ({ ...READ, origin: { at, call } });
    const returnedAt = (at: number): SessionEvent => ({
      kind: "memory-reader-returned",
      read: [PATTERNS_DOC],
      origin: { at, call: "r" },
    });
    const TURN: SessionEvent = { kind: "turn-started" };
    const changed = (changedAt: number) => {
      const conventions = aBank().conventions.map((each) => ({ ...each, changedAt }));
      return aBank({ conventions });
    };

    it("a read outlasts its turn until the file changes", () => {
      const session = inContext(readAt(10), TURN, TURN);
      const told = (given: Given) => textOf(judge(HIGH, given), "refuse");
      expect(judge(HIGH, { session, bank: changed(9) }).kind).toBe("allow");
      expect(told({ session, bank: changed(11) })).toContain("not read, or have changed since.");
      expect(told({ session: inContext() })).toContain("conventions were not read.");
      const again = advance(session, readAt(12));
      expect(judge(HIGH, { session: again, bank: changed(11) }).kind).toBe("allow");
    });

    it("a read ends when its text leaves the context, and with a compaction", () => {
      const session = inContext(readAt(10), TURN);
      const left: SessionEvent = { kind: "text-left", calls: new Set(["c"]) };
      const other: SessionEvent = { kind: "text-left", calls: new Set(["d"]) };
      expect(judge(HIGH, { session: advance(session, other) }).kind).toBe("allow");
      expect(judge(HIGH, { session: advance(session, left) }).kind).toBe("refuse");
      const compacted: SessionEvent = { kind: "compacted", summary: "s" };
      expect(judge(HIGH, { session: advance(session, compacted) }).kind).toBe("refuse");
    });

    it("memory-reader's answer lasts as long, and no longer", () => {
      const session = inContext(returnedAt(10), TURN);
      expect(judge(HIGH, { session, bank: changed(9) }).kind).toBe("allow");
      expect(judge(HIGH, { session, bank: changed(11) }).kind).toBe("refuse");
      const left: SessionEvent = { kind: "text-left", calls: new Set(["r"]) };
      expect(judge(HIGH, { session: advance(session, left) }).kind).toBe("refuse");
    });

    it("parts that were shown before a change do not count", () => {
      const part = (from: number, to: number, at: number): SessionEvent => ({
        kind: "doc-read",
        doc: PATTERNS_DOC,
        lines: { from, to, total: 9 },
        origin: { at, call: "c" },
      });
      const session = inContext(part(1, 5, 10), part(6, 9, 12));
      expect(judge(HIGH, { session, bank: changed(9) }).kind).toBe("allow");
      const stale = textOf(judge(HIGH, { session, bank: changed(11) }), "refuse");
      expect(stale).toContain("have changed since");
      expect(stale).not.toContain("offset");
      const mended = advance(session, part(1, 5, 13));
      expect(judge(HIGH, { session: mended, bank: changed(11) }).kind).toBe("allow");
    });
  });

  it("gates nothing without conventions", () => {
    expect(judge(HIGH, { bank: aBank({ conventions: [] }) }).kind).toBe("allow");
  });

  it("warns once per turn", () => {
    const told = after({ kind: "told", topic: "read-before-write" });
    expect(judge(HIGH, { mode: "warn", session: told }).kind).toBe("allow");
    expect(judge(HIGH, { mode: "block", session: told }).kind).toBe("refuse");
  });

  it("keeps every warning within 400 characters", () => {
    const long = `src/auth/${"x".repeat(900)}.ts`;
    for (const language of ["en", "zh"] as const) {
      const bank = aBank({ language });
      for (const call of [
        writing(long),
        writing("a.ts", "b.ts"),
        aCall({ via: "shell", writes: [aWrite(`src/${"z".repeat(900)}`)] }),
      ]) {
        const notice = textOf(judge(call, { mode: "warn", bank }), "warn");
        expect(notice.length).toBeLessThanOrEqual(400);
        expect(notice.endsWith("(rule: read-before-write)")).toBe(true);
      }
    }
  });
});

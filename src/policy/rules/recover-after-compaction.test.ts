import { describe, expect, it } from "vitest";
import { aBank, aCall, aWrite, writing } from "../../../test/helpers/builders.ts";
import { judge as judgeCall, sessionAfter as after } from "../../../test/helpers/judge.ts";
import type { Bank, GuardMode, Session, SessionEvent, ToolCall } from "../../types.ts";
import { NEW_SESSION, advance } from "../session.ts";

const REQUIREMENT = "details/requirements/REQ-001-tea.md";
const DESIGN = "details/design/cup.md";
const HIGH = writing("package.json");
const MEDIUM = aCall({ via: "shell", writes: [aWrite("src/a.ts")] });
const LOW = writing("src/a.ts");
const COMPACTED: SessionEvent = { kind: "compacted", summary: "1" };

function read(doc: string, lines: "whole" | [number, number, number] = "whole"): SessionEvent {
  if (lines === "whole") return { kind: "doc-read", doc, lines };
  const [from, to, total] = lines;
  return { kind: "doc-read", doc, lines: { from, to, total } };
}

function judge(call: ToolCall, session: Session, mode: GuardMode = "warn", bank: Bank = aBank()) {
  const decision = judgeCall(call, { session, bank, guardMode: mode });
  return decision.kind === "refuse" && decision.rule === "recover-after-compaction"
    ? decision.message
    : undefined;
}

describe("recover-after-compaction", () => {
  it("refuses risky writes until every anchor was read again, naming the exact calls", () => {
    const session = after(read(REQUIREMENT), read(DESIGN), COMPACTED);
    expect(judge(HIGH, session)).toBe(
      `[Memory Bank] Not written: the conversation was compacted, and the docs of its task were not read again.\nNext: read({ filePath: "memory-bank/${REQUIREMENT}" }), read({ filePath: "memory-bank/${DESIGN}" }) to the end, then repeat this call. (rule: recover-after-compaction)`,
    );
    const half = advance(session, read(DESIGN));
    expect(judge(HIGH, half)).toContain(REQUIREMENT);
    expect(judge(HIGH, half)).not.toContain(DESIGN);
    expect(judge(HIGH, advance(half, read(REQUIREMENT)))).toBeUndefined();
  });

  it("holds in warn as in block, for medium and high risk, and never when switched off", () => {
    const session = after(read(REQUIREMENT), COMPACTED);
    for (const mode of ["warn", "block"] as const) {
      expect(judge(HIGH, session, mode)).toBeDefined();
      expect(judge(MEDIUM, session, mode)).toBeDefined();
      expect(judge(LOW, session, mode)).toBeUndefined();
      expect(judge(aCall(), session, mode)).toBeUndefined();
    }
    expect(judge(HIGH, session, "off")).toBeUndefined();
  });

  it("says so in Chinese in a Chinese bank", () => {
    const session = after(read(REQUIREMENT), COMPACTED);
    expect(judge(HIGH, session, "warn", aBank({ language: "zh" }))).toBe(
      `[Memory Bank] 未写入：会话已被压缩，任务文档还没有重新读过。\n下一步：read({ filePath: "memory-bank/${REQUIREMENT}" })，读完整后重试本次调用。(rule: recover-after-compaction)`,
    );
  });

  it("asks for the entry and the conventions when no anchor was read", () => {
    const message = judge(HIGH, after(COMPACTED));
    expect(message).toContain("memory-bank/MEMORY.md");
    expect(message).toContain("memory-bank/details/patterns.md");
  });

  it("survives turns, adds partial reads up across them, and ends when they make a whole", () => {
    const turn: SessionEvent = { kind: "turn-started" };
    const session = after(read(REQUIREMENT), COMPACTED, turn, read(REQUIREMENT, [1, 5, 9]), turn);
    expect(judge(HIGH, session)).toBeDefined();
    expect(judge(HIGH, advance(session, read(REQUIREMENT, [6, 9, 9])))).toBeUndefined();
  });

  it("ends with an answer of memory-reader that read any doc, for the turns after it too", () => {
    const session = after(read(REQUIREMENT), read(DESIGN), COMPACTED);
    const returned = (...docs: string[]) =>
      advance(session, { kind: "memory-reader-returned", read: docs });
    expect(judge(HIGH, returned())).toContain(REQUIREMENT);
    for (const doc of [REQUIREMENT, "details/tech.md", "MEMORY.md"]) {
      expect(judge(HIGH, returned(doc))).toBeUndefined();
      expect(judge(HIGH, advance(returned(doc), { kind: "turn-started" }))).toBeUndefined();
    }
  });

  it("drops docs that are gone, and is over when none is left", () => {
    const session = after(read(REQUIREMENT), read(DESIGN), COMPACTED);
    const only = (doc: string) =>
      aBank({
        existing: (docs) =>
          docs.filter((name) => name === doc).map((name) => ({ doc: name, address: name })),
      });
    expect(judge(HIGH, session, "warn", only(DESIGN))).not.toContain(REQUIREMENT);
    expect(judge(HIGH, session, "warn", only("none"))).toBeUndefined();
  });

  it("remembers the five latest anchors, and is armed again by the next compaction only", () => {
    const docs = Array.from({ length: 7 }, (_, index) => `details/design/d${index}.md`);
    const session = after(...docs.map((doc) => read(doc)), read("details/tech.md"), COMPACTED);
    expect(session.recovery?.anchors).toEqual(docs.slice(2));
    const over = advance(session, { kind: "memory-reader-returned", read: docs });
    expect(judge(HIGH, over)).toBeUndefined();
    expect(advance(over, COMPACTED)).toEqual(over);
    expect(advance(over, { kind: "compacted", summary: "2" }).recovery).toBeDefined();
  });

  it("holds for a subagent of a session in recovery, which may read for itself", () => {
    const child = { ...NEW_SESSION, parent: after(read(REQUIREMENT), COMPACTED) };
    expect(judge(HIGH, child)).toBeDefined();
    expect(judge(HIGH, advance(child, read(REQUIREMENT)))).toBeUndefined();
    const returned = { kind: "memory-reader-returned", read: ["details/tech.md"] } as const;
    expect(judge(HIGH, advance(child, returned))).toBeUndefined();
  });
});

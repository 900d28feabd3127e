import { describe, expect, it } from "vitest";
import { aCall, aWrite, writing } from "../../../test/helpers/builders.ts";
import { judge as judgeCall, sessionAfter } from "../../../test/helpers/judge.ts";
import type { Language, Session, ToolCall, WriterMode } from "../../types.ts";
import { NEW_SESSION } from "../session.ts";

const WRITE = writing("memory-bank/details/tech.md");

const by = (...agents: (string | undefined)[]): Session =>
  sessionAfter(...agents.map((agent) => ({ kind: "agent-changed", agent }) as const));

const judge = (
  call: ToolCall,
  session: Session,
  writer: WriterMode = "subagent",
  language: Language = "en",
) => judgeCall(call, { session, writer, bank: { language } });

describe("leave-writing-to-writer", () => {
  it("refuses everybody else, with the one call to make", () => {
    expect(judge(WRITE, by("build"))).toEqual({
      kind: "refuse",
      rule: "leave-writing-to-writer",
      message: `[Memory Bank] Not written: only memory-bank-writer writes into memory-bank/ here.
Next: task(subagent_type="memory-bank-writer", description="save to memory-bank", prompt="the target doc; what to save; the user's words that confirmed it") (rule: leave-writing-to-writer)`,
    });
    expect(judge(WRITE, by("build"), "subagent", "zh")).toEqual({
      kind: "refuse",
      rule: "leave-writing-to-writer",
      message: `[Memory Bank] 未写入：这里只有 memory-bank-writer 可以写 memory-bank/。
下一步：task(subagent_type="memory-bank-writer", description="save to memory-bank", prompt="目标文档；要写的内容；用户确认时的原话") (rule: leave-writing-to-writer)`,
    });
  });

  it("lets the writer write", () => {
    expect(judge(WRITE, by("memory-bank-writer")).kind).toBe("allow");
  });

  it("goes by the latest message, not by how the session began or by its parent", () => {
    expect(judge(WRITE, by("memory-bank-writer", "build")).kind).toBe("refuse");
    expect(judge(WRITE, by("memory-bank-writer", undefined)).kind).toBe("refuse");
    expect(judge(WRITE, NEW_SESSION).kind).toBe("refuse");
    const parent = by("memory-bank-writer");
    expect(judge(WRITE, { ...by("build"), parent }).kind).toBe("refuse");
  });

  it("says nothing with writer=direct, nor of other files and folders", () => {
    expect(judge(WRITE, by("build"), "direct").kind).toBe("allow");
    expect(judge(writing("src/a.ts"), by("build")).kind).toBe("allow");
    const folder = aCall({ writes: [aWrite("memory-bank/details/design", "make-folder")] });
    expect(judge(folder, by("build")).kind).toBe("allow");
  });
});

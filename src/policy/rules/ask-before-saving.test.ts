import { describe, expect, it } from "vitest";
import { aCall, aWrite, writing } from "../../../test/helpers/builders.ts";
import { judge as judgeCall, sessionAfter as after, textOf } from "../../../test/helpers/judge.ts";
import type { ApprovalMode, Language, Session, SessionEvent, ToolCall } from "../../types.ts";
import { findOffer } from "../proposals/find-offer.ts";
import { NEW_SESSION, advance } from "../session.ts";

const TECH = "memory-bank/details/tech.md";
const user = (text: string): SessionEvent => ({ kind: "user-spoke", text });
const OFFER: SessionEvent = {
  kind: "turn-ended",
  text: "💾 Save this to the Memory Bank?\n→ details/tech.md\n→ Content: use pnpm",
};

const judge = (
  call: ToolCall,
  session: Session,
  approval: ApprovalMode = "block",
  language: Language = "en",
) => judgeCall(call, { session, approval, bank: { language } });

const UNASKED = after(user("fix the parser"));

describe("ask-before-saving", () => {
  it("refuses what nobody asked for, with the offer as the one next step", () => {
    expect(judge(writing(TECH), UNASKED)).toEqual({
      kind: "refuse",
      rule: "ask-before-saving",
      message: `[Memory Bank] Not written: the user has neither confirmed nor asked for a save to memory-bank/details/tech.md.
Next: finish the main task, end your message with this offer, and write once the user has said yes:
💾 Save this to the Memory Bank?
   → memory-bank/details/tech.md
   → Content: {point 1}; {point 2}
(rule: ask-before-saving)`,
    });
    expect(judge(writing(TECH), UNASKED, "block", "zh")).toEqual({
      kind: "refuse",
      rule: "ask-before-saving",
      message: `[Memory Bank] 未写入：用户没有确认或要求写入 memory-bank/details/tech.md。
下一步：完成主要任务，在回复末尾提议，用户确认后再写：
💾 要把这次的发现写入 Memory Bank 吗？
   → memory-bank/details/tech.md
   → 内容：{要点1}；{要点2}
(rule: ask-before-saving)`,
    });
  });

  it("shows a form that counts as an offer once it is used", () => {
    const message = textOf(judge(writing(TECH, "memory-bank/MEMORY.md"), UNASKED), "refuse");
    expect(findOffer(message)?.targets).toEqual(["details/tech.md", "MEMORY.md"]);
  });

  it("tells in warn mode, once per turn, in one short line", () => {
    for (const language of ["en", "zh"] as const) {
      const paths = Array.from(
        { length: 5 },
        (_, index) => `memory-bank/${"x".repeat(90)}${index}.md`,
      );
      const notice = textOf(judge(writing(...paths), UNASKED, "warn", language), "warn");
      expect(notice.length).toBeLessThanOrEqual(400);
      expect(notice).toMatch(/^\[Memory Bank\] [^\n]*\(rule: ask-before-saving\)$/);
    }
    const told = advance(UNASKED, { kind: "told", topic: "ask-before-saving" });
    expect(judge(writing(TECH), told, "warn").kind).toBe("allow");
    expect(judge(writing(TECH), told, "block").kind).toBe("refuse");
  });

  it("says nothing when it is off", () => {
    expect(judge(writing(TECH), UNASKED, "off").kind).toBe("allow");
  });

  it.each([
    ["a confirmed offer", [user("fix it"), OFFER, user("yes")]],
    ["a request", [user("save this to the memory bank")]],
    ["a request that names it", [user("更新 details/tech.md")]],
    ["mb:write", [user("mb:write")]],
    ["a plan", [user("hi"), { kind: "plan-applied", docs: ["details/tech.md"] } as const]],
    [
      "an answer to a question",
      [
        user("hi"),
        {
          kind: "question-answered",
          question: "Save this to details/tech.md?",
          answers: ["Yes"],
        } as const,
      ],
    ],
  ] as const)("lets pass what is covered by %s", (_, events) => {
    expect(judge(writing(TECH), after(...events)).kind).toBe("allow");
  });

  it.each([
    ["an offer that was declined", [user("fix it"), OFFER, user("no")]],
    ["an offer that was ignored", [user("fix it"), OFFER, user("write a test for x")]],
    ["an offer that nobody has answered", [user("fix it"), OFFER]],
    ["a request for another doc", [user("update MEMORY.md")]],
  ] as const)("is not satisfied by %s", (_, events) => {
    expect(judge(writing(TECH), after(...events)).kind).toBe("refuse");
  });

  it("judges each doc of a call", () => {
    const session = after(user("fix it"), OFFER, user("yes"));
    const message = textOf(judge(writing(TECH, "memory-bank/MEMORY.md"), session), "refuse");
    expect(message).toContain("a save to memory-bank/MEMORY.md.");
  });

  it("leaves the rest of the project and folders alone", () => {
    expect(judge(writing("src/a.ts", "README.md"), UNASKED).kind).toBe("allow");
    const folder = aCall({ writes: [aWrite("memory-bank/details/design", "make-folder")] });
    expect(judge(folder, UNASKED).kind).toBe("allow");
  });

  it("takes the root session's word in a subagent, never the subagent's prompt", () => {
    const granted = after(user("fix it"), OFFER, user("yes"));
    expect(judge(writing(TECH), { ...NEW_SESSION, parent: granted }).kind).toBe("allow");
    const prompted = advance(NEW_SESSION, user("save this to the memory bank"));
    expect(judge(writing(TECH), { ...prompted, parent: UNASKED }).kind).toBe("refuse");
  });

  it("gives the benefit of the doubt where the user's messages are not known, unless it blocks", () => {
    expect(judge(writing(TECH), NEW_SESSION, "warn").kind).toBe("allow");
    expect(judge(writing(TECH), NEW_SESSION, "block").kind).toBe("refuse");
  });

  it("comes after the guard", () => {
    expect(judge(writing("memory-bank/a.json"), UNASKED)).toMatchObject({
      rule: "guard-memory-files",
    });
  });
});

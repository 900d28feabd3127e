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

const said = (text: string): SessionEvent => ({ kind: "turn-ended", text });
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
          options: [],
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

  describe("of a plan", () => {
    const MADE: SessionEvent = { kind: "plan-made", plan: "0123456789ab" };
    const apply = (session: Session, id: string | undefined = "0123456789ab", mayEdit = true) =>
      judge(aCall({ appliesPlan: { id, mayEdit } }), session, "off");
    const shown = [user("refresh the bank"), MADE, said("Here is the plan. Shall I apply it?")];

    it("wants the user's yes in a later message", () => {
      expect(apply(after(...shown, user("yes"))).kind).toBe("allow");
      expect(apply(after(...shown)).kind).toBe("refuse");
      expect(apply(after(...shown, user("now fix the login bug"))).kind).toBe("refuse");
      expect(apply(after(...shown, user("no"))).kind).toBe("refuse");
    });

    it("is of one plan, and of one use", () => {
      const agreed = after(...shown, user("yes"));
      expect(textOf(apply(agreed, "ba9876543210"), "refuse")).toContain("is not the plan");
      expect(apply(advance(agreed, { kind: "plan-made", plan: "ba9876543210" })).kind).toBe(
        "refuse",
      );
      const done = advance(agreed, { kind: "plan-applied", docs: [] });
      expect(textOf(apply(done), "refuse")).toContain("has no plan");
      expect(apply(advance(agreed, user("thanks, and now the tests"))).kind).toBe("refuse");
    });

    it("does not count in a subagent, nor for an agent that may not edit", () => {
      const agreed = after(...shown, user("yes"));
      expect(textOf(apply({ ...NEW_SESSION, parent: agreed }), "refuse")).toContain("subagent");
      expect(textOf(apply(agreed, undefined, false), "refuse")).toContain("may not edit");
    });

    it("is refused with one next step, in both languages", () => {
      const message = textOf(apply(after(...shown)), "refuse");
      expect(message).toMatch(/has not agreed to plan 0123456789ab.*\nNext: show the plan/s);
      expect(message).toMatch(/\(rule: ask-before-saving\)$/);
      const chinese = judge(
        aCall({ appliesPlan: { id: "0123456789ab", mayEdit: true } }),
        after(...shown),
        "off",
        "zh",
      );
      expect(textOf(chinese, "refuse")).toContain("用户还没有同意计划");
    });
  });

  it("comes after the guard", () => {
    expect(judge(writing("memory-bank/a.json"), UNASKED)).toMatchObject({
      rule: "guard-memory-files",
    });
  });
});

import { describe, expect, it } from "vitest";
import { aCall, aWrite, writing } from "../../../test/helpers/builders.ts";
import { judge as judgeCall, sessionAfter as after, textOf } from "../../../test/helpers/judge.ts";
import type { ApprovalMode, Session, SessionEvent, ToolCall } from "../../types.ts";
import { findOffer } from "../proposals/find-offer.ts";
import { NEW_SESSION, advance } from "../session.ts";

const TECH = "memory-bank/details/tech.md";
const user = (text: string): SessionEvent => ({ kind: "user-spoke", text });
const ended = (text: string): SessionEvent => ({ kind: "turn-ended", text });
const OFFER = ended("💾 Save this to the Memory Bank?\n→ details/tech.md\n→ Content: use pnpm");
const UNASKED = after(user("fix the parser"));
const PLAN = "0123456789ab";

const judge = (call: ToolCall, session: Session, approval: ApprovalMode = "block") =>
  judgeCall(call, { session, approval });

describe("ask-before-saving", () => {
  it("refuses what nobody asked for, with an offer that counts as one", () => {
    const message = textOf(judge(writing(TECH), UNASKED), "refuse");
    expect(message)
      .toBe(`[Memory Bank] Not written: the user has neither confirmed nor asked for a save to memory-bank/details/tech.md.
Next: finish the main task, end your message with this offer, and write once the user has said yes:
💾 Save this to the Memory Bank?
   → memory-bank/details/tech.md
   → Content: {point 1}; {point 2}
(rule: ask-before-saving)`);
    expect(findOffer(message)?.docs).toHaveLength(1);
  });

  it("tells in warn mode, once per turn, in one short line", () => {
    const paths = Array.from({ length: 5 }, (_, at) => `memory-bank/${"x".repeat(90)}${at}.md`);
    const notice = textOf(judge(writing(...paths), UNASKED, "warn"), "warn");
    expect(notice.length).toBeLessThanOrEqual(400);
    expect(notice).toMatch(/^\[Memory Bank\] Done, but [^\n]*\(rule: ask-before-saving\)$/);
    const told = advance(UNASKED, { kind: "told", topic: "ask-before-saving" });
    expect(judge(writing(TECH), told, "warn").kind).toBe("allow");
    expect(judge(writing(TECH), told, "block").kind).toBe("refuse");
    expect(judge(writing(TECH), UNASKED, "off").kind).toBe("allow");
  });

  it.each([
    ["allow", "a confirmed offer", [user("fix it"), OFFER, user("yes")]],
    ["allow", "a request", [user("save this to the memory bank")]],
    ["allow", "a request that names it", [user("更新 details/tech.md")]],
    ["allow", "mb:write", [user("mb:write")]],
    ["allow", "a plan", [user("hi"), { kind: "plan-applied", docs: ["details/tech.md"] }]],
    ["refuse", "an offer that was declined", [user("fix it"), OFFER, user("no")]],
    ["refuse", "an offer that was ignored", [user("fix it"), OFFER, user("write a test for x")]],
    ["refuse", "an offer that nobody has answered", [user("fix it"), OFFER]],
    ["refuse", "a request for another doc", [user("update MEMORY.md")]],
  ] as const)("%s: %s", (kind, _, events) => {
    const session = after(...events);
    expect(judge(writing(TECH), session).kind).toBe(kind);
    expect(judge(writing(TECH), { ...NEW_SESSION, parent: session }).kind).toBe(kind);
  });

  it("judges each doc of a call, and nothing but docs", () => {
    const session = after(user("fix it"), OFFER, user("yes"));
    const both = writing(TECH, "memory-bank/MEMORY.md");
    expect(textOf(judge(both, session), "refuse")).toContain("a save to memory-bank/MEMORY.md.");
    expect(judge(writing("src/a.ts", "README.md"), UNASKED).kind).toBe("allow");
    const folder = aCall({ writes: [aWrite("memory-bank/details/design", "make-folder")] });
    expect(judge(folder, UNASKED).kind).toBe("allow");
  });

  it("does not take a subagent's prompt for the user's word", () => {
    const prompted = advance(NEW_SESSION, user("save this to the memory bank"));
    expect(judge(writing(TECH), { ...prompted, parent: UNASKED }).kind).toBe("refuse");
  });

  it("gives the benefit of the doubt where the user's messages are not known, unless it blocks", () => {
    expect(judge(writing(TECH), NEW_SESSION, "warn").kind).toBe("allow");
    expect(judge(writing(TECH), NEW_SESSION, "block").kind).toBe("refuse");
  });

  describe("of a plan", () => {
    const MADE: SessionEvent = { kind: "plan-made", plan: PLAN };
    const ASKED = [user("refresh"), MADE, ended("Here is the plan. Shall I apply it?")];
    const AGREED = after(...ASKED, user("yes"));
    const apply = (session: Session, id = PLAN, mayEdit = true) =>
      judge(aCall({ appliesPlan: { id, mayEdit } }), session, "off");

    it.each([
      ["allow", "the user's yes in a later message", AGREED],
      ["refuse", "no yes", after(...ASKED)],
      ["refuse", "another task", after(...ASKED, user("now fix the login bug"))],
      ["refuse", "a no", after(...ASKED, user("no"))],
      ["refuse", "a new plan", advance(AGREED, { kind: "plan-made", plan: "ba9876543210" })],
      ["refuse", "a second use", advance(AGREED, { kind: "plan-applied", docs: [] })],
      ["refuse", "an old yes", advance(AGREED, user("thanks, and now the tests"))],
      ["refuse", "a subagent", { ...NEW_SESSION, parent: AGREED }],
    ] as const)("%s: %s", (kind, _, session) => {
      expect(apply(session).kind).toBe(kind);
    });

    it("says what is missing", () => {
      expect(textOf(apply(after(...ASKED)), "refuse")).toMatch(
        /has not agreed to plan 0123456789ab.*\nNext: show the plan.*\(rule: ask-before-saving\)$/,
      );
      expect(textOf(apply(AGREED, "ba9876543210"), "refuse")).toContain("show it to the user");
      expect(textOf(apply(AGREED, PLAN, false), "refuse")).toContain("may edit");
    });
  });
});

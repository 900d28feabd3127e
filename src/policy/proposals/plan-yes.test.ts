import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../types.ts";
import { NEW_SESSION, advance } from "../session.ts";
import { judgePlan } from "./judge-plan.ts";

const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";

const user = (text: string): SessionEvent[] => [
  { kind: "turn-started" },
  { kind: "user-spoke", text },
];
const says = (text: string): SessionEvent[] => [{ kind: "request-began" }, { kind: "said", text }];
const plans = (plan: string): SessionEvent[] => [{ kind: "called" }, { kind: "plan-made", plan }];
const asks = (question: string, answer: string): SessionEvent[] => [
  { kind: "called" },
  { kind: "question-answered", question, options: [], answers: [answer] },
];
const APPLIED: SessionEvent[] = [{ kind: "plan-applied", docs: ["MEMORY.md"] }];
const SHOWN = [user("refresh"), plans(A), says("Here is the plan: 4 docs. Shall I apply it?")];
const WAIVED = user("Refresh the memory bank and apply it without asking me");

function mayApply(history: readonly SessionEvent[][], id: string | undefined): boolean {
  const session = history.flat().reduce(advance, NEW_SESSION);
  const words = { apply: "apply {plan}", plan: "plan" };
  return judgePlan({ id, mayEdit: true }, session, words as never, "en").kind === "pass";
}

describe("a plan may be applied", () => {
  it.each([
    ["after a yes", [...SHOWN, user("yes")]],
    ["in Chinese", [user("刷新"), plans(A), says("计划如下。要执行吗？"), user("执行吧")]],
    [
      "when asked for again",
      [...SHOWN, user("why?"), says("Shall I apply the plan?"), user("yes")],
    ],
    [
      "when the user asks for it later",
      [...SHOWN, user("hm"), says("Sure."), user("apply the plan")],
    ],
    [
      "after a message of the host's",
      [...SHOWN, says("The background task is done."), user("yes")],
    ],
    ["after an answer", [user("refresh"), plans(A), asks("Apply this plan?", "Yes")]],
    ["when the user wants no question", [WAIVED, plans(A)]],
  ])("%s", (_, history) => {
    expect(mayApply(history, A)).toBe(true);
  });
});

describe("a plan may not be applied", () => {
  it.each([
    ["in its turn", SHOWN, A],
    ["after something else", [...SHOWN, user("what's the port?")], A],
    ["without its id", [...SHOWN, user("yes")], undefined],
    ["when another was made", [...SHOWN, user("yes"), plans(B)], A],
    ["after a yes to another", [...SHOWN, user("yes"), plans(B)], B],
    ["after a yes to one that was shown", [...SHOWN, plans(B), user("yes")], B],
    ["under the message after the yes", [...SHOWN, user("yes"), says("ok"), user("the port?")], A],
    ["twice", [...SHOWN, user("yes"), APPLIED], A],
    ["after a no", [...SHOWN, user("no"), says("ok"), user("yes")], A],
    ["when it was not shown", [user("refresh"), plans(A), user("yes")], A],
    [
      "when it was asked for before",
      [user("refresh"), says("Apply the plan?"), plans(A), user("yes")],
      A,
    ],
    ["when something else was asked", [...SHOWN, says("Done. Shall I deploy?"), user("yes")], A],
    ["in part", [...SHOWN, user("only the first one")], A],
    ["with an exception", [...SHOWN, user("apply it, except for tech.md")], A],
    ["with one in Chinese", [...SHOWN, user("执行，但第二步不要")], A],
    ["at another time", [...SHOWN, user("apply the plan tomorrow")], A],
    ["when it is taken back", [...SHOWN, user("apply the plan. Just kidding")], A],
    ["for another one's name", [...SHOWN, user("apply the plan we made for the parser")], A],
    [
      "when it would be dropped",
      [user("refresh"), plans(A), says("Shall I discard the plan?"), user("yes")],
      A,
    ],
    [
      "when it would be skipped",
      [user("refresh"), plans(A), says("The plan. I would skip it. OK?"), user("ok")],
      A,
    ],
    [
      "for a plan of something else",
      [...SHOWN, user("hm"), says("My plan: two files. Go ahead with the plan?"), user("yes")],
      A,
    ],
    [
      "after an answer about another",
      [user("refresh"), plans(A), asks("Apply this plan?", "Yes"), plans(B)],
      B,
    ],
    ["when a waiver was used", [WAIVED, plans(A), APPLIED, plans(B)], B],
    ["when a waiver is old", [WAIVED, says("ok"), user("fix the bug"), plans(A)], A],
    [
      "under a condition",
      [user("If CI is green, refresh the memory bank and apply without asking"), plans(A)],
      A,
    ],
  ] as const)("%s", (_, history, id) => {
    expect(mayApply(history, id)).toBe(false);
  });
});

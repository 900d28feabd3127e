import { expect, it } from "vitest";
import type { SessionEvent } from "../../types.ts";
import { NEW_PROPOSALS, REMINDER, advanceProposals } from "./advance-proposals.ts";

const TECH = "details/tech.md";
const user = (text: string): SessionEvent => ({ kind: "user-spoke", text });
const wrote = (doc: string): SessionEvent => ({ kind: "doc-written", doc });
const OFFER: SessionEvent = {
  kind: "turn-ended",
  text: `Done.\n\n💾 Save this to the Memory Bank?\n   → ${TECH}\n   → Content: use pnpm`,
};
const NO_OFFER: SessionEvent = { kind: "turn-ended", text: "Done." };
const asked = (...answers: string[]): SessionEvent => ({
  kind: "question-answered",
  question: `Save this to ${TECH}?`,
  options: [],
  answers,
});

/** What the log would have of these events: states and targets. */
function linesOf(...events: SessionEvent[]): string[] {
  let state = NEW_PROPOSALS;
  return events.flatMap((event) => {
    const step = advanceProposals(state, event);
    state = step.state;
    return step.news === undefined ? [] : [`${step.news.state} ${step.news.target}`];
  });
}

it.each([
  ["yes", "confirmed"],
  ["不用", "declined"],
  ["what next?", "ignored"],
])("an offer that is answered by %j is %s", (answer, state) => {
  expect(linesOf(user("hi"), OFFER, user(answer))).toEqual([`offered ${TECH}`, `${state} ${TECH}`]);
});

it("a second yes counts although an older grant is still there", () => {
  const events = [
    user("hi"),
    OFFER,
    user("yes"),
    { ...OFFER, text: OFFER.text.replace("pnpm", "bun") },
  ];
  expect(linesOf(...events, user("yes")).at(-1)).toBe(`confirmed ${TECH}`);
});

it("a doc is written once for each grant, and only where one was given", () => {
  expect(linesOf(user("hi"), OFFER, user("yes"), wrote(TECH), wrote(TECH))).toEqual([
    `offered ${TECH}`,
    `confirmed ${TECH}`,
    `written ${TECH}`,
  ]);
  expect(linesOf(user("hi"), wrote(TECH))).toEqual([]);
});

it.each([
  [["Yes"], ["confirmed question"]],
  [["No"], ["declined question"]],
  [["Perhaps another day"], []],
])("an answer %j to a question: %j", (answers, lines) => {
  expect(linesOf(user("hi"), asked(...answers))).toEqual(lines);
});

it("a reminder is one of the user's words, or of what was written", () => {
  const told: SessionEvent = { kind: "told", topic: REMINDER };
  expect(linesOf(user("we decided to use pnpm"))).toEqual(["reminded decision"]);
  expect(linesOf(user("hi"), { kind: "file-written", path: "package.json" }, told)).toEqual([
    "reminded workflow",
  ]);
  expect(linesOf(user("hi"), { kind: "told", topic: "read-before-write" })).toEqual([]);
});

it("what says nothing of proposals is no line", () => {
  expect(linesOf({ kind: "turn-started" }, NO_OFFER, { kind: "compacted", summary: "s" })).toEqual(
    [],
  );
});

it("has no text of anybody's, and no path without an end", () => {
  const long = `details/design/${"x".repeat(400)}.md`;
  const text = `💾 Save this to the Memory Bank?\n   → ${long}\n   → Content: canary`;
  const [line = ""] = linesOf(user("hi"), { kind: "turn-ended", text });
  expect(line.length).toBeLessThanOrEqual("offered ".length + 200);
  expect(line).not.toContain("canary");
});

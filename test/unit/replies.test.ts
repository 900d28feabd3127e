import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { NEW_PROPOSALS, advanceProposals } from "../../src/policy/proposals/advance-proposals.ts";
import { classifyReply } from "../../src/policy/proposals/classify-reply.ts";
import { approvedOf } from "../../src/policy/rules/ask-before-saving.ts";
import type { SessionEvent } from "../../src/types.ts";

type Label = "yes" | "no" | "request" | "unrelated";

interface Labelled {
  readonly is: Label;
  readonly text: string;
}

const OFFER = "💾 Save this to the Memory Bank?\n→ details/tech.md\n→ Content: use pnpm\n";
const ROWS = readFileSync(new URL("../fixtures/replies.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Labelled);

/** What the message is, said after an offer, or, for a request, after none. */
function judge({ is, text }: Labelled): Label {
  const before: SessionEvent[] = is === "request" ? [] : [{ kind: "turn-ended", text: OFFER }];
  const state = [...before, { kind: "user-spoke", text } as const].reduce(
    (proposals, event) => advanceProposals(proposals, event).state,
    NEW_PROPOSALS,
  );
  if (approvedOf(state).length === 0) return classifyReply(text) === "decline" ? "no" : "unrelated";
  return state.grants.some(({ content }) => content !== undefined) ? "yes" : "request";
}

const judged = ROWS.map((row) => ({ ...row, found: judge(row) }));
const isYes = (label: Label) => label !== "no" && label !== "unrelated";

it("200 messages, labelled by hand: no false yes", () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(200);
  expect(judged.filter(({ is, found }) => !isYes(is) && isYes(found))).toEqual([]);
});

it("… and at least nine of ten are right", () => {
  const wrong = judged.filter(({ is, found }) => is !== found);
  expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(ROWS.length / 10);
});

it.each(["好", "好的", "就", "把", "yes ", "ok, ", "写入"])(
  "%j over and over takes no time",
  (word) => {
    const text = `${word.repeat(2000)}x`;
    const start = performance.now();
    expect(judge({ is: "request", text })).toBe("unrelated");
    expect(performance.now() - start).toBeLessThan(1000);
  },
);

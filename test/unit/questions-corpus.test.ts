import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NEW_PROPOSALS, advanceProposals } from "../../src/policy/proposals/advance-proposals.ts";
import { findOffer } from "../../src/policy/proposals/find-offer.ts";
import type { AnswerOption } from "../../src/proposal-types.ts";
import type { SessionEvent } from "../../src/types.ts";

interface Asked {
  readonly question: string;
  readonly options: readonly AnswerOption[];
  readonly answers: readonly string[];
  /** The plan that was made before. */
  readonly plan?: string;
}

const read = (file: string) =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/questions/${file}`, import.meta.url), "utf8"),
  ) as unknown;

describe("messages of the agent's, labelled by hand", () => {
  const labelled = Object.entries(read("offers.json") as Record<string, string[]>);

  it.each(labelled)("%s", (label, texts) => {
    const wrong = texts.filter((text) => (findOffer(text) !== undefined) !== (label === "offered"));
    expect(texts.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});

describe("answers to the host's question tool, labelled by hand", () => {
  const labelled = Object.entries(read("answers.json") as Record<string, Asked[]>);

  it.each(labelled)("%s", (label, rows) => {
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((row) => isGranted(row) !== (label === "granted"))).toEqual([]);
  });
});

function isGranted({ plan, ...asked }: Asked): boolean {
  const events: SessionEvent[] = [
    ...(plan === undefined ? [] : [{ kind: "plan-made" as const, plan }]),
    { kind: "question-answered", ...asked },
  ];
  const { grants } = events.reduce(
    (state, event) => advanceProposals(state, event).state,
    NEW_PROPOSALS,
  );
  return grants.some((grant) => plan === undefined || grant.plans.includes(plan));
}

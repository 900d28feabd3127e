import { describe, expect, it } from "vitest";
import { asksForPlan, findAskedOffer, readAnswer } from "./read-answer.ts";

const OPTIONS = [
  ["Yes", "write it"],
  ["Skip", "write nothing"],
  ["Not now", "ask me again"],
  ["Option A", "Write it to the bank"],
  ["Option B", "Don't save it"],
  ["OK", "skip it for now"],
  ["Later", ""],
  ["不用", "以后再说"],
  ["写入", "写到 details/tech.md"],
  ["Save to details/tech.md (Recommended)", ""],
  ["Skip details/tech.md", ""],
  ["details/patterns.md", "only this one"],
  ["Deploy first", "then ask me again"],
].map(([label = "", description = ""]) => ({ label, description }));

describe("an answer to the host's question", () => {
  it.each([
    ["Yes", "confirm"],
    ["Skip", "decline"],
    ["Not now", "decline"],
    ["Option A", "confirm"],
    ["Option B", "decline"],
    ["OK", "decline"],
    ["Later", "decline"],
    ["不用", "decline"],
    ["写入", "confirm"],
    ["Save to details/tech.md (Recommended)", "confirm"],
    ["Skip details/tech.md", "decline"],
    ["details/patterns.md", "confirm"],
    ["Deploy first", "unrelated"],
    ["yes please", "confirm"],
    ["nah", "decline"],
    ["what would it say?", "unrelated"],
    ["写吧", "confirm"],
    ["以后再说", "decline"],
  ] as const)("%j means %s", (answer, reply) => {
    expect(readAnswer({ options: OPTIONS, answers: [answer] }).reply).toBe(reply);
  });

  it("is a no if one of several is", () => {
    expect(readAnswer({ options: OPTIONS, answers: ["Yes", "Skip"] }).reply).toBe("decline");
    expect(readAnswer({ options: OPTIONS, answers: [] }).reply).toBe("unrelated");
  });

  it("may hold several choices in one text", () => {
    const options = [
      { label: "OK", description: "leave the bank alone" },
      { label: "Yes", description: "run the tests, nothing else" },
      { label: "Save", description: "" },
    ];
    const of = (...answers: string[]) => readAnswer({ options, answers }).reply;
    expect(of("Yes, OK")).toBe("decline");
    expect(of("Save")).toBe("confirm");
  });

  it("means nothing where two options look alike", () => {
    const options = ["save it", "don't save it"].map((description) => ({
      label: "Yes",
      description,
    }));
    expect(readAnswer({ options, answers: ["Yes"] }).reply).toBe("unrelated");
  });

  it("names docs", () => {
    const { docs } = readAnswer({ options: OPTIONS, answers: ["details/patterns.md"] });
    expect(docs).toEqual(["details/patterns.md"]);
  });

  it("to a question about a plan", () => {
    const of = (answer: string) => readAnswer({ options: [], answers: [answer] }).reply;
    expect(of("Apply it")).toBe("confirm");
    expect(of("执行")).toBe("confirm");
    expect(of("no")).toBe("decline");
  });
});

describe("the host's question", () => {
  it.each([
    ["Save the retry limit to memory-bank/details/tech.md?", ["details/tech.md"]],
    ["The fix is in. Shall I record this convention in the memory bank?", []],
    ["Memory Bank\nSave the pnpm decision?", []],
    ["要把这条经验写入记忆库吗？", []],
  ])("%j asks for a save", (question, targets) => {
    expect(findAskedOffer(question)).toEqual({ targets, points: [] });
  });

  it.each([
    "Deploy now? (I will also save to the memory bank)",
    "I have read the memory bank. Write the tests now?",
    "Is it ok not to save this to the memory bank?",
    "Did I record that correctly in the memory bank?",
    "要跳过写入记忆库吗？",
    "Shall I write a test that saves to the memory bank?",
  ])("%j does not", (question) => {
    expect(findAskedOffer(question)).toBeUndefined();
  });

  it("of an open question is about the plan in the turn in which it was made", () => {
    const asks = (text: string, isNew: boolean) => asksForPlan(text, { id: "0123456789ab", isNew });
    for (const text of ["Here is the plan. Shall I?", "要执行吗？", "Reply yes to apply it."]) {
      expect(asks(text, false), text).toBe(false);
    }
    expect(asks("Here is the plan. Shall I?", true)).toBe(true);
    expect(asks("计划如下。要执行吗？", true)).toBe(true);
    expect(asks("Here is the plan.", true)).toBe(true);
    for (const text of ["Here is the plan. Shall I deploy?", "Should I discard the plan?"])
      expect(asks(text, true), text).toBe(false);
  });

  it("asks for a plan where it names that one, or none", () => {
    const id = "0123456789ab";
    const asks = (text: string, isNew = false) => asksForPlan(text, { id, isNew });
    for (const question of [
      `Apply plan ${id}?`,
      "Shall I apply the refresh plan?",
      "要执行这个计划吗？",
    ])
      expect(asks(question), question).toBe(true);
    for (const question of [
      "Apply plan aaaaaaaaaaaa?",
      "Do you want to see the plan?",
      "Skip the plan?",
    ])
      expect(asks(question), question).toBe(false);
  });
});

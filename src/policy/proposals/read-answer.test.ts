import { expect, it } from "vitest";
import { NEW_PROPOSALS } from "./advance-proposals.ts";
import { findPlanOffer, findAsked, readAnswer } from "./read-answer.ts";

const OPTIONS = [
  ["Yes", "write it"],
  ["Skip", "write nothing"],
  ["Not now", "ask me again"],
  ["Option A", "Write it to the bank"],

  ["OK", "skip it for now"],
  ["写入", "写到 details/tech.md"],
  ["Save to details/tech.md (Recommended)", ""],
  ["Skip details/tech.md", ""],
  ["Deploy first", "then ask me again"],
].map(([label = "", description = ""]) => ({ label, description }));

it.each([
  [["Yes"], "confirm"],
  [["Skip"], "decline"],
  [["Not now"], "decline"],
  [["Option A"], "confirm"],
  [["OK"], "decline"],
  [["Save to details/tech.md (Recommended)"], "confirm"],
  [["Skip details/tech.md"], "decline"],
  [["Deploy first"], "unrelated"],
  [["what would it say?"], "unrelated"],
  [["写吧"], "confirm"],
  [["Yes", "Skip"], "decline"],
  [[], "unrelated"],
])("an answer to the host's question, %j, means %s", (answers, reply) => {
  expect(readAnswer({ question: "", options: OPTIONS, answers })).toBe(reply);
});

it.each([
  ["💾 Save this?\n→ details/tech.md\n→ Content: a", { docs: ["details/tech.md"], content: "a" }],
  ["Save it to memory-bank/details/tech.md?", { docs: ["details/tech.md"], content: "" }],
  ["It is fixed. Shall I record it in the memory bank?", { docs: "any", content: "" }],
  ["要把这条经验写入记忆库吗？", { docs: "any", content: "" }],
  ["I have read the memory bank. Write the tests now?", undefined],
  ["Is it ok not to save this to the memory bank?", undefined],
  ["要跳过写入记忆库吗？", undefined],
  ["Which colour?", undefined],
])("the host's question %j asks for %j", (question, asked) => {
  expect(findAsked(question, NEW_PROPOSALS)).toEqual(asked);
});

it.each([
  ["Shall I apply it?", true, true],
  ["Apply this plan to the memory bank?", true, true],
  ["Here is the plan. Shall I run the refresh now?", true, true],
  ["要执行吗？", true, true],
  ["Here is the plan. Shall I?", true, false],
  ["Here is the plan. Shall I deploy?", false, false],
  ["Should I discard the plan?", false, false],
])("%j asks for the plan, in its turn: %s, later: %s", (text, isNew, isLater) => {
  const plan = "0123456789ab";
  const offer = { docs: [], content: undefined, plan };
  const made = { ...NEW_PROPOSALS, plan };
  expect(findPlanOffer(text, { ...made, pending: offer })).toEqual(isNew ? offer : undefined);
  expect(findPlanOffer(text, made)).toEqual(isLater ? offer : undefined);
});

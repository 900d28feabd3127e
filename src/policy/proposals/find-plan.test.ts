import { describe, expect, it } from "vitest";
import { asksToApply, findPlanRequest } from "./find-plan.ts";

const ID = "0123456789ab";
const OTHER = "ba9876543210";

describe("a message of the agent's", () => {
  it.each([
    "Shall I?",
    "Here is the plan.",
    "Here is the plan: it creates MEMORY.md. Shall I apply it?",
    "The memory bank would be built with 4 docs. Is that ok?",
    "OK?",
    "Refresh would do this:\n- create MEMORY.md\n\nGo ahead?",
    "计划如下：创建 MEMORY.md。要执行吗？",
    "这是刷新计划。可以吗？",
    "可以吗？",
    "Here is the plan. Waiting for your approval.",
    "This is what refresh would do. Let me know if you'd like me to apply it.",
    "The plan creates four docs. Does this look good? I'll apply it once you confirm.",
    "Plan ready. Do you want to proceed?",
    "The plan has 3 steps. Shall I apply these changes?",
    "计划如下。请确认。",
    "计划如下，需要我执行吗？",
    "计划如下。是否执行？",
    "Shall I build the memory bank?",
    "要建立记忆库吗？",
    "Plan\nProceed?",
    "Proceed?",
    `Apply ${ID}?`,
    "Apply this plan to the memory bank?",
  ])("%j asks for the plan of its turn", (text) => {
    expect(asksToApply(text, { id: ID, isNew: true })).toBe(true);
  });

  it.each([
    "I fixed the login bug.",
    "I fixed the login bug. OK?",
    "Here is the plan. By the way, shall I deploy to production?",
    "Here is the plan for the bank. Which database do you use?",
    `The plan ${OTHER} is ready. Shall I apply plan ${OTHER}?`,
    "The tests pass; shall I commit?",
    "Here is the plan. I am waiting for your ok to deploy.",
    "Here is the plan. Shall I run the migration now?",
    "计划如下。需要我部署吗？",
    "计划如下，另外要部署吗？",
    "Here's the plan, and should I deploy it and run the tests?",
    "Shall I update the memory bank with this lesson?",
    "Save this to the memory bank?",
    "要把这个结论写入记忆库吗？",
    "Which database?",
    "<!-- here is the plan, shall I apply it? -->",
    "```\nHere is the plan. Shall I apply it?\n```",
    "计划如下。另外，要不要部署？",
    "",
  ])("%j does not", (text) => {
    expect(asksToApply(text, { id: ID, isNew: true })).toBe(false);
  });

  it("takes no longer without an end", () => {
    for (const endless of [" ", "\t", "`", "- ", "<x>"]) {
      const text = `Here is the plan. ${endless.repeat(60_000)}x`;
      expect(asksToApply(text, { id: ID, isNew: false })).toBe(false);
    }
  });

  it("asks for an earlier plan only by its name", () => {
    const old = { id: ID, isNew: false };
    expect(asksToApply("It would add one row. Shall I apply the plan?", old)).toBe(true);
    expect(asksToApply("It would add one row. Shall I?", old)).toBe(false);
    expect(asksToApply("The plan is still there.", old)).toBe(false);
    expect(asksToApply("Shall I build the memory bank?", old)).toBe(false);
    expect(asksToApply("要执行这个计划吗？", old)).toBe(true);
  });
});

describe("the user's own request", () => {
  it.each([
    "refresh the memory bank and apply it without asking",
    "Refresh the memory bank and apply the plan right away.",
    "/memory-bank-refresh apply it without asking me",
    "Please refresh the memory bank, apply the plan, and don't ask me.",
    "build the memory bank and apply the plan, no need to ask",
    "刷新记忆库并直接执行",
    "刷新记忆库，直接应用，不用问我",
  ])("%j waves the question", (text) => {
    expect(findPlanRequest(text, undefined)).toBe("any");
  });

  it.each([
    "refresh the memory bank",
    "refresh the memory bank and apply it",
    "refresh the memory bank, but don't apply it without asking",
    "refresh the memory bank and apply it right away, but ask me first",
    "if the tests pass, refresh the memory bank and apply it without asking",
    'he said "refresh the memory bank and apply it without asking"',
    "the memory bank docs say: apply it without asking",
    "should I refresh the memory bank and apply it without asking?",
    "apply the patch without asking",
    "do not refresh the memory bank and apply it directly",
    "刷新记忆库",
    "刷新记忆库，执行前先问我",
    "如果测试通过就刷新记忆库并直接执行",
    "他说刷新记忆库并直接执行",
    "yes",
  ])("%j does not", (text) => {
    expect(findPlanRequest(text, undefined)).toEqual([]);
  });

  it.each([
    "apply the plan",
    "Please apply this plan now.",
    "go ahead with the plan",
    "执行这个计划",
    "按计划执行",
  ])("%j is for the plan that was made before", (text) => {
    expect(findPlanRequest(text, ID)).toEqual([ID]);
    expect(findPlanRequest(text, undefined)).toEqual([]);
  });

  it.each([
    "don't apply the plan",
    "apply the patch",
    "why did you apply the plan?",
    "apply the plan once the tests pass",
    "不要执行这个计划",
    "要执行这个计划吗？",
  ])("%j is not", (text) => {
    expect(findPlanRequest(text, ID)).toEqual([]);
  });
});

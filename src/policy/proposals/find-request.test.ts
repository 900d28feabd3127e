import { describe, expect, it } from "vitest";
import { findRequest } from "./find-request.ts";

describe("findRequest", () => {
  it.each([
    ["save this to the memory bank", "any"],
    ["Please save this to the Memory Bank.", "any"],
    ["Could you please record that in the memory bank?", "any"],
    ["fix the bug and save the lesson to the memory bank", "any"],
    ["update MEMORY.md with the new goal", ["MEMORY.md"]],
    ["update `memory-bank/MEMORY.md`: the goal is done", ["MEMORY.md"]],
    ["add a section on testing to details/patterns.md", ["details/patterns.md"]],
    ["write it to memory-bank/details/design/API-v2.md", ["details/design/API-v2.md"]],
    ["put that in tech.md and progress.md", ["details/tech.md", "details/progress.md"]],
    ["remember this: we deploy on Fridays only", "any"],
    ["Remember that we use tabs.", "any"],
    ["write this down", "any"],
    ["record this decision", "any"],
    ["save this as a lesson", "any"],
    ["add a REQ for the login page", ["details/requirements/"]],
    ["don't forget to update the memory bank", "any"],
    ["mb:write", "any"],
    ["looks fine. mb:write", "any"],
    ["记到记忆库", "any"],
    ["把这个记到记忆库里", "any"],
    ["把这个记下来", "any"],
    ["帮我把刚才的结论记录下来", "any"],
    ["请更新 MEMORY.md", ["MEMORY.md"]],
    ["写进 details/patterns.md", ["details/patterns.md"]],
    ["能不能把这个写到记忆库？", "any"],
    ["修好之后把原因写到 memory bank", "any"],
    ["记住：以后都用 pnpm", "any"],
    ["加个 REQ，登录页要支持扫码", ["details/requirements/"]],
    ["把這個記到記憶庫", "any"],
    ["Save to the memory bank: never store secrets in the repo", "any"],
  ])("%j asks for %j", (text, docs) => {
    expect(findRequest(text)?.docs).toEqual(docs);
  });

  it.each([
    "don't save this",
    "don't save this to the memory bank",
    "不要写进 memory bank",
    "先不要记到记忆库",
    "should we save this to the memory bank?",
    "did you save this to the memory bank?",
    "How do I write to the memory bank?",
    "要不要记到记忆库？",
    "这个需要写到记忆库吗？",
    "你写到记忆库了吗？",
    "I saved this to the memory bank yesterday",
    "the agent writes to the memory bank by itself",
    "我已经写到记忆库了",
    "write a function that saves notes to the memory bank",
    "add a test for the memory bank plugin",
    "写一个函数，把数据写到记忆库插件里",
    "write a test for x",
    "add a section on testing to README.md",
    "save the file to disk",
    "remember to run the tests",
    "do you remember this?",
    "I remember that it failed",
    "记录一下日志",
    "记一下耗时并打印出来",
    "what does mb:write do?",
    "> save this to the memory bank",
    "```\nsave this to the memory bank\n```",
    "what is in MEMORY.md?",
    "read memory-bank/details/tech.md",
    "",
  ])("%j asks for nothing", (text) => {
    expect(findRequest(text)).toBeUndefined();
  });

  it("takes no longer for a clause without an end", () => {
    const endless = `${"把 and 写到 save 记 ".repeat(2000)}memory`;
    expect(findRequest(endless)).toBeUndefined();
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyReply } from "./classify-reply.ts";

describe("classifyReply", () => {
  it.each([
    // The words of the rules themselves.
    ["好", "confirm"],
    ["写", "confirm"],
    ["确认", "confirm"],
    ["可以", "confirm"],
    ["行", "confirm"],
    ["yes", "confirm"],
    ["ok", "confirm"],
    ["sure", "confirm"],
    ["mb:write", "confirm"],
    ["不用", "decline"],
    ["不要", "decline"],
    ["跳过", "decline"],
    ["算了", "decline"],
    ["no", "decline"],
    ["skip", "decline"],
    ["mb:no", "decline"],
    ["写吧，顺便问一下…", "mixed"],
    // A no in the clothes of a yes, and the other way round.
    ["not ok", "decline"],
    ["ok but don't save", "decline"],
    ["好的，不过先不要写", "decline"],
    ["先别写", "decline"],
    ["可以不写吗", "decline"],
    ["no problem, write it", "confirm"],
    ["不用谢，写吧", "confirm"],
    ["yes and no", "unrelated"],
    ["no wait, save it", "unrelated"],
    // Questions.
    ["好不好?", "unrelated"],
    ["行不行？", "unrelated"],
    ["ok?", "unrelated"],
    ["why would I say yes?", "unrelated"],
    ["what does mb:write do?", "unrelated"],
    // Words that only begin like an answer.
    ["好像有个 bug", "unrelated"],
    ["好奇问一下", "unrelated"],
    ["可以看看 src/a.ts 吗", "unrelated"],
    ["写一个函数解析日期", "unrelated"],
    ["write a test for x", "unrelated"],
    ["yesterday it worked", "unrelated"],
    ["no tests are failing", "unrelated"],
    ["不用 lodash，用原生的", "unrelated"],
    // In doubt, unrelated.
    ["行，继续下一个任务", "unrelated"],
    ["yes, the bug is in the parser", "unrelated"],
    ["okay so the next thing: the parser", "unrelated"],
    ["sure, but what about the tests?", "unrelated"],
    ["yes, but first show me the diff", "unrelated"],
    ["save it, but show me the text first", "unrelated"],
    ["写吧，等测试通过", "unrelated"],
    ["好麻烦", "unrelated"],
    ["请确认", "unrelated"],
    ["approve and merge", "unrelated"],
    ["okay...", "unrelated"],
    // A no together with a request is a no.
    ["no, use tabs instead", "decline"],
    ["不用，继续下一个任务", "decline"],
    // Nobody's words.
    ["> yes", "unrelated"],
    ["```\nok\n```", "unrelated"],
    ["`ok`", "unrelated"],
    ["ok 1 - parses dates", "unrelated"],
    ["确认 `done` 的值", "unrelated"],
    // Other scripts, widths, signs.
    ["確認", "confirm"],
    ["寫吧", "confirm"],
    ["ＯＫ！", "confirm"],
    ["👍🏽", "confirm"],
    ["👌", "confirm"],
    ["🆗", "confirm"],
    ["🙅‍♀️", "decline"],
    ["“好”", "confirm"],
    ["`mb:write`", "confirm"],
  ])("%j is %s", (text, reply) => {
    expect(classifyReply(text)).toBe(reply);
  });

  it("finds no yes in a long text that contains one", () => {
    const pasted = `Here is the report.\n\n${"The server answered ok, and we said yes. ".repeat(500)}`;
    expect(classifyReply(pasted)).toBe("unrelated");
  });

  it("takes no text that lacks every word of an answer as one", () => {
    const harmless = fc
      .string({ unit: "grapheme", maxLength: 60 })
      .filter(
        (text) =>
          !/[a-z好写寫行可确確记記存保要是嗯恩同赞当當没沒批入👍👌🆗✅🙆]/iu.test(
            text.normalize("NFKC"),
          ),
      );
    fc.assert(
      fc.property(harmless, (text) => {
        expect(["unrelated", "decline"]).toContain(classifyReply(text));
      }),
    );
  });

  it("is never confirmed by what follows a word that is no answer", () => {
    const start = fc.constantFrom("the parser", "look at", "为什么", "这个文件", "fix it", "看看");
    const answer = fc.constantFrom("yes", "ok", "save it", "好", "写吧", "确认", "mb:writer");
    const mark = fc.constantFrom(", ", ". ", "，", "。", " ", "\n");
    fc.assert(
      fc.property(start, mark, answer, (first, between, last) => {
        expect(classifyReply(`${first}${between}${last}`)).toBe("unrelated");
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { changing, judge as judgeCall, textOf } from "../../../test/helpers/judge.ts";
import { findOffence } from "../../secrets/find-offence.ts";
import type { DocChange, Language } from "../../types.ts";

/** Put together here, so that no scanner finds a key in this file. */
const KEY = ["AKIA", "QX7TP2WLMZK4", "R6UB"].join("");
const ALLOWANCE = "<!-- memory-bank-allow: aws-access-key -->\n";

function judge(change: Partial<DocChange>, doc = "details/tech.md", language: Language = "en") {
  const text = { before: undefined, after: undefined, brings: "", ...change };
  const call = changing(`memory-bank/${doc}`, {
    ...text,
    secret: findOffence(doc, text.before, text),
  });
  return judgeCall(call, { bank: { language } });
}

describe("keep-secrets-out", () => {
  it.each([
    [{ after: `# Tech\n\nkey: ${KEY}\n` }, "details/tech.md", /line 3 of|第 3 行/],
    [
      { before: "old\n", brings: `a\n${KEY}\n` },
      "details/tech.md",
      /line 2 of the text|文本第 2 行/,
    ],
    [{ after: "# Notes\n" }, `details/${KEY}.md`, /name of the new doc|新文档的名称/],
    [{ after: `${ALLOWANCE}key: ${KEY}\n` }, "details/tech.md", /line 2/],
  ])("names rule and line, and never the value: case %#", (change, doc, place) => {
    const message = textOf(judge(change, doc), "refuse");
    expect(message).toMatch(place);
    expect(message).toMatch(/\(aws-access-key\).*\nNext: .*\(rule: keep-secrets-out\)$/);
    expect(message + textOf(judge(change, doc, "zh"), "refuse")).not.toContain(KEY);
  });

  it.each([
    [{ before: `key: ${KEY}\n`, after: `key: ${KEY}\nmore\n` }, "details/tech.md"],
    [{ before: "old\n", after: "new\n" }, `details/${KEY}.md`],
    [{ after: "new\n" }, "details/tokens-2024-06.md"],
    [{ before: ALLOWANCE, after: `${ALLOWANCE}key: ${KEY}\n` }, "details/tech.md"],
  ])("says nothing of what was there or was allowed: case %#", (change, doc) => {
    expect(judge(change, doc).kind).toBe("allow");
  });
});

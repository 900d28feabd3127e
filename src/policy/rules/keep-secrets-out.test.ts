import { describe, expect, it } from "vitest";
import { changing, judge as judgeCall, textOf } from "../../../test/helpers/judge.ts";
import { findOffence } from "../../secrets/find-offence.ts";
import type { DocChange, GuardMode, Language } from "../../types.ts";

/** Put together here, so that no scanner finds a key in this file. */
const KEY = ["AKIA", "QX7TP2WLMZK4", "R6UB"].join("");
const ALLOWANCE = "<!-- memory-bank-allow: aws-access-key -->\n";

function judge(
  change: Partial<DocChange>,
  guardMode: GuardMode = "off",
  language: Language = "en",
  doc = "details/tech.md",
) {
  const text = { before: undefined, after: undefined, brings: "", ...change };
  const whole = { ...text, secret: findOffence(doc, text.before, text) };
  const call = changing(`memory-bank/${doc}`, whole);
  return judgeCall(call, { guardMode, bank: { language } });
}

describe("keep-secrets-out", () => {
  it("refuses a secret in every mode, names rule and line, and never the value", () => {
    for (const guardMode of ["off", "warn", "block"] as const) {
      for (const language of ["en", "zh"] as const) {
        const decision = judge({ after: `# Tech\n\nkey: ${KEY}\n` }, guardMode, language);
        const message = textOf(decision, "refuse");
        expect(decision).toMatchObject({ rule: "keep-secrets-out" });
        expect(message).toContain("aws-access-key");
        expect(message).toMatch(/line 3|第 3 行/);
        expect(message).not.toContain(KEY);
        expect(message.endsWith("(rule: keep-secrets-out)")).toBe(true);
        expect(message.split("\n")).toHaveLength(2);
      }
    }
  });

  it("says nothing of what the doc holds already", () => {
    const before = `key: ${KEY}\n`;
    expect(judge({ before, after: `${before}more\n` }).kind).toBe("allow");
  });

  it("refuses a secret in the name of a new doc, and does not repeat the name", () => {
    for (const language of ["en", "zh"] as const) {
      const decision = judge({ after: "# Notes\n" }, "off", language, `details/${KEY}.md`);
      const message = textOf(decision, "refuse");
      expect(decision).toMatchObject({ rule: "keep-secrets-out" });
      expect(message).toMatch(/name of the new doc|新文档的名称/);
      expect(message).toContain("aws-access-key");
      expect(message).not.toContain(KEY);
    }
    const named = { before: "old\n", after: "new\n" };
    expect(judge(named, "off", "en", `details/${KEY}.md`).kind).toBe("allow");
    expect(judge({ after: "new\n" }, "off", "en", "details/tokens-2024-06.md").kind).toBe("allow");
  });

  it("judges what the call brings where the result cannot be told", () => {
    const decision = judge({ before: "old\n", brings: `a\n${KEY}\n` });
    expect(textOf(decision, "refuse")).toContain("line 2 of the text for");
  });

  it("takes an allowance of the doc on disk, and no other", () => {
    const after = `${ALLOWANCE}key: ${KEY}\n`;
    expect(judge({ before: ALLOWANCE, after }).kind).toBe("allow");
    expect(judge({ after }).kind).toBe("refuse");
  });
});

import { describe, expect, it } from "vitest";
import { aBank, aCall, aPolicy, aTarget } from "../../../test/helpers/builders.ts";
import type { DocChange, GuardMode, Language } from "../../types.ts";
import { findOffence } from "../../secrets/find-offence.ts";
import { decide } from "../decide.ts";
import { NEW_SESSION } from "../session.ts";

/** Put together here, so that no scanner finds a key in this file. */
const KEY = ["AKIA", "QX7TP2WLMZK4", "R6UB"].join("");
const ALLOWANCE = "<!-- memory-bank-allow: aws-access-key -->\n";

function judge(
  change: Partial<DocChange>,
  { guardMode = "off", language = "en" }: { guardMode?: GuardMode; language?: Language } = {},
) {
  const target = aTarget("memory-bank/details/tech.md");
  const text = { before: undefined, after: undefined, brings: "", ...change };
  const whole = { ...text, secret: findOffence(text.before, text) };
  const call = aCall({ writes: [{ target, effect: "change", words: "", change: whole }] });
  return decide(call, NEW_SESSION, aBank({ language }), aPolicy({ guardMode })).decision;
}

describe("keep-secrets-out", () => {
  it("refuses a secret in every mode, names rule and line, and never the value", () => {
    for (const guardMode of ["off", "warn", "block"] as const) {
      for (const language of ["en", "zh"] as const) {
        const decision = judge({ after: `# Tech\n\nkey: ${KEY}\n` }, { guardMode, language });
        if (decision.kind !== "refuse") throw new Error("expected a refusal");
        expect(decision.rule).toBe("keep-secrets-out");
        expect(decision.message).toContain("aws-access-key");
        expect(decision.message).toMatch(/line 3|第 3 行/);
        expect(decision.message).not.toContain(KEY);
        expect(decision.message.endsWith("(rule: keep-secrets-out)")).toBe(true);
        expect(decision.message.split("\n")).toHaveLength(2);
      }
    }
  });

  it("says nothing of what the doc holds already", () => {
    const before = `key: ${KEY}\n`;
    expect(judge({ before, after: `${before}more\n` }).kind).toBe("allow");
  });

  it("judges what the call brings where the result cannot be told", () => {
    const decision = judge({ before: "old\n", brings: `a\n${KEY}\n` });
    if (decision.kind !== "refuse") throw new Error("expected a refusal");
    expect(decision.message).toContain("line 2 of the text for");
  });

  it("takes an allowance of the doc on disk, and no other", () => {
    const after = `${ALLOWANCE}key: ${KEY}\n`;
    expect(judge({ before: ALLOWANCE, after }).kind).toBe("allow");
    expect(judge({ after }).kind).toBe("refuse");
    expect(judge({ before: "old\n", after: `old\n${ALLOWANCE}` })).toMatchObject({
      kind: "refuse",
      rule: "keep-secrets-out",
    });
    expect(judge({ before: ALLOWANCE, after: "gone\n" }).kind).toBe("allow");
  });
});

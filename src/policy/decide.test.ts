import { describe, expect, it } from "vitest";
import { aBank, aCall, aPolicy, writing } from "../../test/helpers/builders.ts";
import type { Bank, GuardMode, ToolCall, Verdict } from "../types.ts";
import { RULES, type Rule, decide } from "./decide.ts";
import { NEW_SESSION } from "./session.ts";

const both = (text: string) => ({ en: text, zh: text });
const rule = (name: Rule["name"], judge: () => Verdict): Rule => ({ name, judge });
const because = both("why");
const passing = rule("read-before-write", () => ({ kind: "pass", because }));
const objects = { because, next: both("what to do") };
const warning = rule("read-before-write", () => ({ kind: "warn", ...objects }));
const refusing = rule("guard-memory-files", () => ({ kind: "refuse", ...objects }));
const throwing = rule("read-before-write", () => {
  throw new Error("broken");
});

const judge = (call: ToolCall, guardMode: GuardMode, rules?: readonly Rule[], bank = aBank()) =>
  decide(call, NEW_SESSION, bank, aPolicy({ guardMode }), rules);

describe("decide", () => {
  it("asks every rule and allows", () => {
    const { decision, trace } = judge(aCall(), "block");
    expect(decision).toEqual({ kind: "allow" });
    expect(trace.map((step) => step.rule)).toEqual(RULES.map(({ name }) => name));
  });

  it("stops at the first refusal, which outranks an earlier warning", () => {
    const { decision, trace } = judge(writing("a"), "warn", [warning, refusing, passing]);
    expect(decision).toEqual({
      kind: "refuse",
      rule: "guard-memory-files",
      message: "[Memory Bank] Not done: why.\nNext: what to do. (rule: guard-memory-files)",
    });
    expect(trace).toHaveLength(2);
  });

  it("tells a warning in one line, in the bank's language", () => {
    const chinese = aBank({ language: "zh" });
    expect(judge(writing("a"), "warn", [warning], chinese).decision).toMatchObject({
      notice: {
        text: "[Memory Bank] 已执行，但why。下一步：what to do。(rule: read-before-write)",
      },
    });
  });

  it.each([
    ["off", writing("memory-bank/details/a.md"), "refuse"],
    ["warn", writing("memory-bank/details/a.md"), "refuse"],
    ["off", writing("."), "refuse"],
    ["off", writing("src/a.ts"), "allow"],
    ["warn", writing("src/a.ts"), "allow"],
    ["block", writing("src/a.ts"), "refuse"],
    ["block", aCall(), "allow"],
  ] as const)(
    "never lets the bank be written unjudged: in %s a broken rule …",
    (mode, call, kind) => {
      const { decision, trace } = judge(call, mode, [throwing]);
      expect(decision.kind).toBe(kind);
      expect(trace[0]?.error).toBe("broken");
    },
  );

  it("takes a broken risk assessment or bank like a broken rule", () => {
    const fail = () => {
      throw new Error("disk");
    };
    const broken = aPolicy({ assessRisk: fail });
    expect(decide(writing("a"), NEW_SESSION, aBank(), broken).decision.kind).toBe("allow");
    const bank = new Proxy<Bank>(aBank(), { get: fail });
    const { decision } = judge(writing("package.json"), "block", undefined, bank);
    expect(decision).toMatchObject({ message: expect.stringContaining("(disk)") as string });
  });
});

import { describe, expect, it } from "vitest";
import { aBank, aCall, aPolicy, writing } from "../../test/helpers/builders.ts";
import type { GuardMode, Verdict } from "../types.ts";
import { type Rule, decide } from "./decide.ts";
import { NEW_SESSION } from "./session.ts";

function policy(guardMode: GuardMode) {
  return aPolicy({ guardMode });
}

const both = (text: string) => ({ en: text, zh: text });

function rule(name: Rule["name"], judge: () => Verdict): Rule {
  return { name, kind: "guard", warnsOnce: false, judge };
}

const passing = rule("read-before-write", () => ({ kind: "pass", because: both("fine") }));
const warning = rule("read-before-write", () => ({
  kind: "warn",
  because: both("b"),
  notice: "n",
}));
const refusing = rule("guard-memory-files", () => ({
  kind: "refuse",
  because: both("b"),
  message: "m",
}));
const throwing = rule("read-before-write", () => {
  throw new Error("broken");
});

describe("decide", () => {
  it("asks every rule and allows", () => {
    const { decision, trace } = decide(aCall(), NEW_SESSION, aBank(), policy("block"));
    expect(decision).toEqual({ kind: "allow" });
    expect(trace.map((step) => step.rule)).toEqual([
      "recover-after-compaction",
      "read-before-write",
      "guard-memory-files",
      "keep-user-blocks",
      "keep-secrets-out",
      "leave-writing-to-writer",
      "ask-before-saving",
    ]);
  });

  it("stops at the first refusal, which outranks an earlier warning", () => {
    const { decision, trace } = decide(writing("a"), NEW_SESSION, aBank(), policy("warn"), [
      warning,
      refusing,
      passing,
    ]);
    expect(decision).toEqual({ kind: "refuse", rule: "guard-memory-files", message: "m" });
    expect(trace).toHaveLength(2);
  });

  it("judges a broken rule in one place: the bank is never written unjudged", () => {
    for (const [mode, path] of [
      ["off", "memory-bank/details/a.md"],
      ["warn", "memory-bank/details/a.md"],
      ["block", "memory-bank/details/a.md"],
      ["off", "."],
    ] as const) {
      const call = writing(path);
      const { decision, trace } = decide(call, NEW_SESSION, aBank(), policy(mode), [throwing]);
      expect(decision.kind).toBe("refuse");
      expect(trace[0]?.error).toBe("broken");
    }
  });

  it("follows the mode where a broken rule concerns the project", () => {
    const outcome = (mode: GuardMode) =>
      decide(writing("src/a.ts"), NEW_SESSION, aBank(), policy(mode), [throwing]).decision;
    expect(outcome("off").kind).toBe("allow");
    expect(outcome("warn").kind).toBe("allow");
    expect(outcome("block")).toEqual({
      kind: "refuse",
      rule: "read-before-write",
      message:
        "[Memory Bank] Not done: this call could not be judged (broken).\nNext: ask the user to set MEMORY_BANK_GUARD_MODE=warn, then repeat the call. (rule: read-before-write)",
    });
  });

  it("never refuses a call that writes nothing because of a broken rule", () => {
    expect(decide(aCall(), NEW_SESSION, aBank(), policy("block"), [throwing]).decision.kind).toBe(
      "allow",
    );
  });

  it("takes a broken risk assessment or bank like a broken rule", () => {
    const broken = aPolicy({
      assessRisk: () => {
        throw new Error("globs");
      },
    });
    expect(decide(writing("a"), NEW_SESSION, aBank(), broken).decision.kind).toBe("allow");
    const bank = {
      get name(): never {
        throw new Error("disk");
      },
      get conventions(): never {
        throw new Error("disk");
      },
      get language(): never {
        throw new Error("disk");
      },
      get startingDocs(): never {
        throw new Error("disk");
      },
      existing(): never {
        throw new Error("disk");
      },
    };
    const judged = decide(writing("package.json"), NEW_SESSION, bank, policy("block"));
    expect(judged.decision.kind).toBe("refuse");
  });
});

import { NO_CALL } from "../../src/policy/call.ts";
import { WORDS } from "../../src/hosts/opencode/words.ts";
import type { Policy } from "../../src/policy/decide.ts";
import { createAssessRisk } from "../../src/policy/risk.ts";
import type { Bank, LogEvent, Target, ToolCall, Write, WriteEffect } from "../../src/types.ts";

export function aTarget(path: string): Target {
  const inBank = path === "memory-bank" || path.startsWith("memory-bank/");
  const outside = path.startsWith("/");
  return {
    path,
    place: inBank ? "bank" : outside ? "outside" : "project",
    doc: inBank ? path.slice("memory-bank/".length) : undefined,
    holdsBank: path === ".",
  };
}

export function aWrite(path: string, effect: WriteEffect = "change"): Write {
  return { target: aTarget(path), effect, by: "" };
}

export function aCall(parts: Partial<ToolCall> = {}): ToolCall {
  return { ...NO_CALL, ...parts };
}

export function writing(...paths: string[]): ToolCall {
  return aCall({ writes: paths.map((path) => aWrite(path)) });
}

/** What the log has of a write that was refused for its risk. */
export function aRefusal(
  path: string,
  because = `high risk: ${path}`,
): Extract<LogEvent, { kind: "decision" }> {
  return {
    kind: "decision",
    tool: "write",
    via: "tool",
    writes: [{ path, effect: "replace" }],
    risk: "high",
    reason: "sensitive-file",
    decision: "refuse",
    rule: "read-before-write",
    trace: [{ rule: "read-before-write", verdict: "refuse", because }],
  };
}

/** The defaults, but for what a test of another rule must not stumble over. */
export function aPolicy(parts: Partial<Policy> = {}): Policy {
  return {
    guardMode: "warn",
    approval: "off",
    writer: "direct",
    assessRisk: createAssessRisk({ sensitive: [], safe: [], multiFile: 2 }),
    words: WORDS,
    ...parts,
  };
}

export const PATTERNS_DOC = "details/patterns.md";

export function aBank(parts: Partial<Bank> = {}): Bank {
  return {
    name: "memory-bank",
    conventions: [
      {
        doc: PATTERNS_DOC,
        address: "memory-bank/details/patterns.md",
        isLoadedByHost: false,
        changedAt: 0,
      },
    ],
    language: "en",
    startingDocs: [{ doc: "MEMORY.md", address: "memory-bank/MEMORY.md" }],
    existing: (docs) => docs.map((doc) => ({ doc, address: `memory-bank/${doc}` })),
    ...parts,
  };
}

import type {
  ApprovalMode,
  Bank,
  Decision,
  GuardMode,
  HostWords,
  Judgement,
  Risk,
  RuleName,
  Session,
  ToolCall,
  TraceStep,
  Verdict,
  WriterMode,
} from "../types.ts";
import { isWrite, writesBank } from "./call.ts";
import type { AssessRisk } from "./risk.ts";
import { askBeforeSaving } from "./rules/ask-before-saving.ts";
import { guardMemoryFiles } from "./rules/guard-memory-files.ts";
import { keepSecretsOut } from "./rules/keep-secrets-out.ts";
import { keepUserBlocks } from "./rules/keep-user-blocks.ts";
import { leaveWritingToWriter } from "./rules/leave-writing-to-writer.ts";
import { recoverAfterCompaction } from "./rules/recover-after-compaction.ts";
import { readBeforeWrite } from "./rules/read-before-write.ts";
import { unjudgedMessage } from "./unjudged.ts";

export interface Policy {
  readonly guardMode: GuardMode;
  readonly approval: ApprovalMode;
  readonly writer: WriterMode;
  readonly assessRisk: AssessRisk;
  /** What the host's agents call their tools. */
  readonly words: HostWords;
}

export interface Case {
  readonly call: ToolCall;
  readonly session: Session;
  readonly bank: Bank;
  readonly guardMode: GuardMode;
  readonly approval: ApprovalMode;
  readonly writer: WriterMode;
  readonly words: HostWords;
  readonly risk: Risk;
}

export interface Rule {
  readonly name: RuleName;
  /** A gate asks what was read, and a read may be on its way; a guard asks what would be written. */
  readonly kind: "gate" | "guard";
  /** Its warning is said once a turn. */
  readonly warnsOnce: boolean;
  judge(subject: Case): Verdict;
}

/** Asked in this order; the first refusal ends it, the first warning is kept. */
export const RULES: readonly Rule[] = [
  recoverAfterCompaction,
  readBeforeWrite,
  guardMemoryFiles,
  keepUserBlocks,
  keepSecretsOut,
  leaveWritingToWriter,
  askBeforeSaving,
];

/** Whether a rule's answer may be another one once a read has come back. */
export function isGate(name: RuleName): boolean {
  return RULES.some((rule) => rule.name === name && rule.kind === "gate");
}

const NOT_ASSESSED: Risk = { level: "high", because: { kind: "no-write" } };

/** May this call happen? The one decision path: gates, guard and `explain` all come through here. */
export function decide(
  call: ToolCall,
  session: Session,
  bank: Bank,
  policy: Policy,
  rules: readonly Rule[] = RULES,
): Judgement {
  const trace: TraceStep[] = [];
  let decision: Decision = { kind: "allow" };
  let risk = NOT_ASSESSED;
  for (const rule of rules) {
    const step = ask(rule, () => {
      if (risk === NOT_ASSESSED) risk = policy.assessRisk(call, session);
      const { guardMode, approval, writer, words } = policy;
      return rule.judge({ call, session, bank, guardMode, approval, writer, words, risk });
    });
    const judged = "failure" in step ? judgeFailure(rule, call, bank, policy, step.failure) : step;
    trace.push(judged);
    const { verdict } = judged;
    if (verdict.kind === "refuse") {
      decision = { kind: "refuse", rule: rule.name, message: verdict.message };
      break;
    }
    if (verdict.kind === "warn" && decision.kind === "allow") {
      const topic = rule.warnsOnce ? rule.name : undefined;
      decision = { kind: "warn", rule: rule.name, notice: { text: verdict.notice, topic } };
    }
  }
  return { decision, trace, risk };
}

function ask(rule: Rule, judge: () => Verdict): TraceStep | { failure: unknown } {
  try {
    return { rule: rule.name, verdict: judge(), error: undefined };
  } catch (failure) {
    return { failure };
  }
}

/** A rule that throws: the bank is never written unjudged, everything else follows the mode. */
function judgeFailure(
  rule: Rule,
  call: ToolCall,
  bank: Bank,
  policy: Policy,
  failure: unknown,
): TraceStep {
  const error = failure instanceof Error ? failure.message : String(failure);
  const isBankWrite = writesBank(call);
  const refuses = isBankWrite || (isWrite(call) && policy.guardMode === "block");
  const verdict: Verdict = refuses
    ? {
        kind: "refuse",
        because: { en: "the rule failed", zh: "规则出错" },
        message: unjudgedMessage(rule.name, failure, isBankWrite, bank),
      }
    : {
        kind: "pass",
        because: {
          en: `the rule failed, and ${policy.guardMode} lets the call pass`,
          zh: `规则出错，而 ${policy.guardMode} 模式放行`,
        },
      };
  return { rule: rule.name, verdict, error };
}

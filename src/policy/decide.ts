import type {
  ApprovalMode,
  Bank,
  Decision,
  GuardMode,
  HostWords,
  Judgement,
  Language,
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
import { pass, renderVerdict, toUnjudged } from "./verdict.ts";

export interface Policy {
  readonly guardMode: GuardMode;
  readonly approval: ApprovalMode;
  readonly writer: WriterMode;
  readonly assessRisk: AssessRisk;
  /** What the host's agents call their tools. */
  readonly words: HostWords;
}

export interface Case extends Policy {
  readonly call: ToolCall;
  readonly session: Session;
  readonly bank: Bank;
  readonly risk: Risk;
}

/** A rule's warning is told once a turn. */
export interface Rule {
  readonly name: RuleName;
  judge(subject: Case): Verdict;
}

/** Asked in this order: the first refusal ends the round, the first warning is kept. */
export const RULES: readonly Rule[] = [
  recoverAfterCompaction,
  readBeforeWrite,
  guardMemoryFiles,
  keepUserBlocks,
  keepSecretsOut,
  leaveWritingToWriter,
  askBeforeSaving,
];

/** Whether a rule depends on what was read: a read that comes back may change its verdict. */
export function isGate(name: RuleName): boolean {
  return name === recoverAfterCompaction.name || name === readBeforeWrite.name;
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
  let subject: Case | undefined;
  for (const rule of rules) {
    const step = ask(rule, call, policy.guardMode, () => {
      subject ??= { ...policy, call, session, bank, risk: policy.assessRisk(call, session) };
      const verdict = rule.judge(subject);
      if (verdict.kind !== "warn" || !session.told.has(rule.name)) return verdict;
      const { en, zh } = verdict.because;
      return pass(`${en}; told already this turn`, `${zh}；本轮已提醒过`);
    });
    trace.push(step);
    const { verdict } = step;
    if (verdict.kind === "pass") continue;
    const text = renderVerdict(verdict.kind, verdict, rule.name, languageOf(bank));
    if (verdict.kind === "refuse") {
      decision = { kind: "refuse", rule: rule.name, message: text };
      break;
    }
    if (decision.kind === "allow") {
      decision = { kind: "warn", rule: rule.name, notice: { text, topic: rule.name } };
    }
  }
  return { decision, trace, risk: subject?.risk ?? NOT_ASSESSED };
}

/** Asks a rule. If the rule throws, a write into the bank is refused; everything else follows the guard mode. */
function ask(
  { name }: Rule,
  call: ToolCall,
  guardMode: GuardMode,
  judge: () => Verdict,
): TraceStep {
  try {
    return { rule: name, verdict: judge(), error: undefined };
  } catch (failure) {
    const error = failure instanceof Error ? failure.message : String(failure);
    const refuses = writesBank(call) || (isWrite(call) && guardMode === "block");
    const verdict: Verdict = refuses
      ? { kind: "refuse", ...toUnjudged(failure) }
      : pass(
          `the rule failed, and ${guardMode} lets the call pass`,
          `规则出错，而 ${guardMode} 模式放行`,
        );
    return { rule: name, verdict, error };
  }
}

/** Reading the bank may be what failed; then messages are in English. */
function languageOf(bank: Bank): Language {
  try {
    return bank.language;
  } catch {
    return "en";
  }
}

/** The writing guideline is said once a turn for each doc. */
export function guidelineTopic(doc: string): string {
  return `guideline ${doc}`;
}

const SIGNATURE =
  /\n\n\[Memory Bank\] [^\n]*\((?:guideline: ([^\n]*)|(?:reminder|rule): (offer-to-save|read-before-write|ask-before-saving))\)$/;

/** The topic of the notice at the end of a result in the history: a notice ends with the name of its topic. */
export function topicIn(result: string): string | undefined {
  const [, doc, topic] = SIGNATURE.exec(result) ?? [];
  return doc === undefined ? topic : guidelineTopic(doc);
}

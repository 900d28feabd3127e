import { isWrite } from "../policy/call.ts";
import { judgeChange } from "../policy/judge-change.ts";
import { describeRisk } from "../policy/risk.ts";
import { unreadConventions } from "../policy/session.ts";
import type {
  Bank,
  ChangeStep,
  EffectCheck,
  GuardMode,
  Judgement,
  Session,
  Text,
  ToolCall,
} from "../types.ts";
import { fit, printable } from "./format.ts";
import { print, tell } from "./print.ts";
import { say } from "./say.ts";
import { showFacts } from "./show-facts.ts";
import { showDecision, showTrace } from "./show-trace.ts";
import { word } from "./word.ts";

const COLON: Text = { en: ": ", zh: "：" };

interface ExplainedCase {
  readonly call: ToolCall;
  readonly session: Session;
  readonly bank: Bank;
  readonly guardMode: GuardMode;
  readonly judgement: Judgement;
}

/** The case, then the rules in their order, then what the agent would be told. */
export function showCase({ call, session, bank, guardMode, judgement }: ExplainedCase): void {
  const { decision, trace, risk } = judgement;
  const { level, because } = risk;
  showFacts([
    [{ en: "Call", zh: "调用" }, describeCall(call)],
    [{ en: "Risk", zh: "风险" }, `${word(level)}${say(COLON)}${say(describeRisk(because))}`],
    [{ en: "Session", zh: "会话" }, describeReading(session, bank.conventions)],
    [{ en: "Guard mode", zh: "守卫模式" }, guardMode],
  ]);
  print();
  if (!isWrite(call)) {
    tell({
      en: "Nothing is written, as far as can be told: no rule is asked.",
      zh: "就目前所知没有写入：不询问任何规则。",
    });
  } else {
    const steps = trace.map(({ rule, verdict, error }) => ({
      rule,
      verdict: verdict.kind,
      because: error === undefined ? say(verdict.because) : `${say(verdict.because)}: ${error}`,
    }));
    showTrace(steps);
  }
  showDecision(decision.kind, decision.kind === "allow" ? undefined : decision.rule);
  if (decision.kind === "warn") print(`\n${decision.notice.text}`);
  if (decision.kind === "refuse") print(`\n${decision.message}`);
  else if (call.effectCheck !== undefined) showAfter(call.effectCheck);
}

/** A change that nobody else made, and whose versions are at hand; git has what it replaces. */
export function judgeLikelyChange(check: EffectCheck): Omit<ChangeStep, "doc"> {
  const { doc: _, ...step } = judgeChange({
    kind: "found",
    doc: "",
    culprit: check.cause === "reads" ? undefined : check,
    writtenBy: undefined,
    inGit: check.cause === "git" ? "old" : "none",
    isBlockChanged: false,
    isAtHand: true,
  });
  return step;
}

/** The other half of the decision: what would become of a change in the bank. */
function showAfter(check: EffectCheck): void {
  const step = judgeLikelyChange(check);
  tell({
    en: `\nAfterwards the bank is compared. A change that the command made: ${word(step.verdict)}, because ${step.because.en} (rule: ${step.rule})`,
    zh: `\n执行后会比较记忆库。这条命令造成的改动：${word(step.verdict)}，因为${step.because.zh} (rule: ${step.rule})`,
  });
}

function describeCall(call: ToolCall): string {
  const { reads, writes, refreshesBank } = call;
  const lines: Text[] = [
    ...reads.map(({ target: { path } }) => ({ en: `reads ${path}`, zh: `读 ${path}` })),
    ...writes.map(({ target: { path }, effect }) => ({
      en: `writes ${path} (${word(effect)})`,
      zh: `写 ${path}（${word(effect)}）`,
    })),
    ...describeWords(refreshesBank, (words) => ({
      en: `rebuilds the bank: ${words}`,
      zh: `重建记忆库：${words}`,
    })),
  ];
  return lines.length === 0
    ? say({ en: "reads and writes no file that can be told", zh: "没有可以确定的读写" })
    : lines.map((line) => printable(say(line))).join("\n");
}

function describeWords(words: string | undefined, toText: (words: string) => Text): Text[] {
  return words === undefined ? [] : [toText(fit(words.replaceAll(/\s+/g, " "), 60))];
}

function describeReading(session: Session, conventions: Bank["conventions"]): string {
  if (conventions.length === 0)
    return say({ en: "the bank has no conventions to read", zh: "记忆库没有可读的约定" });
  const unread = unreadConventions(session, conventions).map(({ doc }) => doc);
  return say({ en: `not read: ${unread.join(", ")}`, zh: `没有读过：${unread.join("、")}` });
}

import { HOST_CONFIG_PATHS } from "../../hosts/known-hosts.ts";
import { isWrite } from "../../policy/call.ts";
import { decide } from "../../policy/decide.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { createAssessRisk, describeRisk } from "../../policy/risk.ts";
import { NEW_SESSION, advance, unreadConventions } from "../../policy/session.ts";
import { toShellCall } from "../../runtime/shell-call.ts";
import type { ChangeStep, EffectCheck, Judgement, Text, ToolCall } from "../../types.ts";
import { fit, printable } from "../format.ts";
import type { Opened } from "../open.ts";
import { print, printFacts, tell } from "../print.ts";
import { say } from "../say.ts";
import type { Answer } from "../usage.ts";
import { showDecision, showTrace } from "./show-trace.ts";
import { word } from "./word.ts";

export interface CallOptions {
  readonly edit?: readonly string[];
  readonly bash?: string;
}

/** How a call would be judged at the beginning of a session, of a user who has said nothing about saving. */
export function explainCall(opened: Opened, options: CallOptions): Answer {
  const { bank, settings, location } = opened;
  const call = toCall(options, opened);
  const started = { ...NEW_SESSION, readScope: settings.readScope };
  const session = advance(started, { kind: "user-spoke", text: "" });
  const assessRisk = createAssessRisk({ ...settings, hostConfigs: HOST_CONFIG_PATHS });
  // The host asks the rules about writes only.
  const judgement: Judgement = isWrite(call)
    ? decide(call, session, bank, { ...settings, assessRisk, words: location.host.words })
    : { decision: { kind: "allow" }, trace: [], risk: assessRisk(call, session) };
  const unread = unreadConventions(session, bank.conventions).map(({ address }) => address);
  const isRefused = judgement.decision.kind === "refuse";
  const after =
    call.effectCheck === undefined || isRefused ? undefined : judgeLikely(call.effectCheck);
  return {
    data: toData(judgement, after),
    show: () => {
      const { level, because } = judgement.risk;
      const colon = say({ en: ": ", zh: "：" });
      const read = say(
        unread.length === 0
          ? { en: "the bank has no conventions to read", zh: "记忆库没有可读的约定" }
          : { en: `not read: ${unread.join(", ")}`, zh: `没有读过：${unread.join("、")}` },
      );
      printFacts([
        [{ en: "Call", zh: "调用" }, describeCall(call)],
        [{ en: "Risk", zh: "风险" }, word(level) + colon + say(describeRisk(because))],
        [{ en: "Session", zh: "会话" }, read],
        [{ en: "Guard mode", zh: "守卫模式" }, settings.guardMode],
      ]);
      showJudgement(call, judgement, after);
    },
  };
}

/** What a host would have made of the call. */
function toCall({ edit = [], bash }: CallOptions, { bank, location }: Opened): ToolCall {
  const { paths } = bank;
  const { directory: folder, root } = location;
  const call = toShellCall(bash ?? "", { folder, root, paths });
  if (bash !== undefined) return call;
  const writes = edit.map((path) => ({
    target: paths.toTarget(path),
    effect: "change" as const,
    by: "",
  }));
  return { ...call, via: "tool", writes, effectCheck: undefined };
}

type AfterStep = Omit<ChangeStep, "doc">;

/** What would become of a change that nobody else made, and whose versions are at hand; git has what it replaces. */
function judgeLikely(check: EffectCheck): AfterStep {
  const { doc: _, ...step } = judgeChange({
    kind: "found",
    doc: "",
    culprit: check.cause === "reads" ? undefined : check,
    writtenBy: undefined,
    inGit: check.cause === "git" ? "old" : "none",
    isBlockChanged: false,
    isStray: false,
    isAtHand: true,
  });
  return step;
}

/** A notice is as the agent would read it. */
function toData({ decision, trace, risk }: Judgement, after: AfterStep | undefined): object {
  const spoken = <Step extends { readonly because: Text }>(step: Step) => {
    return { ...step, because: say(step.because) };
  };
  return {
    decision: decision.kind === "warn" ? { ...decision, notice: decision.notice.text } : decision,
    trace: trace.map((step) => ({ ...step, verdict: spoken(step.verdict) })),
    risk,
    ...(after && { afterwards: spoken(after) }),
  };
}

function describeCall({ reads, writes, refreshesBank }: ToolCall): string {
  const rebuilds = refreshesBank && fit(refreshesBank.replaceAll(/\s+/g, " "), 60);
  const lines: Text[] = [
    ...reads.map(({ target: { path } }) => ({ en: `reads ${path}`, zh: `读 ${path}` })),
    ...writes.map(({ target: { path }, effect }) => ({
      en: `writes ${path} (${word(effect)})`,
      zh: `写 ${path}（${word(effect)}）`,
    })),
    ...(rebuilds ? [{ en: `rebuilds the bank: ${rebuilds}`, zh: `重建记忆库：${rebuilds}` }] : []),
  ];
  if (lines.length === 0)
    return say({ en: "reads and writes no file that can be told", zh: "没有可以确定的读写" });
  return lines.map((line) => printable(say(line))).join("\n");
}

/** The rules in their order, then what the agent would be told. */
function showJudgement(
  call: ToolCall,
  { decision, trace }: Judgement,
  after: AfterStep | undefined,
): void {
  print();
  if (isWrite(call)) {
    const steps = trace.map(({ rule, verdict: { kind, because }, error }) => ({
      rule,
      verdict: kind,
      because: error === undefined ? say(because) : `${say(because)}: ${error}`,
    }));
    showTrace(steps);
  } else {
    tell({
      en: "Nothing is written, as far as can be told: no rule is asked.",
      zh: "就目前所知没有写入：不询问任何规则。",
    });
  }
  showDecision(decision.kind, decision.kind === "allow" ? undefined : decision.rule);
  if (decision.kind === "warn") print(`\n${decision.notice.text}`);
  if (decision.kind === "refuse") print(`\n${decision.message}`);
  if (after !== undefined)
    tell({
      en: `\nAfterwards the bank is compared. A change that the command made: ${word(after.verdict)}, because ${after.because.en} (rule: ${after.rule})`,
      zh: `\n执行后会比较记忆库。这条命令造成的改动：${word(after.verdict)}，因为${after.because.zh} (rule: ${after.rule})`,
    });
}

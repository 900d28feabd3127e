import { HOST_CONFIG_PATHS } from "../../hosts/known-hosts.ts";
import { decide } from "../../policy/decide.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { createAssessRisk, describeRisk } from "../../policy/risk.ts";
import { NEW_SESSION, advance } from "../../policy/session.ts";
import { toShellCall } from "../../runtime/shell-call.ts";
import type { ChangeStep, EffectCheck, Judgement, Text, ToolCall } from "../../types.ts";
import { printable } from "../format.ts";
import type { Opened } from "../open.ts";
import { print, printFacts, tell } from "../print.ts";
import { say } from "../say.ts";
import type { Answer, Options } from "../usage.ts";
import { showTrace, word } from "./show-trace.ts";

/** How a call would be judged at the start of a session in which the user has said nothing about saving. */
export function explainCall(opened: Opened, options: Options): Answer {
  const { bank, location } = opened;
  const { settings, host } = location;
  const call = toCall(options, opened);
  const started = { ...NEW_SESSION, readScope: settings.readScope };
  const session = advance(started, { kind: "user-spoke", text: "" });
  const assessRisk = createAssessRisk({ ...settings, hostConfigs: HOST_CONFIG_PATHS });
  const judgement = decide(call, session, bank, { ...settings, assessRisk, words: host.words });
  const { decision, trace, risk } = judgement;
  const after = decision.kind === "refuse" ? undefined : judgeLikely(call.effectCheck);
  return {
    data: toData(judgement, after),
    show: () => {
      const [level, why] = [word(risk.level), say(describeRisk(risk.because))];
      printFacts([
        [{ en: "Call", zh: "调用" }, describeCall(call)],
        [{ en: "Risk", zh: "风险" }, say({ en: `${level}: ${why}`, zh: `${level}：${why}` })],
        [{ en: "Guard mode", zh: "守卫模式" }, settings.guardMode],
      ]);
      const steps = trace.map(({ rule, verdict: { kind, because }, error }) => ({
        rule,
        verdict: kind,
        because: [say(because), ...(error === undefined ? [] : [error])].join(": "),
      }));
      showTrace(steps, decision);
      if (decision.kind === "warn") print(`\n${decision.notice.text}`);
      if (decision.kind === "refuse") print(`\n${decision.message}`);
      if (after !== undefined)
        tell({
          en: `\nAfterwards the bank is compared. A change that the command made: ${word(after.verdict)}, because ${after.because.en} (rule: ${after.rule})`,
          zh: `\n执行后会比较记忆库。这条命令造成的改动：${word(after.verdict)}，因为${after.because.zh} (rule: ${after.rule})`,
        });
    },
  };
}

/** The tool call as a host would report it. */
function toCall({ edit = [], bash }: Options, { bank, location }: Opened): ToolCall {
  const { paths } = bank;
  const { directory: folder } = location;
  const call = toShellCall(bash ?? "", { folder, paths });
  if (bash !== undefined) return call;
  const writes = edit.map((path) => ({
    target: paths.toTarget(path),
    effect: "change" as const,
    by: "",
  }));
  return { ...call, via: "tool", writes, effectCheck: undefined };
}

type AfterStep = Omit<ChangeStep, "doc">;

/** Assumes that only this call changes the doc, both versions are known, and git replaces only committed text. */
function judgeLikely(check: EffectCheck | undefined): AfterStep | undefined {
  if (check === undefined) return undefined;
  const { doc: _, ...step } = judgeChange({
    kind: "found",
    doc: "",
    culprit: check.cause === "reads" ? undefined : check,
    isOurs: false,
    inGit: check.cause === "git" ? "old" : "none",
    isBlockChanged: false,
    isAtHand: true,
  });
  return step;
}

/** The judgement for `--json`. A notice has the text that the agent would read. */
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
  const lines: Text[] = [
    ...reads.map(({ target: { path } }) => ({ en: `reads ${path}`, zh: `读 ${path}` })),
    ...writes.map(({ target: { path }, effect }) => ({
      en: `writes ${path} (${word(effect)})`,
      zh: `写 ${path}（${word(effect)}）`,
    })),
    ...(refreshesBank ? [{ en: "rebuilds the bank", zh: "重建记忆库" }] : []),
  ];
  const none = { en: "reads and writes no file that can be told", zh: "没有可以确定的读写" };
  return (lines.length === 0 ? [none] : lines).map((line) => printable(say(line))).join("\n");
}

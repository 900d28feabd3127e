import { isWrite } from "../../policy/call.ts";
import { decide } from "../../policy/decide.ts";
import { HOST_CONFIG_PATHS } from "../../hosts/known-hosts.ts";
import { createAssessRisk } from "../../policy/risk.ts";
import { hideKeys } from "../../bank/shorten.ts";
import type { Judgement, Target, Text, ToolCall } from "../../types.ts";
import { type CallOptions, newSession, toCall } from "../neutral-call.ts";
import { type Opened, open } from "../open.ts";
import { printError, printJson } from "../print.ts";
import { askedLanguage, say } from "../say.ts";
import { judgeLikelyChange, showCase } from "../show-judgement.ts";
import { type LogOptions, showLogged } from "../show-logged.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options extends CallOptions, LogOptions {
  readonly dir: string;
  readonly bank?: string;
}

export const explain: CommandFile = {
  about: {
    en: "show how the last calls were judged, or how one would be: each rule, what it looked at",
    zh: "显示最近的调用曾如何被判断，或一次调用会如何：每条规则、它看什么",
  },
  takes: {
    "--last [count]": {
      en: "the last decisions of the latest session, from the decision log",
      zh: "决策日志中最近会话的最近几个决定",
    },
    "--bash <command>": {
      en: "a shell command, before anything was read",
      zh: "一条 shell 命令，此前什么都没读过",
    },
    "--edit <path...>": {
      en: "an edit of these files, before anything was read",
      zh: "修改这些文件，此前什么都没读过",
    },
    "--dir <dir>": WHERE,
    "--bank <folder>": BANK,
    "--json": AS_JSON,
  },
  examples: [
    "explain --last 3",
    "explain --edit package.json src/a.ts",
    'explain --bash "rm -rf memory-bank" --json',
  ],
  run,
};

async function run(options: Options): Promise<void> {
  const { last, bash, edit } = options;
  if ([last, bash, edit].filter((each) => each !== undefined).length !== 1) {
    throw new Stop(2, {
      en: "name one of --last, --bash and --edit (see --help)",
      zh: "请指明 --last、--bash、--edit 之一（见 --help）",
    });
  }
  const opened = await open(options.dir, { bank: options.bank, lang: askedLanguage() });
  for (const problem of opened.problems) printError(`memory-bank explain: ${problem}`);
  if (last !== undefined) showLogged(opened.location.bank, options);
  else explainCall(opened, options);
}

function explainCall(opened: Opened, options: Options): void {
  const { bank, settings, words } = opened;
  const call = toShown(toCall(options, opened));
  const session = newSession(opened);
  const assessRisk = createAssessRisk({ ...settings, hostConfigs: HOST_CONFIG_PATHS });
  // The host asks the rules about writes only.
  const judgement: Judgement = isWrite(call)
    ? decide(call, session, bank, { ...settings, assessRisk, words })
    : { decision: { kind: "allow" }, trace: [], risk: assessRisk(call, session) };
  if (options.json) printJson(toJson(call, judgement));
  else showCase({ call, session, bank, guardMode: settings.guardMode, judgement });
}

/** The same call, as it may be printed: without what may be a key in a path. */
function toShown(call: ToolCall): ToolCall {
  const shown = <Part extends { readonly target: Target }>(part: Part): Part => {
    const { path, alias } = part.target;
    const target = { ...part.target, path: hideKeys(path), alias: alias && hideKeys(alias) };
    return { ...part, target };
  };
  return { ...call, reads: call.reads.map(shown), writes: call.writes.map(shown) };
}

/** A notice is shown as the agent would read it. */
function toJson({ effectCheck }: ToolCall, { decision, trace, risk }: Judgement): object {
  const notice = decision.kind === "warn" ? { notice: decision.notice.text } : {};
  const isCompared = effectCheck !== undefined && decision.kind !== "refuse";
  const afterwards = isCompared ? { afterwards: spoken(judgeLikelyChange(effectCheck)) } : {};
  const steps = trace.map((step) => ({ ...step, verdict: spoken(step.verdict) }));
  return { decision: { ...decision, ...notice }, trace: steps, risk, ...afterwards };
}

function spoken<Step extends { readonly because: Text }>(step: Step) {
  return { ...step, because: say(step.because) };
}

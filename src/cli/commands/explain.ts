import { isWrite } from "../../policy/call.ts";
import { decide } from "../../policy/decide.ts";
import { HOST_CONFIG_PATHS } from "../../hosts/known-hosts.ts";
import { createAssessRisk } from "../../policy/risk.ts";
import { hideKeys } from "../../bank/shorten.ts";
import type { Judgement, Target, Text, ToolCall } from "../../types.ts";
import { type CallOptions, type StateOptions, toCall, toSession } from "../neutral-call.ts";
import { type Opened, open } from "../open.ts";
import { printError, printJson } from "../print.ts";
import { askedLanguage, say } from "../say.ts";
import { judgeLikelyChange, showCase } from "../show-judgement.ts";
import { type LogOptions, showLogged } from "../show-logged.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options extends CallOptions, StateOptions, LogOptions {
  readonly dir: string;
  readonly bank?: string;
}

export const explain: CommandFile = {
  about: {
    en: "show how a call would be judged, or was: each rule, what it looked at, the verdict",
    zh: "显示一次调用会如何（或曾如何）被判断：每条规则、它看什么、结论",
  },
  takes: {
    "--write <path...>": { en: "files that the call writes", zh: "调用要写的文件" },
    "--read <path...>": { en: "files that it reads", zh: "调用要读的文件" },
    "--delete <path...>": { en: "files that it deletes", zh: "调用要删除的文件" },
    "--bash <command>": { en: "a shell command", zh: "shell 命令" },
    "--unread": {
      en: "nothing was read (default)",
      zh: "什么都没读过（默认）",
    },
    "--have-read": {
      en: "as if the conventions had been read",
      zh: "如同已读过项目约定",
    },
    "--recovery [doc...]": {
      en: "as if the conversation had just been compacted, after these docs were read",
      zh: "如同读过这些文档之后，对话刚被压缩",
    },
    "--last [count]": {
      en: "the last decisions of a session, from the decision log",
      zh: "决策日志中某个会话最近的决定",
    },
    "--session <id>": { en: "that session; else the latest", zh: "指定会话；否则取最近的" },
    "--dir <dir>": WHERE,
    "--bank <folder>": BANK,
    "--json": AS_JSON,
  },
  examples: [
    "explain --write package.json src/a.ts",
    'explain --bash "rm -rf memory-bank" --json',
    "explain --write package.json --recovery details/progress.md",
    "explain --last 3",
  ],
  run,
};

async function run(options: Options): Promise<void> {
  const isLogged = options.last !== undefined || options.session !== undefined;
  const isCall = [options.write, options.read, options.delete, options.bash].some(
    (part) => part !== undefined,
  );
  if (isLogged === isCall) {
    throw new Stop(2, {
      en: "name a call with --write, --read, --delete or --bash, or ask for --last (see --help)",
      zh: "请用 --write、--read、--delete 或 --bash 指明调用，或使用 --last（见 --help）",
    });
  }
  if (options.unread !== undefined && options.haveRead !== undefined) {
    throw new Stop(2, {
      en: "--unread and --have-read contradict each other: leave one out",
      zh: "--unread 与 --have-read 互相矛盾：请去掉一个",
    });
  }
  const opened = await open(options.dir, { bank: options.bank, lang: askedLanguage() });
  for (const problem of opened.problems) printError(`memory-bank explain: ${problem}`);
  if (isLogged) showLogged(opened.location.bank, options);
  else explainCall(opened, options);
}

function explainCall(opened: Opened, options: Options): void {
  const { bank, settings, words } = opened;
  const call = toShown(toCall(options, opened));
  const session = toSession(options, opened);
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

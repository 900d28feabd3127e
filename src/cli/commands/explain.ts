import { type CallOptions, explainCall } from "../explain/explain-call.ts";
import { explainLog } from "../explain/explain-log.ts";
import { open, printProblems } from "../open.ts";
import { askedLanguage } from "../say.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, type Answer, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options extends CallOptions {
  readonly last?: true | string;
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

async function run(options: Options): Promise<Answer> {
  const { last, bash, edit, dir, bank } = options;
  if ([last, bash, edit].filter((each) => each !== undefined).length !== 1) {
    throw new Stop(2, {
      en: "name one of --last, --bash and --edit (see --help)",
      zh: "请指明 --last、--bash、--edit 之一（见 --help）",
    });
  }
  const opened = await open(dir, bank, askedLanguage());
  printProblems("explain", opened);
  return last === undefined ? explainCall(opened, options) : explainLog(opened, last);
}

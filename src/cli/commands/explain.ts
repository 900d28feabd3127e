import { explainCall } from "../explain/explain-call.ts";
import { explainLog } from "../explain/explain-log.ts";
import { open, printProblems } from "../open.ts";
import { askedLanguage } from "../say.ts";
import { Stop } from "../stop.ts";
import { type Answer, AS_JSON, type CommandFile, type Options, AT_PLACE } from "../usage.ts";

export const explain: CommandFile = {
  about: { en: "show how calls are judged, rule by rule", zh: "逐条规则显示调用如何被判断" },
  takes: {
    "--last [count]": { en: "the last decisions of a session", zh: "最近会话的最近几个决定" },
    "--bash <command>": { en: "a command, nothing read yet", zh: "一条命令，尚未读过什么" },
    "--edit <path...>": { en: "an edit, nothing read yet", zh: "修改文件，尚未读过什么" },
    ...AT_PLACE,
    "--json": AS_JSON,
  },
  examples: ["explain --last 3", 'explain --bash "rm -rf memory-bank" --json'],
  run,
};

async function run(options: Options): Promise<Answer> {
  const { last, bash, edit } = options;
  if ([last, bash, edit].filter((each) => each !== undefined).length !== 1) {
    throw new Stop(2, {
      en: "name --last, --bash or --edit",
      zh: "请指明 --last、--bash 或 --edit",
    });
  }
  const opened = await open(options, askedLanguage());
  printProblems("explain", opened);
  return last === undefined ? explainCall(opened, options) : explainLog(opened, last);
}

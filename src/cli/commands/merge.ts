import { type DriverOptions, runDriver } from "../merge/run-driver.ts";
import type { CommandFile } from "../usage.ts";

export const merge: CommandFile = {
  about: {
    en: "what git runs to merge a doc that two branches changed: by rows, items and labels",
    zh: "供 git 调用：合并两个分支都改过的文档，按行、条目和标签",
  },
  takes: {
    "<base>": { en: "the version that both began with (%O)", zh: "共同的起始版本（%O）" },
    "<ours>": {
      en: "our version, which becomes the result (%A)",
      zh: "我方版本，结果写回这里（%A）",
    },
    "<theirs>": { en: "their version (%B)", zh: "对方版本（%B）" },
    "[path]": { en: "the doc, for messages (%P)", zh: "文档路径，用于消息（%P）" },
    "--marker-size <count>": {
      en: "how long conflict markers are (%L)",
      zh: "冲突标记的长度（%L）",
    },
    "--ours <label>": { en: "what conflicts call our version (%X)", zh: "冲突中我方的名称（%X）" },
    "--theirs <label>": {
      en: "what conflicts call their version (%Y)",
      zh: "冲突中对方的名称（%Y）",
    },
  },
  more: {
    en: "Set up by memory-bank install --git. Exit codes: 0 merged, 1 conflicts are left in the file, 2 usage or environment.",
    zh: "由 memory-bank install --git 设置。退出码：0 已合并，1 文件中留有冲突，2 用法或环境问题。",
  },
  examples: ["merge base.md ours.md theirs.md memory-bank/MEMORY.md"],
  run,
};

async function run(
  base: string,
  ours: string,
  theirs: string,
  path: string | undefined,
  options: DriverOptions,
): Promise<void> {
  await runDriver([base, ours, theirs], path, options);
}

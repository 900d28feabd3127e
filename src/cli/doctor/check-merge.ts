import { join, relative } from "node:path";
import { ENTRY } from "../../bank/layout.ts";
import { type Check, ok, problem, warning } from "../../hosts/host.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { gitSetting, mergeAttribute } from "../../io/merge/git-settings.ts";
import { tryDriver } from "../../io/merge/try-driver.ts";
import type { Located } from "../open.ts";
import { DRIVER } from "../setup/git-driver.ts";

const NAME = "merge";
const SET_UP = { en: "run memory-bank install --git", zh: "请运行 memory-bank install --git" };

/** Whether git merges the bank with our driver, seen in a merge of its own. */
export function checkMerge({ worktree, bank }: Pick<Located, "worktree" | "bank">): Check[] {
  if (worktree === "/") return [];
  const entry = toSlashes(relative(worktree, join(bank, ENTRY)));
  const isNamed = mergeAttribute(worktree, entry) === DRIVER;
  const command = gitSetting(worktree, `merge.${DRIVER}.driver`);
  if (command === undefined || !isNamed) {
    const asText = {
      en: "git merges the bank as text; memory-bank install --git has it merged by rows and items",
      zh: "git 按文本合并记忆库；memory-bank install --git 可改为按行和条目合并",
    };
    const half = {
      en: "our merge driver must be in .gitattributes and in git's config, and one is missing: git merges as text",
      zh: "我们的合并驱动须同时在 .gitattributes 和 git 配置中，但缺少其一：git 按文本合并",
    };
    const isHalf = isNamed || command !== undefined;
    return [isHalf ? warning(NAME, half, SET_UP) : ok(NAME, asText)];
  }
  const trouble = tryDriver(command);
  const broken = {
    en: `our merge driver does not work: ${trouble}`,
    zh: `我们的合并驱动不起作用：${trouble}`,
  };
  const works = {
    en: "git merges the bank by rows and items: two decisions of two branches were both kept in a trial",
    zh: "git 按行和条目合并记忆库：试合并中两个分支的决策都保留了",
  };
  return [trouble === undefined ? ok(NAME, works) : problem(NAME, broken, SET_UP)];
}

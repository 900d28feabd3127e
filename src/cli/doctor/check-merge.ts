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
  if (command === undefined) {
    const asText = {
      en: "git merges the bank as text; memory-bank install --git has it merged by rows and items",
      zh: "git 按文本合并记忆库；memory-bank install --git 可改为按行和条目合并",
    };
    const unknown = {
      en: ".gitattributes names our merge driver, but this clone does not know it: git merges as text",
      zh: ".gitattributes 指定了我们的合并驱动，但这个克隆没有它：git 按文本合并",
    };
    return [isNamed ? warning(NAME, unknown, SET_UP) : ok(NAME, asText)];
  }
  if (!isNamed) {
    const unnamed = {
      en: "git knows our merge driver, but .gitattributes does not name it for this bank",
      zh: "git 有我们的合并驱动，但 .gitattributes 没有为这个记忆库指定它",
    };
    return [warning(NAME, unnamed, SET_UP)];
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

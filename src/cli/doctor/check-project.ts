import { accessSync, constants } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ENTRY } from "../../bank/layout.ts";
import { type Check, both, ok, problem, switchedOff, warning } from "../../hosts/host.ts";
import { placeToRefresh } from "../../io/bank/find-offered.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { attempt, lstatOf } from "../../io/disk/read.ts";
import { stateFolderOf } from "../../io/disk/state-folder.ts";
import { gitSetting, mergeAttribute } from "../../io/merge/git-settings.ts";
import { tryDriver } from "../../io/merge/try-driver.ts";
import { WOULD, describeSettings, UNGATED, listSettings, lookAtBank } from "../look-at-bank.ts";
import type { Located, Opened } from "../open.ts";
import { DRIVER } from "../setup/git-driver.ts";

export function checkSettings(
  { settings, sources }: Located,
  problems: readonly string[],
): Check[] {
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: "correct it where it is set", zh: "请在设置处更正" }),
  );
  if (settings.disabled) return [...bad, switchedOff(sources.disabled ?? "MEMORY_BANK_DISABLED")];
  return [
    ...bad,
    ok("settings", both(describeSettings(listSettings({ settings, sources })).join(", "))),
  ];
}

export function checkBank(opened: Opened): Check[] {
  const { bank, problems, location } = opened;
  // Problems of the settings are left out: `checkSettings` reports them.
  const found = problems
    .filter((text) => !location.problems.includes(text))
    .map((text) =>
      problem("bank", both(text), { en: "see to it, then try again", zh: "请处理后重试" }),
    );
  const { flow } = lookAtBank(attempt(() => placeToRefresh(location), location).bank);
  if (flow !== "refresh") {
    const { en, zh } = WOULD[flow];
    const what = { en: `refresh would ${en}`, zh: `刷新会${zh}` };
    const fix = { en: "run memory-bank refresh", zh: "请运行 memory-bank refresh" };
    return [...found, warning("bank", what, fix)];
  }
  const size = `${bank.renderPrompt().length} / ${location.settings.maxChars}`;
  const conventions = bank.conventions.map(({ address }) => address);
  const write = {
    en: "write them into details/patterns.md, or link the project's rule files there under “Also binding”",
    zh: "请写入 details/patterns.md，或在其中的“同样有效”下链接项目的规则文件",
  };
  return [
    ...found,
    ok("bank", {
      en: `${location.bank}, ${size} characters in the prompt`,
      zh: `${location.bank}，提示中 ${size} 个字符`,
    }),
    conventions.length === 0
      ? warning("conventions", UNGATED, write)
      : ok("conventions", both(conventions.join(", "))),
  ];
}

/** Kept versions and the decision log go into the state folder, which is created when the first of them is written. */
export function checkStateFolder(bank: string): Check {
  try {
    const folder = stateFolderOf(bank);
    let existing = folder;
    while (lstatOf(existing) === undefined) existing = dirname(existing);
    // The `/.` makes this fail also if a file is in the folder's place.
    accessSync(`${existing}/.`, constants.W_OK);
    return ok("state folder", both(folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = { en: `cannot be written: ${reason}`, zh: `无法写入：${reason}` };
    return problem("state folder", what, {
      en: "make it writable, or set XDG_STATE_HOME",
      zh: "请使其可写，或设置 XDG_STATE_HOME",
    });
  }
}

/** Whether the bank is in git, and whether our merge driver, if it is installed, works in a test merge. */
export function checkGit({ worktree, bank }: Pick<Located, "worktree" | "bank">): Check[] {
  if (worktree === "/") {
    const none = { en: "git knows no repository here", zh: "git 在此处不认识任何仓库" };
    const fix = { en: "git init gives the bank a history", zh: "git init 使记忆库有历史" };
    return [warning("git", none, fix)];
  }
  const entry = toSlashes(relative(worktree, join(bank, ENTRY)));
  const isNamed = mergeAttribute(worktree, entry) === DRIVER;
  const command = gitSetting(worktree, `merge.${DRIVER}.driver`);
  if (command === undefined && !isNamed) {
    const asText = {
      en: "git merges the bank as text; install --git has it merged by rows and items",
      zh: "git 按文本合并记忆库；install --git 可改为按行和条目合并",
    };
    return [ok("merge", asText)];
  }
  const isWhole = command !== undefined && isNamed;
  const trouble = isWhole ? tryDriver(command) : ".gitattributes, git config";
  if (trouble !== undefined) {
    const broken = {
      en: `our merge driver does not work (${trouble})`,
      zh: `我们的合并驱动不起作用（${trouble}）`,
    };
    const fix = { en: "run memory-bank install --git", zh: "请运行 memory-bank install --git" };
    return [problem("merge", broken, fix)];
  }
  const works = { en: "git merges the bank by rows and items", zh: "git 按行和条目合并记忆库" };
  return [ok("merge", works)];
}

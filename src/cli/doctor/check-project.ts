import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { type Check, both, ok, problem, switchedOff, warning } from "../../hosts/host.ts";
import { placeToRefresh } from "../../io/bank/find-offered.ts";
import { attempt, lstatOf } from "../../io/disk/read.ts";
import { stateFolderOf } from "../../io/disk/state-folder.ts";
import type { Flow, Text } from "../../types.ts";
import { describeSetting, listSettings } from "../describe-settings.ts";
import { lookAtBank } from "../look-at-bank.ts";
import type { Opened } from "../open.ts";

export function checkSettings(
  { settings, location: { sources } }: Opened,
  problems: readonly string[],
): Check[] {
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: "correct it where it is set", zh: "请在设置处更正" }),
  );
  if (settings.disabled) return [...bad, switchedOff(sources.disabled ?? "MEMORY_BANK_DISABLED")];
  const lines = listSettings({ settings, sources }).map(describeSetting).join(", ");
  if (settings.guardMode !== "off") return [...bad, ok("settings", both(lines))];
  const ungated = {
    en: `${lines}: no write waits until the conventions are read`,
    zh: `${lines}：写入前不要求读过约定`,
  };
  const fix = { en: "set guardMode to warn or block", zh: "请把 guardMode 设为 warn 或 block" };
  return [...bad, warning("settings", ungated, fix)];
}

const NEEDS: Readonly<Record<Exclude<Flow, "refresh">, Text>> = {
  init: { en: "there is no bank yet", zh: "还没有记忆库" },
  upgrade: { en: "the entry has an older template", zh: "入口使用旧模板" },
  migrate: { en: "the bank has an old layout", zh: "记忆库是旧结构" },
  adopt: { en: "the bank has the layout of another tool", zh: "记忆库是其他工具的布局" },
};

export function checkBank({ bank, settings, problems, location }: Opened): Check[] {
  // Those of the settings are told where they are set.
  const found = problems
    .filter((text) => !location.problems.includes(text))
    .map((text) =>
      problem("bank", both(text), { en: "see to it, then try again", zh: "请处理后重试" }),
    );
  const { flow } = lookAtBank(attempt(() => placeToRefresh(location), location).bank);
  if (flow !== "refresh") {
    const fix = { en: "run memory-bank refresh", zh: "请运行 memory-bank refresh" };
    return [...found, warning("bank", NEEDS[flow], fix)];
  }
  const size = `${bank.renderPrompt().length} / ${settings.maxChars}`;
  const fits = ok("bank", {
    en: `${location.bank}, ${size} characters in the prompt`,
    zh: `${location.bank}，提示中 ${size} 个字符`,
  });
  const isCut = {
    en: `the entry does not fit into the prompt (${size} characters): parts are left out`,
    zh: `入口放不进提示（${size} 个字符）：部分内容被省略`,
  };
  const shorten = {
    en: "move history from MEMORY.md to details/",
    zh: "请把历史从 MEMORY.md 移到 details/",
  };
  const conventions = bank.conventions.map(({ address }) => address);
  const ungated = { en: "there are no conventions: nothing is gated", zh: "没有约定：不设闸门" };
  const write = {
    en: "write them into details/patterns.md, or link the project's rule files there under “Also binding”",
    zh: "请写入 details/patterns.md，或在其中的“同样有效”下链接项目的规则文件",
  };
  return [
    ...found,
    bank.leftOut.length > 0 ? warning("bank", isCut, shorten) : fits,
    conventions.length === 0
      ? warning("bank", ungated, write)
      : ok("bank", {
          en: `conventions: ${conventions.join(", ")}`,
          zh: `约定：${conventions.join("、")}`,
        }),
  ];
}

/** Kept versions and the decision log go there; it is made when the first of them comes. */
export function checkStateFolder(bank: string): Check {
  try {
    const folder = stateFolderOf(bank);
    let existing = folder;
    while (lstatOf(existing) === undefined) existing = dirname(existing);
    // With the dot, a file in its place is an error, too.
    accessSync(`${existing}/.`, constants.W_OK);
    return ok("state folder", both(folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = { en: `cannot be written: ${reason}`, zh: `无法写入：${reason}` };
    return problem("state folder", what, {
      en: "make it writable, or set XDG_STATE_HOME to a folder that is",
      zh: "请使其可写，或把 XDG_STATE_HOME 设为可写的文件夹",
    });
  }
}

export function checkGit(worktree: string, directory: string): Check {
  const env = { ...process.env, LC_ALL: "C" };
  const run = (...args: string[]) =>
    spawnSync("git", args, { cwd: directory, env, encoding: "utf8" });
  const { error, stdout } = run("--version");
  if (error !== undefined) {
    const fix = { en: "install git", zh: "请安装 git" };
    return warning("git", { en: "git was not found", zh: "没有找到 git" }, fix);
  }
  if (worktree !== "/") return ok("git", both(stdout.trim().replace(/^git version /, "")));
  if (run("rev-parse").stderr.includes("dubious ownership")) {
    const refused = {
      en: "git refuses this repository, because another user owns it: it counts as none",
      zh: "git 拒绝使用这个仓库，因为它属于另一个用户：视为没有仓库",
    };
    return warning("git", refused, {
      en: `run git config --global --add safe.directory ${directory}`,
      zh: `请运行 git config --global --add safe.directory ${directory}`,
    });
  }
  const none = { en: "this folder is not in a repository", zh: "此文件夹不在仓库中" };
  return warning("git", none, {
    en: "run git init, so that the bank has a history",
    zh: "请运行 git init，使记忆库有历史",
  });
}

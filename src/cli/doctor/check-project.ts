import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Check, both, ok, problem, switchedOff, warning } from "../../hosts/host.ts";
import { detectFlow } from "../../plans/detect-flow.ts";
import { placeToRefresh } from "../../io/bank/find-offered.ts";
import { attempt, readText } from "../../io/disk/read.ts";
import { readBankState } from "../../io/bank/bank-state.ts";
import { stateFolderOf } from "../../io/disk/state-folder.ts";
import type { Flow, Text } from "../../types.ts";
import { describeSetting, listSettings } from "../describe-settings.ts";
import type { Opened } from "../open.ts";

export function checkSettings(
  { settings, location }: Opened,
  problems: readonly string[],
): Check[] {
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: "correct it where it is set", zh: "请在设置处更正" }),
  );
  const { sources } = location;
  if (settings.disabled) {
    return [...bad, switchedOff(sources.disabled ?? "MEMORY_BANK_DISABLED")];
  }
  const lines = listSettings({ settings, sources }).map(describeSetting).join(", ");
  if (settings.guardMode !== "off") return [...bad, ok("settings", both(lines))];
  return [
    ...bad,
    warning(
      "settings",
      {
        en: `${lines}: no write waits until the conventions are read`,
        zh: `${lines}：写入前不要求读过约定`,
      },
      { en: "set guardMode to warn or block", zh: "请把 guardMode 设为 warn 或 block" },
    ),
  ];
}

const NEEDS: Readonly<Record<Exclude<Flow, "refresh">, Text>> = {
  init: { en: "there is no bank yet", zh: "还没有记忆库" },
  upgrade: { en: "the entry has an older template", zh: "入口使用旧模板" },
  migrate: { en: "the bank has an old layout", zh: "记忆库是旧结构" },
  adopt: { en: "the bank has the layout of another tool", zh: "记忆库是其他工具的布局" },
};

export function checkBank(opened: Opened): Check[] {
  const { bank, settings, problems } = opened;
  const location = attempt(() => placeToRefresh(opened.location), opened.location);
  const { exists, paths } = readBankState(location.bank);
  const read = (path: string) =>
    paths.includes(path) ? readText(join(location.bank, path)) : undefined;
  const flow = detectFlow({ exists, paths, read });
  const prompt = bank.renderPrompt();
  // Those of the settings are told where they are set.
  const told = new Set(opened.location.problems);
  const others = problems.filter((text) => !told.has(text));
  const found = others.map((text) =>
    problem("bank", both(text), { en: "see to it, then try again", zh: "请处理后重试" }),
  );
  if (flow !== "refresh") {
    const fix = { en: "run memory-bank refresh", zh: "请运行 memory-bank refresh" };
    return [...found, warning("bank", NEEDS[flow], fix)];
  }
  const size = `${prompt.length} / ${settings.maxChars}`;
  const isCut = bank.leftOut.length > 0;
  return [
    ...found,
    isCut
      ? warning(
          "bank",
          {
            en: `the entry does not fit into the prompt (${size} characters): parts are left out`,
            zh: `入口放不进提示（${size} 个字符）：部分内容被省略`,
          },
          {
            en: "move history from MEMORY.md to details/",
            zh: "请把历史从 MEMORY.md 移到 details/",
          },
        )
      : ok("bank", {
          en: `${location.bank}, ${size} characters in the prompt`,
          zh: `${location.bank}，提示中 ${size} 个字符`,
        }),
    bank.conventions.length === 0
      ? warning(
          "bank",
          { en: "there are no conventions: nothing is gated", zh: "没有约定：不设闸门" },
          {
            en: "write them into details/patterns.md, or link the project's rule files there under “Also binding”",
            zh: "请写入 details/patterns.md，或在其中的“同样有效”下链接项目的规则文件",
          },
        )
      : ok("bank", {
          en: `conventions: ${bank.conventions.map(({ address }) => address).join(", ")}`,
          zh: `约定：${bank.conventions.map(({ address }) => address).join("、")}`,
        }),
  ];
}

/** Kept versions and the decision log go there. */
export function checkStateFolder(bank: string): Check {
  const name = "state folder";
  try {
    const folder = stateFolderOf(bank);
    const trial = join(folder, `.doctor-${process.pid}`);
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(trial, "", { mode: 0o600 });
    rmSync(trial);
    if (made !== undefined) removeEmpty(folder, made);
    return ok(name, both(folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(
      name,
      { en: `cannot be written: ${reason}`, zh: `无法写入：${reason}` },
      {
        en: "make it writable, or set XDG_STATE_HOME to a folder that is",
        zh: "请使其可写，或把 XDG_STATE_HOME 设为可写的文件夹",
      },
    );
  }
}

/** Looking leaves nothing behind. */
function removeEmpty(folder: string, last: string): void {
  try {
    rmdirSync(folder);
    if (folder !== last) removeEmpty(dirname(folder), last);
  } catch {
    // Somebody else has begun to use it.
  }
}

export function checkGit(worktree: string, directory: string): Check {
  try {
    const version = execFileSync("git", ["--version"], { encoding: "utf8", stdio: "pipe" }).trim();
    if (worktree !== "/") return ok("git", both(version.replace(/^git version /, "")));
    if (refusesOwner(directory)) {
      return warning(
        "git",
        {
          en: "git refuses this repository, because another user owns it: it counts as none",
          zh: "git 拒绝使用这个仓库，因为它属于另一个用户：视为没有仓库",
        },
        {
          en: `run git config --global --add safe.directory ${directory}`,
          zh: `请运行 git config --global --add safe.directory ${directory}`,
        },
      );
    }
    return warning(
      "git",
      { en: "this folder is not in a repository", zh: "此文件夹不在仓库中" },
      { en: "run git init, so that the bank has a history", zh: "请运行 git init，使记忆库有历史" },
    );
  } catch {
    return warning(
      "git",
      { en: "git was not found", zh: "没有找到 git" },
      { en: "install git", zh: "请安装 git" },
    );
  }
}

function refusesOwner(directory: string): boolean {
  const { stderr } = spawnSync("git", ["rev-parse", "--show-toplevel"], {
    cwd: directory,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  return stderr.includes("dubious ownership");
}

import { loadHosts } from "../../hosts/registry.ts";
import { locate } from "../open.ts";
import { namesOf } from "../setup/choose-hosts.ts";
import { planGitUninstall } from "../setup/git-driver.ts";
import { SCOPES, SETUP_TAKES, type SetupOptions, runSetup, scopesOf } from "../setup/run-setup.ts";
import type { Answer, CommandFile } from "../usage.ts";

export const uninstall: CommandFile = {
  about: {
    en: "take out what install put in, and leave every other byte as it was",
    zh: "移除 install 加入的内容，其余字节保持原样",
  },
  takes: {
    "--global": {
      en: "only what is installed for all projects of this user",
      zh: "只移除为当前用户所有项目安装的",
    },
    "--project": {
      en: "only what is installed for the project of --dir",
      zh: "只移除为 --dir 的项目安装的",
      conflicts: ["global"],
    },
    ...SETUP_TAKES,
  },
  more: { en: "Memory banks stay.", zh: "记忆库保持不动。" },
  examples: ["uninstall", "uninstall --project --dry-run", "uninstall --git", "uninstall --yes"],
  run,
};

const NOTHING = { en: "It is not installed here. Nothing to do.", zh: "这里没有安装。无需操作。" };

/** Takes out what install put in, wherever it is. */
async function run(options: SetupOptions): Promise<Answer> {
  const scopes = scopesOf(options, ["global", "project"]);
  const location = await locate(options.dir);
  if (options.git) {
    const words = {
      title: { en: "Merge driver for git", zh: "git 的合并驱动" },
      nothing: NOTHING,
      done: {
        en: "Taken out. Git merges the bank as text again.",
        zh: "已移除。git 重新按文本合并记忆库。",
      },
    };
    return runSetup(planGitUninstall(location, scopes), words, options, { scopes });
  }
  const hosts = (await loadHosts()).filter(({ id }) => id === (options.host ?? id));
  const plans = await Promise.all(
    hosts.map(async (host) => (await host.load()).planUninstall(location, scopes)),
  );
  const plan = {
    changes: plans.flatMap(({ changes }) => changes),
    copies: plans.flatMap(({ copies }) => copies),
    notes: plans.flatMap(({ notes }) => notes),
    folders: plans.flatMap(({ folders = [] }) => folders),
  };
  const names = namesOf(hosts.filter((_, at) => plans[at]?.changes.length !== 0));
  const words = {
    title: {
      en: `Uninstall from ${scopes.map((scope) => SCOPES[scope].en).join(" and ")}`,
      zh: `卸载：${scopes.map((scope) => SCOPES[scope].zh).join("和")}`,
    },
    nothing: NOTHING,
    done: {
      en: `Uninstalled. Restart ${names}. Memory banks stay where they are.`,
      zh: `已卸载。请重启 ${names}。记忆库保持原样。`,
    },
  };
  return runSetup(plan, words, options, { scopes });
}

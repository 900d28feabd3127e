import type { Scope } from "../../hosts/host.ts";
import { loadHosts } from "../../hosts/registry.ts";
import { locate } from "../open.ts";
import { planGitUninstall } from "../setup/git-driver.ts";
import { SETUP_TAKES, runSetup, scopeOf } from "../setup/run-setup.ts";
import { type Answer, type CommandFile, type Options } from "../usage.ts";

export const uninstall: CommandFile = {
  about: { en: "take out what install put in", zh: "移除 install 加入的内容" },
  takes: {
    "--global": { en: "only what is for all projects", zh: "只移除用于所有项目的" },
    "--project": {
      en: "only what is for one project",
      zh: "只移除一个项目的",
      conflicts: ["global"],
    },
    ...SETUP_TAKES,
  },
  examples: ["uninstall", "uninstall --project --dry-run", "uninstall --git", "uninstall --yes"],
  run,
};

const NOTHING = { en: "It is not installed here. Nothing to do.", zh: "这里没有安装。无需操作。" };

/** Removes what install added: in one scope if the user names it, else in both. */
async function run(options: Options): Promise<Answer> {
  const named = scopeOf(options);
  const scopes: readonly Scope[] = named === undefined ? ["global", "project"] : [named];
  const location = await locate(options);
  if (options.git) {
    const words = {
      title: { en: "Merge driver for git", zh: "git 的合并驱动" },
      nothing: NOTHING,
      done: { en: "Git merges the bank as text again.", zh: "git 重新按文本合并记忆库。" },
    };
    return runSetup([planGitUninstall(location, scopes)], words, options, { scopes });
  }
  const hosts = (await loadHosts()).filter(({ id }) => id === (options.host ?? id));
  const plans = await Promise.all(
    hosts.map(async (host) => (await host.load()).planUninstall(location, scopes)),
  );
  const touched = hosts.filter((_, at) => plans[at]?.changes.length !== 0);
  const names = touched.map(({ name }) => name).join(", ");
  const words = {
    title: { en: "Uninstall", zh: "卸载" },
    nothing: NOTHING,
    done: {
      en: `Uninstalled. Restart ${names}. Memory banks stay.`,
      zh: `已卸载。请重启 ${names}。记忆库保持不动。`,
    },
  };
  return runSetup(plans, words, options, { scopes });
}

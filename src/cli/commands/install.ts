import type { Host, Scope } from "../../hosts/host.ts";
import { KNOWN_HOSTS } from "../../hosts/known-hosts.ts";
import { HOST_NAMES } from "../../hosts/registry.ts";
import { findOffered } from "../../io/bank/find-offered.ts";
import type { Text } from "../../types.ts";
import { describeAdoption } from "../look-at-bank.ts";
import { type Located, locate } from "../open.ts";
import { print } from "../print.ts";
import { chooseHosts, namesOf } from "../setup/choose-hosts.ts";
import { planGitInstall } from "../setup/git-driver.ts";
import { SCOPES, SETUP_TAKES, type SetupOptions, runSetup, scopesOf } from "../setup/run-setup.ts";
import { Stop } from "../stop.ts";
import type { Answer, CommandFile } from "../usage.ts";

export const install: CommandFile = {
  about: {
    en: `add the plugin to ${HOST_NAMES}: shows the change, asks, keeps comments and form`,
    zh: `把插件加入 ${HOST_NAMES}：先显示改动并询问，保留注释与格式`,
  },
  takes: {
    "--global": {
      en: "for all projects of this user (unless said otherwise)",
      zh: "用于当前用户的所有项目（默认）",
    },
    "--project": {
      en: "for the project of --dir only",
      zh: "只用于 --dir 的项目",
      conflicts: ["global"],
    },
    ...SETUP_TAKES,
  },
  more: {
    en: KNOWN_HOSTS.map(({ installHelp }) => installHelp.en).join("\n"),
    zh: KNOWN_HOSTS.map(({ installHelp }) => installHelp.zh).join("\n"),
  },
  examples: [
    "install",
    "install --dry-run",
    ...KNOWN_HOSTS.slice(1).map(({ id }) => `install --host ${id}`),
    "install --project --dir ~/work/shop",
    "install --git",
    "install --yes --json",
  ],
  run,
};

/** Has each host load the plugin, or git merge with us. */
async function run(options: SetupOptions): Promise<Answer | undefined> {
  const location = await locate(options.dir);
  if (options.git) return installInGit(location, options);
  const scope = scopesOf(options, ["global"])[0] ?? "global";
  const hosts = await chooseHosts(location, options);
  const [first, ...others] = hosts;
  if (first !== undefined && others.length === 0)
    return installInto(first, location, scope, options);
  if (options.json) {
    throw new Stop(2, {
      en: `several hosts are here (${namesOf(hosts)}): name one with --host`,
      zh: `这里有多个宿主（${namesOf(hosts)}）：请用 --host 指定一个`,
    });
  }
  for (const host of hosts) {
    try {
      const { show, isFinding } = await installInto(host, location, scope, options);
      show();
      if (isFinding) process.exitCode = 1;
    } catch (error) {
      // Whoever does not want one of several may want the next.
      if (!(error instanceof Stop) || error.exitCode === 2) throw error;
      print(`${error.message}\n`);
      process.exitCode = 1;
    }
  }
  return undefined;
}

const NOTHING = { en: "It is installed already. Nothing to do.", zh: "已经安装。无需操作。" };

async function installInGit(location: Located, options: SetupOptions): Promise<Answer> {
  const scope = scopesOf(options, ["project"])[0] ?? "project";
  const words = {
    title: {
      en: `Merge driver for git, known to ${SCOPES[scope].en}`,
      zh: `git 的合并驱动，用于${SCOPES[scope].zh}`,
    },
    nothing: NOTHING,
    done: {
      en: `Set up. See that it works: ${ownCommand()} doctor. To undo: ${ownCommand()} uninstall --git`,
      zh: `已设置。确认有效：${ownCommand()} doctor。撤销：${ownCommand()} uninstall --git`,
    },
  };
  return runSetup(planGitInstall(location, scope), words, options, { scope });
}

async function installInto(
  host: Host,
  location: Located,
  scope: Scope,
  options: SetupOptions,
): Promise<Answer> {
  const planned = await (await host.load()).planInstall(location, scope);
  const plan = { ...planned, notes: [...planned.notes, ...noteAdoption(location)] };
  const { specifier, reason, why } = plan.plugin;
  const { refresh } = host.words;
  const words = {
    title: {
      en: `Install for ${SCOPES[scope].en}\nPlugin: ${specifier}\n  ${why.en}\nHost: ${host.name}`,
      zh: `安装：${SCOPES[scope].zh}\n插件：${specifier}\n  ${why.zh}\n宿主：${host.name}`,
    },
    nothing: NOTHING,
    done: {
      en: `Installed. Next: start ${host.name} in your project and run ${refresh}. To undo: ${ownCommand()} uninstall`,
      zh: `已安装。下一步：在你的项目里启动 ${host.name}，运行 ${refresh}。撤销：${ownCommand()} uninstall`,
    },
  };
  return runSetup(plan, words, options, { scope, plugin: { specifier, reason } });
}

/** As whoever reads this has called it: npx puts nothing on the path. */
function ownCommand(): string {
  return process.env["npm_command"] === "exec" ? "npx agent-memory-bank" : "memory-bank";
}

/** What a bank of another tool's would become. */
function noteAdoption(location: Located): Text[] {
  const offered = findOffered(location);
  const places = offered.length > 0 ? offered : [location];
  return places.flatMap(({ bank, name }) => {
    const adoption = describeAdoption(bank);
    if (adoption === undefined) return [];
    return [{ en: `${name}/: ${adoption.en}`, zh: `${name}/：${adoption.zh}` }];
  });
}

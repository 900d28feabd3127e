import { KNOWN_HOSTS } from "../../hosts/known-hosts.ts";
import { locate } from "../open.ts";
import { planGitInstall } from "../setup/git-driver.ts";
import { SCOPES, SETUP_TAKES, chooseHosts, runSetup, scopeOf } from "../setup/run-setup.ts";
import { type Answer, type CommandFile, type Options } from "../usage.ts";

export const install: CommandFile = {
  about: { en: "add the plugin to your hosts, or to git", zh: "把插件加入宿主或 git" },
  takes: {
    "--global": { en: "for all your projects (default)", zh: "用于你的所有项目（默认）" },
    "--project": { en: "for one project", zh: "用于一个项目", conflicts: ["global"] },
    ...SETUP_TAKES,
  },
  more: {
    en: KNOWN_HOSTS.map(({ installHelp }) => installHelp.en).join("\n"),
    zh: KNOWN_HOSTS.map(({ installHelp }) => installHelp.zh).join("\n"),
  },
  examples: [
    "install",
    "install --dry-run",
    "install --project --dir ~/work/shop",
    "install --git",
  ],
  run,
};

const NOTHING = { en: "It is installed already. Nothing to do.", zh: "已经安装。无需操作。" };

/** Makes each host load the plugin or, with `--git`, makes git merge the bank with our driver. */
async function run(options: Options): Promise<Answer> {
  const location = await locate(options);
  const scope = scopeOf(options) ?? (options.git ? "project" : "global");
  const { en, zh } = SCOPES[scope];
  const own = ownCommand();
  if (options.git) {
    const words = {
      title: { en: `Merge driver for git, known to ${en}`, zh: `git 的合并驱动，用于${zh}` },
      nothing: NOTHING,
      done: {
        en: `Set up. To undo: ${own} uninstall --git`,
        zh: `已设置。撤销：${own} uninstall --git`,
      },
    };
    return runSetup([planGitInstall(location, scope)], words, options, { scope });
  }
  const hosts = await chooseHosts(location, options.host);
  const plans = await Promise.all(
    hosts.map(async (host) => (await host.load()).planInstall(location, scope)),
  );
  const about = plans.map(({ plugin: { specifier, why } }, at) => {
    const name = hosts[at]?.name ?? "";
    return {
      en: `Host: ${name}\nPlugin: ${specifier}\n  ${why.en}`,
      zh: `宿主：${name}\n插件：${specifier}\n  ${why.zh}`,
    };
  });
  const starts = hosts.map(({ name, words: { refresh } }) => ({
    en: `start ${name} in your project and run ${refresh}`,
    zh: `在你的项目里启动 ${name}，运行 ${refresh}`,
  }));
  const words = {
    title: {
      en: [`Install for ${en}`, ...about.map((each) => each.en)].join("\n"),
      zh: [`安装：${zh}`, ...about.map((each) => each.zh)].join("\n"),
    },
    nothing: NOTHING,
    done: {
      en: `Installed. Next: ${starts.map((each) => each.en).join(", or ")}. To undo: ${own} uninstall`,
      zh: `已安装。下一步：${starts.map((each) => each.zh).join("，或")}。撤销：${own} uninstall`,
    },
  };
  const plugins = plans.map(({ plugin: { specifier, reason } }, at) => {
    return { host: hosts[at]?.id, specifier, reason };
  });
  return runSetup(plans, words, options, { scope, plugins });
}

/** The command as the user called it: npx does not put `memory-bank` on the path. */
function ownCommand(): string {
  return process.env["npm_command"] === "exec" ? "npx agent-memory-bank" : "memory-bank";
}

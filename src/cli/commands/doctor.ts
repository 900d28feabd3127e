import { both, type Check, type Host } from "../../hosts/host.ts";
import { HOST_NAMES, checkLive } from "../../hosts/registry.ts";
import { readSettings } from "../../runtime/settings.ts";
import type { Language, Text } from "../../types.ts";
import { colors } from "../colors.ts";
import { checkMerge } from "../doctor/check-merge.ts";
import { checkBank, checkGit, checkSettings, checkStateFolder } from "../doctor/check-project.ts";
import { printable } from "../format.ts";
import { open } from "../open.ts";
import { showProgress } from "../progress.ts";
import { printTable, tell } from "../print.ts";
import { say, spokenLanguage } from "../say.ts";
import { HOST_TAKES, type HostOption, chooseHosts } from "../setup/choose-hosts.ts";
import { AS_JSON, type Answer, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options extends HostOption {
  readonly bank?: string;
  readonly live?: true;
}

export const doctor: CommandFile = {
  about: {
    en: `look whether it works: the plugin, ${HOST_NAMES}, its configuration, the bank`,
    zh: `检查是否有效：插件、${HOST_NAMES}、其配置、记忆库`,
  },
  takes: {
    "[dir]": WHERE,
    "--bank <folder>": BANK,
    ...HOST_TAKES,
    "--live": {
      en: `start your ${HOST_NAMES} with a scripted model, and see a real refusal (up to 60 s)`,
      zh: `用脚本模型启动你的 ${HOST_NAMES}，看到一次真实的拒绝（最多 60 秒）`,
    },
    "--json": AS_JSON,
  },
  examples: ["doctor", "doctor --live", "doctor packages/api --json"],
  run,
};

async function run(dir: string, options: Options): Promise<Answer> {
  const checks = await examine(dir, options);
  return {
    data: {
      checks: checks.map(({ name, level, what, fix }) => {
        return { name, level, what: say(what), ...(fix !== undefined && { fix: say(fix) }) };
      }),
    },
    show: () => show(checks),
    isFinding: checks.some(({ level }) => level === "problem"),
  };
}

async function examine(dir: string, options: Options): Promise<Check[]> {
  const opened = await open(dir, options.bank);
  const { location } = opened;
  const hosts = await chooseHosts(location, options);
  const ask = async (question: (host: Host) => Promise<Check[]>) =>
    (await Promise.all(hosts.map(question))).flat();
  // What is wrong with a host's own options is told by the host.
  const { problems } = readSettings(location.machine.env, undefined, location);
  const onProgress = (what: Text) => showProgress(say(what));
  onProgress({ en: "trying the plugin", zh: "正在试用插件" });
  return [
    ...(await ask(async (host) => (await host.load()).check(location, options.live === true))),
    ...checkSettings(opened, problems),
    ...checkBank(opened),
    checkStateFolder(location.bank),
    checkGit(location.worktree, location.directory),
    ...checkMerge(location),
    ...(options.live ? await ask((host) => checkLive(host, location.machine, onProgress)) : []),
  ];
}

const PAINT = { ok: colors.green, warning: colors.yellow, problem: colors.red } as const;

const LEVELS: Readonly<Record<Language, Readonly<Record<Check["level"], string>>>> = {
  en: { ok: "ok", warning: "warning", problem: "problem" },
  zh: { ok: "正常", warning: "警告", problem: "问题" },
};

const NAMES: Readonly<Record<string, Text>> = {
  bank: { en: "bank", zh: "记忆库" },
  configuration: { en: "configuration", zh: "配置" },
  gate: { en: "gate", zh: "闸门" },
  live: { en: "live", zh: "实测" },
  merge: { en: "merge", zh: "合并" },
  "plugin entry": { en: "plugin entry", zh: "插件条目" },
  settings: { en: "settings", zh: "设置" },
  skill: { en: "skill", zh: "技能" },
  "state folder": { en: "state folder", zh: "状态文件夹" },
  switches: { en: "switches", zh: "开关" },
  trust: { en: "trust", zh: "信任" },
};

function show(checks: readonly Check[]): void {
  const words = LEVELS[spokenLanguage()];
  printTable(
    checks.map(({ name, level, what, fix }) => [
      PAINT[level](words[level]),
      colors.bold(say(NAMES[name] ?? both(name))),
      [say(what), ...(fix === undefined ? [] : [`→ ${say(fix)}`])].map(printable).join("\n"),
    ]),
  );
  const count = (level: Check["level"]) => checks.filter((check) => check.level === level).length;
  const [bad, doubtful] = [count("problem"), count("warning")];
  tell({
    en: `\n${count("ok")} ok, ${doubtful} to look at, ${bad} to fix`,
    zh: `\n${count("ok")} 项正常，${doubtful} 项警告，${bad} 项问题`,
  });
}

import type { Check, Host } from "../../hosts/host.ts";
import { checkLive } from "../../hosts/registry.ts";
import { readSettings } from "../../runtime/settings.ts";
import type { Text } from "../../types.ts";
import { colors } from "../colors.ts";
import { checkBank, checkGit, checkSettings, checkStateFolder } from "../doctor/check-project.ts";
import { printable } from "../format.ts";
import { open } from "../open.ts";

import { printError, printTable, tell } from "../print.ts";
import { say } from "../say.ts";
import { HOST_TAKES, chooseHosts } from "../setup/run-setup.ts";
import { type Answer, AS_JSON, type CommandFile, type Options, PLACE } from "../usage.ts";

export const doctor: CommandFile = {
  about: { en: "look whether it works", zh: "检查是否有效" },
  takes: {
    ...PLACE,
    ...HOST_TAKES,
    "--live": {
      en: "start the hosts with a scripted model, and see a real refusal (up to 60 s)",
      zh: "用脚本模型启动宿主，看到一次真实的拒绝（最多 60 秒）",
    },
    "--json": AS_JSON,
  },
  examples: ["doctor", "doctor --live", "doctor packages/api --json"],
  run,
};

async function run(options: Options): Promise<Answer> {
  const checks = await examine(options);
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

async function examine(options: Options): Promise<Check[]> {
  const opened = await open(options);
  const { location } = opened;
  const hosts = await chooseHosts(location, options.host);
  const ask = async (question: (host: Host) => Promise<Check[]>) =>
    (await Promise.all(hosts.map(question))).flat();
  // Only problems of the settings outside the host's own options: each host checks those itself.
  const { problems } = readSettings(location.machine.env, undefined, location);
  const onProgress = (what: Text) => {
    if (process.stderr.isTTY) printError(say(what));
  };
  return [
    ...(await ask(async (host) => (await host.load()).check(location))),
    ...checkSettings(location, problems),
    ...checkBank(opened),
    checkStateFolder(location.bank),
    ...checkGit(location),
    ...(await ask((host) => checkLive(host, location.machine, options.live === true, onProgress))),
  ];
}

const PAINT = { ok: colors.green, warning: colors.yellow, problem: colors.red } as const;

const LEVELS: Readonly<Record<Check["level"], Text>> = {
  ok: { en: "ok", zh: "正常" },
  warning: { en: "warning", zh: "警告" },
  problem: { en: "problem", zh: "问题" },
};

/** The Chinese names of the checks. A host's name is the same in both languages. */
const CHINESE: Readonly<Record<string, string>> = {
  bank: "记忆库",
  configuration: "配置",
  conventions: "约定",
  live: "实测",
  memory: "自带记忆",
  merge: "合并",
  "plugin entry": "插件条目",
  settings: "设置",
  skill: "技能",
  "state folder": "状态文件夹",
  switches: "开关",
  trust: "信任",
};

function show(checks: readonly Check[]): void {
  printTable(
    checks.map(({ name, level, what, fix }) => [
      PAINT[level](say(LEVELS[level])),
      colors.bold(say({ en: name, zh: CHINESE[name] ?? name })),
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

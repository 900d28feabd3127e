import type { Command } from "commander";
import { hostPlaces, skillFolders } from "../../io/host-places.ts";
import { readSettings } from "../../runtime/read-settings.ts";
import { surroundings } from "../../io/disk/state-folder.ts";
import { colors } from "../colors.ts";
import { checkConfig } from "../doctor/check-config.ts";
import { checkOpenCode } from "../doctor/check-opencode.ts";
import {
  checkBank,
  checkGit,
  checkSettings,
  checkSkills,
  checkStateFolder,
} from "../doctor/check-project.ts";
import type { Check } from "../doctor/check.ts";
import { findOpenCode } from "../doctor/find-opencode.ts";
import { findPluginEntries } from "../doctor/find-plugin-entries.ts";
import { ownPackage } from "../own-package.ts";
import { probePlugin } from "../doctor/probe-plugin.ts";
import { columnsOf, outputWidth, printable, wrap } from "../format.ts";
import { locate, open } from "../open.ts";
import { clearProgress, showProgress } from "../progress.ts";
import { say } from "../say.ts";
import { AS_JSON, WHERE, examples } from "../usage.ts";

interface Options {
  readonly live?: true;
  readonly json?: true;
}

export function doctor(command: Command): Command {
  return command
    .description(
      say({
        en: "prove that the gate is live: the plugin, OpenCode, its configuration, the bank",
        zh: "证明闸门有效：插件、OpenCode、其配置、记忆库",
      }),
    )
    .argument("[dir]", say(WHERE), ".")
    .option(
      "--live",
      say({
        en: "start your OpenCode with a scripted model, and see a real refusal (up to 60 s)",
        zh: "用脚本模型启动你的 OpenCode，看到一次真实的拒绝（最多 60 秒）",
      }),
    )
    .option("--json", say(AS_JSON))
    .addHelpText("after", examples("doctor", "doctor --live", "doctor packages/api --json"))
    .addHelpText(
      "after",
      say({
        en: "\nExit codes: 0 all works, 1 a problem was found, 2 usage or environment.",
        zh: "\n退出码：0 一切正常，1 发现问题，2 用法或环境问题。",
      }),
    )
    .action(run);
}

async function run(dir: string, options: Options): Promise<void> {
  const checks = await examine(dir, options);
  clearProgress();
  if (checks.some(({ level }) => level === "problem")) process.exitCode = 1;
  if (options.json) console.log(JSON.stringify({ checks }, null, 2));
  else show(checks);
}

async function examine(dir: string, options: Options): Promise<Check[]> {
  const opened = open(dir);
  const { worktree } = locate(dir);
  const { directory, bank } = opened.location;
  const machine = surroundings();
  const own = ownPackage();
  // Those of an entry are told with it.
  const { problems } = readSettings(machine.env, undefined);
  const opencode = findOpenCode(machine.env, machine.home);

  showProgress(say({ en: "trying the plugin", zh: "正在试用插件" }));
  const checks = [
    ...checkOpenCode(opencode, own.testedHost),
    ...probePlugin(own, opencode),
    ...checkConfig(findPluginEntries(hostPlaces(machine, directory, worktree)), own),
    ...checkSettings(opened, problems),
    ...checkSkills(own.skill, skillFolders(machine, directory, worktree)),
    ...checkBank(opened, problems),
    checkStateFolder(bank),
    checkGit(worktree, directory),
  ];
  if (options.live && opencode !== undefined) {
    const { checkLive } = await import("../doctor/live-check.ts");
    checks.push(await checkLive(opencode, own.plugin));
  }
  return checks;
}

function inColumn(text: string, indent: string): string[] {
  return wrap(printable(text), Math.max(30, outputWidth() - indent.length));
}

const PAINT = { ok: colors.green, warning: colors.yellow, problem: colors.red } as const;

function show(checks: readonly Check[]): void {
  const words = {
    ok: say({ en: "ok", zh: "正常" }),
    warning: say({ en: "warning", zh: "警告" }),
    problem: say({ en: "problem", zh: "问题" }),
  };
  const wide = Math.max(...Object.values(words).map(columnsOf));
  const names = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, level, what, fix } of checks) {
    const word = words[level] + " ".repeat(wide - columnsOf(words[level]));
    const indent = " ".repeat(wide + names + 4);
    const lines = [
      ...inColumn(what, indent),
      ...(fix === undefined ? [] : inColumn(`→ ${fix}`, indent)),
    ];
    const head = `${PAINT[level](word)}  ${colors.bold(name.padEnd(names))}  `;
    console.log(head + lines.join(`\n${indent}`));
  }
  const count = (level: Check["level"]) => checks.filter((check) => check.level === level).length;
  const [bad, doubtful] = [count("problem"), count("warning")];
  console.log(
    `\n${say({
      en: `${count("ok")} ok, ${doubtful} to look at, ${bad} to mend`,
      zh: `${count("ok")} 项正常，${doubtful} 项警告，${bad} 项问题`,
    })}`,
  );
}

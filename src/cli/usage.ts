import { Argument, Command, type CommanderError, type Help, Option } from "commander";
import { colors } from "./colors.ts";
import { columnsOf, wrap } from "./format.ts";
import { printJson } from "./print.ts";
import { clearProgress } from "./progress.ts";
import type { Text } from "../types.ts";
import { say, spokenLanguage } from "./say.ts";

/** What a command is and takes, and what it does. */
export interface CommandFile {
  readonly about: Text;
  /** In the order of the help: arguments as `[name]` or `<name>`, options with their values. */
  readonly takes: Readonly<Record<string, Taken>>;
  /** After the options. */
  readonly more?: Text;
  readonly examples: readonly string[];
  readonly run: (...taken: Given) => Promise<Answer | undefined>;
}

/** Arguments, then options, as commander hands them over. */
type Given = Parameters<Parameters<Command["action"]>[0]>;

/** What a command has found: data for `--json`, or shown to a person. */
export interface Answer {
  readonly data: unknown;
  readonly show: () => void;
  /** A finding, or nothing to do: the exit code is 1. */
  readonly isFinding?: boolean;
}

interface Taken extends Text {
  readonly otherwise?: string;
  readonly choices?: readonly string[];
  readonly parse?: (text: string) => unknown;
  /** Options, by their names in code, that contradict it. */
  readonly conflicts?: readonly string[];
}

export const WHERE: Taken = {
  en: "where the host would be started",
  zh: "宿主的启动目录",
  otherwise: ".",
};
/** As the setting `bank` names it. */
export const BANK: Taken = {
  en: "the bank's folder, from the project's root",
  zh: "记忆库所在的文件夹，从项目根目录算起",
};
export const ALL_BANKS: Taken = {
  en: "every bank of the work tree, as in a monorepo",
  zh: "工作区中的所有记忆库（如单体仓库）",
  conflicts: ["bank"],
};
export const WORK_TREES: Taken = {
  en: "with what happened in the other work trees of this repository",
  zh: "包括本仓库其他工作树中发生的事",
};
export const AS_JSON: Taken = { en: "as JSON", zh: "输出 JSON" };
export const DRY_RUN: Taken = {
  en: "show what would change, and change nothing",
  zh: "只显示会改动什么，不做改动",
};
export const YES: Taken = { en: "do not ask", zh: "不询问" };

export function langOption(): Option {
  const lang = { en: "language of what is shown", zh: "显示语言", choices: ["en", "zh"] };
  return describe(new Option("--lang <language>"), lang);
}

export function toCommand(name: string, { about, takes, more, examples, run }: CommandFile) {
  const command = new Command(name).description(say(about));
  for (const [flags, taken] of Object.entries(takes)) {
    if (/^[[<]/.test(flags)) command.addArgument(describe(new Argument(flags), taken));
    else
      command.addOption(describe(new Option(flags), taken).conflicts([...(taken.conflicts ?? [])]));
  }
  command.addOption(langOption()).action(async (...given: Given) => {
    const answer = await run(...given);
    clearProgress();
    if (answer === undefined) return;
    if (answer.isFinding) process.exitCode = 1;
    if (command.opts()["json"]) printJson(answer.data);
    else answer.show();
  });
  const title = colors.bold(say({ en: "Examples:", zh: "示例：" }));
  const lines = examples.map((line) => `  $ memory-bank ${line}`);
  const codes = say({
    en: "Exit codes: 0 done, 1 findings or nothing to do, 2 usage or environment.",
    zh: "退出码：0 完成，1 有发现或无事可做，2 用法或环境问题。",
  });
  command.addHelpText("after", `\n${more === undefined ? "" : `${say(more)}\n`}${codes}`);
  return command.addHelpText("after", `\n${[title, ...lines].join("\n")}`);
}

function describe<Kind extends Argument | Option>(kind: Kind, taken: Taken): Kind {
  kind.description = say(taken);
  if (taken.otherwise !== undefined) kind.default(taken.otherwise);
  if (taken.choices !== undefined) kind.choices(taken.choices);
  if (taken.parse !== undefined) kind.argParser(taken.parse);
  return kind;
}

const TITLES: Readonly<Record<string, string>> = {
  "Usage:": "用法：",
  "Arguments:": "参数：",
  "Options:": "选项：",
};

/** What commander puts in by itself. */
function inChinese(text: string): string {
  if (spokenLanguage() === "en") return text;
  return text.replace("[options]", "[选项]").replace("[command]", "[命令]");
}

/** With what may be chosen, and what holds unless it is given. */
function describeTaken({ description, argChoices, defaultValue }: Argument | Option): string {
  const more = argChoices === undefined ? [] : [argChoices.join(" | ")];
  if (typeof defaultValue === "string")
    more.push(say({ en: `default: ${defaultValue}`, zh: `默认：${defaultValue}` }));
  if (more.length === 0) return description;
  return description + say({ en: ` (${more.join("; ")})`, zh: `（${more.join("；")}）` });
}

export const helpStyle: Partial<Help> = {
  minWidthToWrap: 20,
  displayWidth: columnsOf,
  optionDescription: describeTaken,
  argumentDescription: describeTaken,
  styleUsage: inChinese,
  styleSubcommandTerm: inChinese,
  boxWrap: (text, width) =>
    text
      .split("\n")
      .flatMap((line) => wrap(line, width))
      .join("\n"),
  styleTitle: (title) => colors.bold(spokenLanguage() === "zh" ? (TITLES[title] ?? title) : title),
};

/** What commander says of a mistake, in the language of the rest. */
export function describeUsageError({ code, message }: CommanderError): string {
  const english = message.replace(/^error: /, "");
  if (spokenLanguage() === "en") return english;
  const [name = "", other = ""] = [...message.matchAll(/'([^']+)'/g)].map(([, word]) => word);
  const guess = /\(Did you mean ([^?]+)\?\)/.exec(message)?.[1];
  const what = MISTAKES[code]?.(name, other) ?? english;
  return guess === undefined ? what : `${what}\n（你是不是想用 ${guess}？）`;
}

const MISTAKES: Readonly<Record<string, (name: string, other: string) => string>> = {
  "commander.unknownCommand": (name) => `没有命令 ${name}`,
  "commander.unknownOption": (name) => `没有选项 ${name}`,
  "commander.missingArgument": (name) => `缺少参数 ${name}`,
  "commander.optionMissingArgument": (name) => `选项 ${name} 缺少值`,
  "commander.excessArguments": () => "参数太多",
  "commander.invalidArgument": (name) => `选项 ${name} 的值不被允许`,
  "commander.conflictingOption": (name, other) => `选项 ${name} 与 ${other} 不能同时使用`,
};

import { type Command, type CommanderError, type Help, Option } from "commander";
import { colors } from "./colors.ts";
import type { Text } from "../types.ts";
import { say, spokenLanguage } from "./say.ts";

/** A command says what it is and takes: description, arguments, options, examples, and what it does. */
export type CommandFile = (command: Command) => Command;

export const WHERE: Text = { en: "where the host would be started", zh: "宿主的启动目录" };
export const AS_JSON: Text = { en: "as JSON", zh: "输出 JSON" };
export const DRY_RUN: Text = {
  en: "show what would change, and change nothing",
  zh: "只显示会改动什么，不做改动",
};
export const YES: Text = { en: "do not ask", zh: "不询问" };

export function examples(...lines: readonly string[]): string {
  const title = say({ en: "Examples:", zh: "示例：" });
  return `\n${colors.bold(title)}\n${lines.map((line) => `  $ memory-bank ${line}`).join("\n")}`;
}

export function langOption(): Option {
  const text = say({ en: "language of what is shown", zh: "显示语言" });
  return new Option("--lang <language>", text).choices(["en", "zh"]);
}

const TITLES: Readonly<Record<string, string>> = {
  "Usage:": "用法：",
  "Arguments:": "参数：",
  "Options:": "选项：",
  "Commands:": "命令：",
};

export const helpStyle: Partial<Help> = {
  styleTitle: (title) => colors.bold(spokenLanguage() === "zh" ? (TITLES[title] ?? title) : title),
};

/** What commander says of a mistake, in the language of the rest. */
export function describeUsageError({ code, message }: CommanderError): string {
  const english = message.replace(/^error: /, "");
  if (spokenLanguage() === "en") return english;
  const name = /'([^']+)'/.exec(message)?.[1] ?? "";
  const guess = /\(Did you mean ([^?]+)\?\)/.exec(message)?.[1];
  const what = MISTAKES[code]?.(name) ?? english;
  return guess === undefined ? what : `${what}\n（你是不是想用 ${guess}？）`;
}

const MISTAKES: Readonly<Record<string, (name: string) => string>> = {
  "commander.unknownOption": (name) => `没有选项 ${name}`,
  "commander.missingArgument": (name) => `缺少参数 ${name}`,
  "commander.optionMissingArgument": (name) => `选项 ${name} 缺少值`,
  "commander.excessArguments": () => "参数太多",
  "commander.invalidArgument": (name) => `选项 ${name} 的值不被允许`,
  "commander.conflictingOption": (name) => `选项 ${name} 与另一个选项冲突`,
};

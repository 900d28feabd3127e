import { Argument, Command, type CommanderError, Help, Option } from "commander";
import { colors } from "./colors.ts";
import { columnsOf } from "./format.ts";
import { fold, printJson } from "./print.ts";
import type { Text } from "../types.ts";
import { say, spokenLanguage } from "./say.ts";

/** A command: its description, what it takes, and its code. */
export interface CommandFile {
  readonly about: Text;
  /** In the order of the help: arguments as `[name]` or `<name>`, options with their values. */
  readonly takes: Readonly<Record<string, Taken>>;
  /** Shown in the help after the options. */
  readonly more?: Text;
  readonly examples: readonly string[];
  readonly run: (options: Options) => Promise<Answer | undefined>;
}

/** The arguments and options of all commands. A name means the same in every command that takes it. */
export interface Options {
  readonly dir: string;
  readonly bank?: string;
  readonly all?: true;
  readonly worktrees?: true;
  readonly host?: string;
  readonly global?: true;
  readonly project?: true;
  readonly git?: true;
  readonly json?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly format?: string;
  readonly changed?: string | true;
  readonly strict?: true;
  readonly fix?: true;
  readonly keepCopies?: true;
  readonly ref?: string;
  readonly id?: string;
  readonly doc?: string;
  readonly which?: "before" | "after";
  readonly last?: string | true;
  readonly bash?: string;
  readonly edit?: readonly string[];
  readonly since?: number;
  readonly days?: true;
  readonly live?: true;
  readonly open?: boolean;
  readonly html?: string;
  readonly port?: string;
}

/** The result of a command: `data` is printed with `--json`, otherwise `show` prints it for people. */
export interface Answer {
  readonly data: unknown;
  readonly show: () => void;
  /** True for a finding, or if there is nothing to do: the exit code is then 1. */
  readonly isFinding?: boolean;
}

interface Taken extends Text {
  readonly otherwise?: string;
  readonly choices?: readonly string[];
  readonly parse?: (text: string) => unknown;
  /** Options, by their names in code, that cannot be combined with this one. */
  readonly conflicts?: readonly string[];
}

export const WHERE: Taken = { en: "where a host would start", zh: "启动目录", otherwise: "." };
/** Takes the same values as the setting `bank`. */
const BANK: Taken = { en: "the bank's folder, from the root", zh: "从项目根目录算起" };
/** The arguments and options that choose a command's bank. */
export const PLACE: CommandFile["takes"] = { "[dir]": WHERE, "--bank <folder>": BANK };
/** Like `PLACE`, for a command that has other arguments. */
export const AT_PLACE: CommandFile["takes"] = { "--dir <dir>": WHERE, "--bank <folder>": BANK };
/** Like `PLACE`, for a command that can handle several banks. */
export const PLACES: CommandFile["takes"] = {
  ...PLACE,
  "--all": { en: "all banks of the repository", zh: "所有记忆库", conflicts: ["bank"] },
};
export const WORK_TREES: Taken = { en: "of all work trees", zh: "包括所有工作树" };
export const AS_JSON: Taken = { en: "as JSON", zh: "输出 JSON" };
/** The options of each command that asks before it changes something. */
export const ASKING: CommandFile["takes"] = {
  "--yes": { en: "do not ask", zh: "不询问" },
  "--dry-run": { en: "only show what would change", zh: "只显示会改动什么" },
};

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
  command.addOption(langOption()).action(async () => {
    for (const [at, argument] of command.registeredArguments.entries())
      command.setOptionValue(argument.name(), command.processedArgs[at]);
    const answer = await run(command.opts<Options>());
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
  const notes = [...(more === undefined ? [] : [say(more)]), codes].join("\n");
  return command.addHelpText("after", `\n${fold(notes)}\n\n${[title, ...lines].join("\n")}`);
}

function describe<Kind extends Argument | Option>(kind: Kind, taken: Taken): Kind {
  kind.description = say(taken);
  if (taken.otherwise !== undefined) kind.default(taken.otherwise);
  if (taken.choices !== undefined) kind.choices(taken.choices);
  if (taken.parse !== undefined) kind.argParser(taken.parse);
  return kind;
}

/** Translations of the words that commander adds to the help. */
const CHINESE: Readonly<Record<string, string>> = {
  "Usage:": "用法：",
  "Arguments:": "参数：",
  "Options:": "选项：",
  "[options]": "[选项]",
  "[command]": "[命令]",
  "choices:": "可选：",
  "default:": "默认：",
};

function inChinese(text: string): string {
  if (spokenLanguage() === "en") return text;
  return Object.entries(CHINESE).reduce((all, [en, zh]) => all.replaceAll(en, zh), text);
}

export const helpStyle: Partial<Help> = {
  minWidthToWrap: 20,
  displayWidth: columnsOf,
  boxWrap: (text, columns) => fold(text, { columns }),
  styleTitle: (title) => colors.bold(title),
  styleSubcommandTerm: inChinese,
  formatHelp: (command, helper) =>
    inChinese(Help.prototype.formatHelp.call(helper, command, helper)),
};

/** Commander's message about wrong usage. In Chinese, only the wrong words and commander's guess are shown. */
export function describeUsageError({ message }: CommanderError): string {
  if (spokenLanguage() === "en") return message.replace(/^error: /, "");
  const words = [...message.matchAll(/'([^']+)'|Did you mean ([^?]+)/g)];
  return `用法不对：${words.map(([, word, guess]) => (word ? `“${word}”` : `是否想用 ${guess}？`)).join("，")}`;
}

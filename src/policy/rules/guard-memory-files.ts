import { DOC_EXTENSION } from "../../bank/layout.ts";
import type { Bank, HostWords, Text, ToolCall, Verdict, Write } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { shortenPath } from "../../bank/shorten.ts";

type Offence =
  | "shell"
  | "shell-without-bank"
  | "shell-removal"
  | "not-markdown"
  | "delete"
  | "move"
  | "folder"
  | "state"
  | "conversation"
  | "late"
  | "refresh";

interface Breach {
  readonly offence: Offence;
  /** The file, or the words of the command. */
  readonly subject: string;
  readonly isPath: boolean;
  readonly words: string;
}

/** The bank holds Markdown docs, written by structured tools, and loses none of them. Nobody changes our own records, or what was said. */
export const guardMemoryFiles: Rule = {
  name: "guard-memory-files",
  kind: "guard",
  warnsOnce: false,
  judge({ call, bank, words }) {
    const found = findOffence(call);
    if (found === undefined) return pass;
    // Where there is nothing to write to yet, nobody makes a bank by hand.
    const breach =
      found.offence === "shell" && bank.conventions === undefined
        ? { ...found, offence: "shell-without-bank" as const }
        : found;
    return {
      kind: "refuse",
      because: describe(breach),
      message: refusal(breach, bank, words),
    };
  },
};

const pass: Verdict = {
  kind: "pass",
  because: { en: "no write that the bank forbids", zh: "没有记忆库禁止的写入" },
};

/** In Chinese; in English the names speak for themselves. */
const OFFENCES: Readonly<Record<Offence, string>> = {
  shell: "shell 命令写入",
  "shell-without-bank": "没有记忆库时的 shell 写入",
  "shell-removal": "shell 命令移除",
  "not-markdown": "不是 Markdown",
  delete: "删除",
  move: "移走",
  folder: "整个文件夹",
  state: "自身的记录",
  conversation: "对话的记录",
  late: "后台运行",
  refresh: "未经同意的改动",
};

/** Logged: never the words of a command. */
function describe({ offence, subject, isPath }: Breach): Text {
  const zh = OFFENCES[offence];
  return isPath ? { en: `${offence}: ${subject}`, zh: `${zh}：${subject}` } : { en: offence, zh };
}

function findOffence(call: ToolCall): Breach | undefined {
  for (const write of call.writes) {
    const offence = offenceOf(write, call.via);
    if (offence === undefined) continue;
    const subject = shortenPath(write.target.path);
    return { offence, subject, isPath: true, words: shortenPath(write.words) };
  }
  const { lateWrite, refreshesBank } = call;
  if (lateWrite !== undefined)
    return { offence: "late", subject: shortenPath(lateWrite), isPath: false, words: "" };
  if (refreshesBank === undefined) return undefined;
  return { offence: "refresh", subject: shortenPath(refreshesBank), isPath: false, words: "" };
}

function offenceOf({ target, effect }: Write, via: ToolCall["via"]): Offence | undefined {
  const vanishes = effect === "delete" || effect === "move-from";
  if (target.state === "inside") return "state";
  if (target.conversation === "inside") return "conversation";
  const takesAll = vanishes || effect === "change-tree";
  if (target.holdsBank) return takesAll ? "folder" : undefined;
  if (target.state === "above" && takesAll) return "state";
  if (target.conversation === "above" && takesAll) return "conversation";
  if (target.doc === undefined) return undefined;
  if (via === "shell") return vanishes ? "shell-removal" : "shell";
  if (effect === "delete") return "delete";
  if (effect === "move-from") return "move";
  if (effect === "make-folder") return undefined;
  return target.doc.endsWith(DOC_EXTENSION) ? undefined : "not-markdown";
}

function refusal(breach: Breach, { name, language }: Bank, words: HostWords): string {
  const { what, next } = wording(breach, name, words);
  const text: Text = {
    en: `[Memory Bank] Not done: ${what.en}\nNext: ${next.en} (rule: guard-memory-files)`,
    zh: `[Memory Bank] 未执行：${what.zh}\n下一步：${next.zh} (rule: guard-memory-files)`,
  };
  return text[language];
}

interface Wording {
  readonly what: Text;
  readonly next: Text;
}

function wording(
  { offence, subject: path, words }: Breach,
  name: string,
  host: HostWords,
): Wording {
  switch (offence) {
    case "shell":
      return {
        what: {
          en: `"${words}" would write ${path}, and shell commands do not write into ${name}/.`,
          zh: `“${words}”会写 ${path}，而 ${name}/ 不接受 shell 命令写入。`,
        },
        next: {
          en: `make this change with the ${host.writeTools.en} tool.`,
          zh: `改用 ${host.writeTools.zh} 工具完成这次修改。`,
        },
      };
    case "shell-without-bank":
      return {
        what: {
          en: `"${words}" would write ${path}, and a memory bank is not made by hand.`,
          zh: `“${words}”会写 ${path}，而记忆库不由手工建立。`,
        },
        next: {
          en: `ask the user to run ${host.refresh}, which builds it.`,
          zh: `请用户运行 ${host.refresh} 来建立。`,
        },
      };
    case "shell-removal":
      return {
        what: {
          en: `"${words}" would remove ${path}, and the bank loses no doc.`,
          zh: `“${words}”会移除 ${path}，而记忆库不丢失任何文档。`,
        },
        next: {
          en: `leave ${name}/ out of this command.`,
          zh: `从这条命令中去掉 ${name}/。`,
        },
      };
    case "not-markdown":
      return {
        what: {
          en: `${path} is not a .md file, and ${name}/ holds Markdown docs only.`,
          zh: `${path} 不是 .md 文件，${name}/ 只存放 Markdown 文档。`,
        },
        next: {
          en: `write it as a .md doc, or keep the file outside ${name}/.`,
          zh: `写成 .md 文档，或把文件放在 ${name}/ 之外。`,
        },
      };
    case "delete":
      return {
        what: {
          en: `this would delete ${path}, and docs of the bank are not deleted.`,
          zh: `这会删除 ${path}，而记忆库中的文档不允许删除。`,
        },
        next: {
          en: "edit the doc and mark what no longer holds as obsolete.",
          zh: "编辑该文档，把不再成立的内容标为过时。",
        },
      };
    case "move":
      return {
        what: {
          en: `this would move ${path} away, and docs of the bank keep their place.`,
          zh: `这会移走 ${path}，而记忆库中的文档位置不变。`,
        },
        next: { en: "edit the doc where it is.", zh: "在原处编辑该文档。" },
      };
    case "folder":
      return {
        what: {
          en: `${path} holds the project's memory (${name}/), which would be changed or vanish with it.`,
          zh: `${path} 里有项目的记忆（${name}/），会随之改变或消失。`,
        },
        next: {
          en: `name the files that you mean one by one, without ${name}/.`,
          zh: `逐个指明你要处理的文件，不要包含 ${name}/。`,
        },
      };
    case "state":
      return {
        what: {
          en: `${path} is where Memory Bank keeps its own records (kept versions, what was written, the log), which nobody else changes.`,
          zh: `${path} 是 Memory Bank 存放自身记录（留存的版本、写入记录、日志）的位置，不由他人改动。`,
        },
        next: {
          en: "leave that folder alone; if it must go, ask the user to remove it.",
          zh: "不要改动该文件夹；如需清除，请用户自行删除。",
        },
      };
    case "conversation":
      return {
        what: {
          en: `${path} is where the record of conversations is kept, by which Memory Bank knows what the user said; nobody rewrites it.`,
          zh: `${path} 存放对话的记录，Memory Bank 据此得知用户说过什么，不容改写。`,
        },
        next: {
          en: "leave it as it is; if something must be removed there, ask the user to do it.",
          zh: "保持原样；如需清除其中的内容，请用户自行处理。",
        },
      };
    case "late":
      return {
        what: {
          en: `"${path}" runs in the background and names ${name}/: what it writes there would come too late to be checked.`,
          zh: `“${path}”在后台运行并提到 ${name}/：它写入的内容来不及检查。`,
        },
        next: { en: "run it in the foreground.", zh: "在前台运行。" },
      };
    case "refresh":
      return {
        what: /\binstall\b|\buninstall\b/.test(path)
          ? {
              en: `"${path}" changes what guards ${name}/ without asking the user.`,
              zh: `“${path}”会在未征得用户同意的情况下改动对 ${name}/ 的保护。`,
            }
          : {
              en: `"${path}" changes ${name}/ without asking the user.`,
              zh: `“${path}”会在未征得用户同意的情况下改动 ${name}/。`,
            },
        next: /\brefresh\b/.test(path)
          ? { en: `ask the user to run ${host.refresh}.`, zh: `请用户运行 ${host.refresh}。` }
          : { en: "ask the user to run it in a terminal.", zh: "请用户在终端里运行。" },
      };
  }
}

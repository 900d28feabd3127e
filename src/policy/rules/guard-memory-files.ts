import { BANK_FOLDER, DOC_EXTENSION, REFRESH_COMMAND } from "../../bank/layout.ts";
import type { Language, ToolCall, Verdict, Write } from "../../types.ts";
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
  | "late"
  | "refresh";

interface Breach {
  readonly offence: Offence;
  /** The file, or the words of the command. */
  readonly subject: string;
  readonly isPath: boolean;
  readonly words: string;
}

/** The bank holds Markdown docs, written by structured tools, and loses none of them. */
export const guardMemoryFiles: Rule = {
  name: "guard-memory-files",
  judge({ call, bank }) {
    const found = findOffence(call);
    if (found === undefined) return pass;
    // Where there is nothing to write to yet, nobody makes a bank by hand.
    const breach =
      found.offence === "shell" && bank.conventions === undefined
        ? { ...found, offence: "shell-without-bank" as const }
        : found;
    return {
      kind: "refuse",
      because: breach.isPath ? `${breach.offence}: ${breach.subject}` : breach.offence,
      message: refusal(breach, bank.language),
    };
  },
};

const pass: Verdict = { kind: "pass", because: "no write that the bank forbids" };

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
  if (target.holdsBank) return vanishes || effect === "change-tree" ? "folder" : undefined;
  if (target.doc === undefined) return undefined;
  if (via === "shell") return vanishes ? "shell-removal" : "shell";
  if (effect === "delete") return "delete";
  if (effect === "move-from") return "move";
  if (effect === "make-folder") return undefined;
  return target.doc.endsWith(DOC_EXTENSION) ? undefined : "not-markdown";
}

function refusal(breach: Breach, language: Language): string {
  const { what, next } = language === "zh" ? chinese(breach) : english(breach);
  return language === "zh"
    ? `[Memory Bank] 未执行：${what}\n下一步：${next} (rule: guard-memory-files)`
    : `[Memory Bank] Not done: ${what}\nNext: ${next} (rule: guard-memory-files)`;
}

interface Wording {
  readonly what: string;
  readonly next: string;
}

function english({ offence, subject: path, words }: Breach): Wording {
  switch (offence) {
    case "shell":
      return {
        what: `"${words}" would write ${path}, and shell commands do not write into ${BANK_FOLDER}/.`,
        next: "make this change with the write, edit or apply_patch tool.",
      };
    case "shell-without-bank":
      return {
        what: `"${words}" would write ${path}, and a memory bank is not made by hand.`,
        next: `ask the user to run /${REFRESH_COMMAND}, which builds it.`,
      };
    case "shell-removal":
      return {
        what: `"${words}" would remove ${path}, and the bank loses no doc.`,
        next: `leave ${BANK_FOLDER}/ out of this command.`,
      };
    case "not-markdown":
      return {
        what: `${path} is not a .md file, and ${BANK_FOLDER}/ holds Markdown docs only.`,
        next: `write it as a .md doc, or keep the file outside ${BANK_FOLDER}/.`,
      };
    case "delete":
      return {
        what: `this would delete ${path}, and docs of the bank are not deleted.`,
        next: "edit the doc and mark what no longer holds as obsolete.",
      };
    case "move":
      return {
        what: `this would move ${path} away, and docs of the bank keep their place.`,
        next: "edit the doc where it is.",
      };
    case "folder":
      return {
        what: `${path} holds the project's memory (${BANK_FOLDER}/), which would be changed or vanish with it.`,
        next: `name the files that you mean one by one, without ${BANK_FOLDER}/.`,
      };
    case "late":
      return {
        what: `"${path}" runs in the background and names ${BANK_FOLDER}/: what it writes there would come too late to be checked.`,
        next: "run it in the foreground.",
      };
    case "refresh":
      return {
        what: `"${path}" changes ${BANK_FOLDER}/ without asking the user.`,
        next: /\brefresh\b/.test(path)
          ? `ask the user to run /${REFRESH_COMMAND}.`
          : "ask the user to run it in a terminal.",
      };
  }
}

function chinese({ offence, subject: path, words }: Breach): Wording {
  switch (offence) {
    case "shell":
      return {
        what: `“${words}”会写 ${path}，而 ${BANK_FOLDER}/ 不接受 shell 命令写入。`,
        next: "改用 write、edit 或 apply_patch 工具完成这次修改。",
      };
    case "shell-without-bank":
      return {
        what: `“${words}”会写 ${path}，而记忆库不由手工建立。`,
        next: `请用户运行 /${REFRESH_COMMAND} 来建立。`,
      };
    case "shell-removal":
      return {
        what: `“${words}”会移除 ${path}，而记忆库不丢失任何文档。`,
        next: `从这条命令中去掉 ${BANK_FOLDER}/。`,
      };
    case "not-markdown":
      return {
        what: `${path} 不是 .md 文件，${BANK_FOLDER}/ 只存放 Markdown 文档。`,
        next: `写成 .md 文档，或把文件放在 ${BANK_FOLDER}/ 之外。`,
      };
    case "delete":
      return {
        what: `这会删除 ${path}，而记忆库中的文档不允许删除。`,
        next: "编辑该文档，把不再成立的内容标为过时。",
      };
    case "move":
      return {
        what: `这会移走 ${path}，而记忆库中的文档位置不变。`,
        next: "在原处编辑该文档。",
      };
    case "folder":
      return {
        what: `${path} 里有项目的记忆（${BANK_FOLDER}/），会随之改变或消失。`,
        next: `逐个指明你要处理的文件，不要包含 ${BANK_FOLDER}/。`,
      };
    case "late":
      return {
        what: `“${path}”在后台运行并提到 ${BANK_FOLDER}/：它写入的内容来不及检查。`,
        next: "在前台运行。",
      };
    case "refresh":
      return {
        what: `“${path}”会在未征得用户同意的情况下改动 ${BANK_FOLDER}/。`,
        next: /\brefresh\b/.test(path)
          ? `请用户运行 /${REFRESH_COMMAND}。`
          : "请用户在终端里运行。",
      };
  }
}

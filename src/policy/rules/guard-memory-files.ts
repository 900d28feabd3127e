import { DOC_EXTENSION } from "../../bank/layout.ts";
import { shortenPath } from "../../bank/shorten.ts";
import type { Bank, HostWords, Objection, Text, ToolCall, Write } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { pass } from "../verdict.ts";

/** The bank holds only Markdown docs; only tools that edit files write them, and none may be deleted. */
export const guardMemoryFiles: Rule = {
  name: "guard-memory-files",
  judge({ call, bank, words }) {
    for (const write of call.writes) {
      const objection = judgeWrite(write, call.via, bank, words);
      if (objection !== undefined) return { kind: "refuse", ...objection };
    }
    if (call.refreshesBank !== undefined)
      return { kind: "refuse", ...judgeOwnCommand(call.refreshesBank, bank, words) };
    return pass("no write that the bank forbids", "没有记忆库禁止的写入");
  },
};

function judgeWrite(
  { target, effect, by }: Write,
  via: ToolCall["via"],
  { name }: Bank,
  { writeTools }: HostWords,
): Objection | undefined {
  const path = shortenPath(target.path);
  const who = quoted(by);
  const isGuarded = target.doc !== undefined;
  if ((isGuarded || target.holdsBank) && (effect === "delete" || effect === "move-from")) {
    const [en, zh] = effect === "delete" ? ["delete", "删除"] : ["move", "移走"];
    return {
      because: {
        en: `${who.en} would ${en} ${path}, and docs of the memory bank stay where they are`,
        zh: `${who.zh}会${zh} ${path}，而记忆库中的文档不允许删除或移动`,
      },
      next:
        via === "tool" && isGuarded
          ? OBSOLETE
          : { en: `leave ${name}/ out of this call`, zh: `从这次调用中去掉 ${name}/` },
    };
  }
  if (!isGuarded) return undefined;
  if (via === "shell" || effect === "may-change") {
    const does = effect === "may-change" ? ["may change", "可能会改动"] : ["would write", "会写入"];
    const others =
      via === "shell" ? ["shell commands", " shell 命令"] : ["other tools", "其他工具"];
    return {
      because: {
        en: `${who.en} ${does[0]} ${path}, and ${others[0]} may not write into ${name}/`,
        zh: `${who.zh}${does[1]} ${path}，而 ${name}/ 不接受${others[1]}写入`,
      },
      next: {
        en: `make this change with the ${writeTools.en} tool`,
        zh: `改用 ${writeTools.zh} 工具完成这次修改`,
      },
    };
  }
  if (effect === "make-folder" || target.doc.endsWith(DOC_EXTENSION)) return undefined;
  return {
    because: {
      en: `${path} is not a .md file, and ${name}/ holds Markdown docs only`,
      zh: `${path} 不是 .md 文件，而 ${name}/ 只存放 Markdown 文档`,
    },
    next: {
      en: `write it as a .md doc, or keep the file outside ${name}/`,
      zh: `写成 .md 文档，或把文件放在 ${name}/ 之外`,
    },
  };
}

/** What would make the write: its kind, or the call as a whole. */
function quoted(by: string): Text {
  const short = shortenPath(by, 40);
  return by === "" ? { en: "this call", zh: "这次调用" } : { en: `"${short}"`, zh: `“${short}”` };
}

const OBSOLETE: Text = {
  en: "edit the doc and mark what no longer holds as obsolete",
  zh: "编辑该文档，把不再成立的内容标为过时",
};

function judgeOwnCommand(by: string, { name }: Bank, { refresh }: HostWords): Objection {
  const { en, zh } = quoted(by);
  return {
    because: {
      en: `${en} would change ${name}/ or what guards it, and the user was not asked`,
      zh: `${zh}会改动 ${name}/ 或对它的保护，而用户没有被问过`,
    },
    next: by.endsWith("refresh")
      ? { en: `ask the user to run ${refresh}`, zh: `请用户运行 ${refresh}` }
      : { en: "ask the user to run it in a terminal", zh: "请用户在终端里运行" },
  };
}

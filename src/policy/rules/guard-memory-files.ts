import { DOC_EXTENSION } from "../../bank/layout.ts";
import { shortenPath } from "../../bank/shorten.ts";
import type { Bank, HostWords, Language, Text, ToolCall, Verdict, Write } from "../../types.ts";
import type { Rule } from "../decide.ts";

interface Objection {
  /** What would happen. It is also what the log, `explain` and the toast say. */
  readonly what: Text;
  readonly why: Text;
  readonly next: Text;
}

/** The bank holds Markdown docs, written by structured tools, and loses none of them. Nobody changes our own records, or what was said. */
export const guardMemoryFiles: Rule = {
  name: "guard-memory-files",
  kind: "guard",
  warnsOnce: false,
  judge({ call, bank, words }) {
    const objection = findObjection(call, bank, words);
    if (objection === undefined) return pass;
    return {
      kind: "refuse",
      because: objection.what,
      message: refusal(objection, bank.language),
    };
  },
};

const pass: Verdict = {
  kind: "pass",
  because: { en: "no write that the bank forbids", zh: "没有记忆库禁止的写入" },
};

function refusal({ what, why, next }: Objection, language: Language): string {
  return {
    en: `[Memory Bank] Not done: ${what.en}. ${why.en}\nNext: ${next.en} (rule: guard-memory-files)`,
    zh: `[Memory Bank] 未执行：${what.zh}。${why.zh}\n下一步：${next.zh} (rule: guard-memory-files)`,
  }[language];
}

function findObjection(call: ToolCall, bank: Bank, host: HostWords): Objection | undefined {
  for (const write of call.writes) {
    const objection = judgeWrite(write, call.via, bank, host);
    if (objection !== undefined) return objection;
  }
  if (call.lateWrite !== undefined) return late(call.lateWrite, bank);
  return call.refreshesBank === undefined ? undefined : refresh(call.refreshesBank, bank, host);
}

function judgeWrite(
  write: Write,
  via: ToolCall["via"],
  bank: Bank,
  host: HostWords,
): Objection | undefined {
  const { target, effect } = write;
  const vanishes = effect === "delete" || effect === "move-from";
  if (target.holdsBank) return vanishes ? folder(write, bank) : undefined;
  if (target.doc === undefined) return undefined;
  if (effect === "may-change") return otherTool(write, bank, host);
  if (vanishes) return removal(write, via, bank);
  if (via === "shell") return command(write, bank, host);
  if (effect === "make-folder" || target.doc.endsWith(DOC_EXTENSION)) return undefined;
  return notMarkdown(write, bank);
}

/** The file, and who would do it: the kind of write, or the call as a whole. */
function named({ target, by }: Pick<Write, "target" | "by">): { path: string; who: Text } {
  return { path: shortenPath(target.path), who: quoted(by) };
}

function quoted(by: string): Text {
  const short = shortenPath(by, 40);
  return by === "" ? { en: "this call", zh: "这次调用" } : { en: `"${short}"`, zh: `“${short}”` };
}

function would(write: Write, verb: Text): Text {
  const { path, who } = named(write);
  return { en: `${who.en} would ${verb.en} ${path}`, zh: `${who.zh}会${verb.zh} ${path}` };
}

const WRITE: Text = { en: "write", zh: "写入" };
const DELETE: Text = { en: "delete", zh: "删除" };
const MOVE: Text = { en: "move", zh: "移走" };

const vanishing = ({ effect }: Write) => (effect === "delete" ? DELETE : MOVE);

const NOT_DELETED: Text = {
  en: "Docs in the memory bank may not be deleted.",
  zh: "记忆库中的文档不允许删除。",
};
const NOT_MOVED: Text = {
  en: "Docs in the memory bank may not be moved.",
  zh: "记忆库中的文档不允许移动。",
};

function command(write: Write, { name, conventions }: Bank, host: HostWords): Objection {
  const what = would(write, WRITE);
  // Where there is nothing to write to yet, nobody makes a bank by hand.
  if (conventions === undefined) {
    return {
      what,
      why: { en: "A memory bank is not made by hand.", zh: "记忆库不由手工建立。" },
      next: {
        en: `ask the user to run ${host.refresh}, which builds it.`,
        zh: `请用户运行 ${host.refresh} 来建立。`,
      },
    };
  }
  return {
    what,
    why: {
      en: `Shell commands may not write into ${name}/.`,
      zh: `${name}/ 不接受 shell 命令写入。`,
    },
    next: {
      en: `make this change with the ${host.writeTools.en} tool.`,
      zh: `改用 ${host.writeTools.zh} 工具完成这次修改。`,
    },
  };
}

function removal(write: Write, via: ToolCall["via"], { name }: Bank): Objection {
  const isDelete = write.effect === "delete";
  const inTools: Text = isDelete
    ? {
        en: "edit the doc and mark what no longer holds as obsolete.",
        zh: "编辑该文档，把不再成立的内容标为过时。",
      }
    : { en: "edit the doc where it is.", zh: "在原处编辑该文档。" };
  return {
    what: would(write, vanishing(write)),
    why: isDelete ? NOT_DELETED : NOT_MOVED,
    next:
      via === "shell"
        ? { en: `leave ${name}/ out of this command.`, zh: `从这条命令中去掉 ${name}/。` }
        : inTools,
  };
}

function folder(write: Write, { name }: Bank): Objection {
  const { en, zh } = would(write, vanishing(write));
  return {
    what: { en: `${en}, and ${name}/ with it`, zh: `${zh}，连同其中的 ${name}/` },
    why: write.effect === "delete" ? NOT_DELETED : NOT_MOVED,
    next: {
      en: `name the files that you mean one by one, without ${name}/.`,
      zh: `逐个指明你要处理的文件，不要包含 ${name}/。`,
    },
  };
}

function otherTool(write: Write, { name }: Bank, host: HostWords): Objection {
  const { path, who } = named(write);
  return {
    what: { en: `${who.en} may change ${path}`, zh: `${who.zh}可能会改动 ${path}` },
    why: {
      en: `Tools of other plugins and MCP servers may not write into ${name}/.`,
      zh: `${name}/ 不接受其他插件和 MCP 服务器的工具写入。`,
    },
    next: {
      en: `change the file with the ${host.writeTools.en} tool; for anything else use a shell command.`,
      zh: `修改文件用 ${host.writeTools.zh} 工具，其他操作用 shell 命令。`,
    },
  };
}

function notMarkdown(write: Write, { name }: Bank): Objection {
  const { path } = named(write);
  return {
    what: { en: `${path} is not a .md file`, zh: `${path} 不是 .md 文件` },
    why: { en: `${name}/ holds Markdown docs only.`, zh: `${name}/ 只存放 Markdown 文档。` },
    next: {
      en: `write it as a .md doc, or keep the file outside ${name}/.`,
      zh: `写成 .md 文档，或把文件放在 ${name}/ 之外。`,
    },
  };
}

function late(by: string, { name }: Bank): Objection {
  const { en, zh } = quoted(by);
  return {
    what: {
      en: `${en} names ${name}/ and runs in the background`,
      zh: `${zh}提到 ${name}/，并在后台运行`,
    },
    why: {
      en: "What it writes there would come too late to be checked.",
      zh: "它写入的内容来不及检查。",
    },
    next: { en: "run it in the foreground.", zh: "在前台运行。" },
  };
}

function refresh(by: string, { name }: Bank, host: HostWords): Objection {
  const { en, zh } = quoted(by);
  const isSetup = by.endsWith("install");
  return {
    what: isSetup
      ? { en: `${en} would change what guards ${name}/`, zh: `${zh}会改动对 ${name}/ 的保护` }
      : { en: `${en} would change ${name}/`, zh: `${zh}会改动 ${name}/` },
    why: { en: "The user was not asked.", zh: "未征得用户同意。" },
    next: by.endsWith("refresh")
      ? { en: `ask the user to run ${host.refresh}.`, zh: `请用户运行 ${host.refresh}。` }
      : { en: "ask the user to run it in a terminal.", zh: "请用户在终端里运行。" },
  };
}

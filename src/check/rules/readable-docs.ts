import { DOC_EXTENSION } from "../../bank/layout.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { FileContent } from "../check-input.ts";
import type { Text } from "../../types.ts";
import type { Fault, Level } from "../finding.ts";

/** Docs that are not text, lead out of the project, cannot be read, or are too large or too many to be looked at. */
export function readableDocs({ files }: CheckedBank): Fault[] {
  const docs = files.filter(
    ({ path, content }) => path.endsWith(DOC_EXTENSION) || content.kind === "link",
  );
  const isUnread = ({ content }: { readonly content: FileContent }) => content.kind === "unread";
  const first = docs.find(isUnread);
  const faults = docs.flatMap(({ path, content }): Fault[] => {
    const said = describe(content);
    return said === undefined ? [] : [{ path, ...said }];
  });
  if (first === undefined) return faults;
  const { length } = docs.filter(isUnread);
  return [
    ...faults,
    {
      level: "note",
      path: first.path,
      line: 1,
      message: {
        en: `${length} of ${docs.length} docs were not looked at, this one the first of them`,
        zh: `${docs.length} 篇文档中有 ${length} 篇未检查，这是第一篇`,
      },
      fix: {
        en: "keep fewer docs in the bank: put together what belongs together",
        zh: "减少记忆库中的文档：把相关内容合并",
      },
    },
  ];
}

interface Said {
  readonly level: Level;
  readonly line: number;
  readonly message: Text;
  readonly fix: Text;
}

function describe(content: FileContent): Said | undefined {
  switch (content.kind) {
    case "not-text":
      return {
        level: "error",
        line: content.line,
        message:
          content.because === "encoding"
            ? { en: "this is not UTF-8 text", zh: "不是 UTF-8 文本" }
            : { en: "there is a zero byte: this is not text", zh: "含有零字节：不是文本" },
        fix: { en: "convert the file to UTF-8 text", zh: "把文件转换为 UTF-8 文本" },
      };
    case "unreadable":
      return {
        level: "error",
        line: 1,
        message: {
          en: `it cannot be read (${content.reason})`,
          zh: `无法读取（${content.reason}）`,
        },
        fix: { en: "make the file readable", zh: "让文件可读" },
      };
    case "too-large":
      return {
        level: "note",
        line: 1,
        message: {
          en: `it has ${content.bytes} bytes, too many to be looked at`,
          zh: `共 ${content.bytes} 字节，太大而未检查`,
        },
        fix: { en: "split it into docs that somebody can read", zh: "拆成便于阅读的几篇文档" },
      };
    case "link":
      if (content.leads === "inside") return undefined;
      return {
        level: content.leads === "outside" ? "error" : "warning",
        line: 1,
        message:
          content.leads === "outside"
            ? { en: "this link leads out of the project", zh: "此链接指向项目之外" }
            : { en: "this link leads nowhere", zh: "此链接没有指向任何文件" },
        fix: {
          en: "replace the link by the doc itself, or remove it",
          zh: "用文档本身替换链接，或删除链接",
        },
      };
    case "text":
    case "unread":
      return undefined;
  }
}

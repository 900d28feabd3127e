import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** A doc that is not text, cannot be read, or is a link out of the project or to nothing: no agent can read it. */
export function readableDocs({ files }: CheckedBank): Fault[] {
  return files.flatMap(({ path, content }): Fault[] => {
    if (content.kind !== "unreadable") return [];
    const { en, zh } = content.reason;
    return [
      {
        level: "warning",
        path,
        line: 1,
        message: { en: `this doc cannot be read: ${en}`, zh: `无法读取这篇文档：${zh}` },
        fix: {
          en: "replace it by a UTF-8 text file of less than 1 MB, or remove it",
          zh: "换成小于 1 MB 的 UTF-8 文本文件，或删除它",
        },
      },
    ];
  });
}

import { ENTRY } from "../../bank/layout.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** Without an entry, the prompt shows nothing of the bank. */
export function missingEntry({ files, input: { bankName } }: CheckedBank): Fault[] {
  if (files.some(({ path }) => path === ENTRY)) return [];
  return [
    {
      level: "error",
      path: ENTRY,
      line: 1,
      message: { en: `${bankName}/ has no ${ENTRY}`, zh: `${bankName}/ 中没有 ${ENTRY}` },
      fix: {
        en: "run `memory-bank refresh`: it makes the entry and keeps what the docs say",
        zh: "运行 `memory-bank refresh`：它会建立入口，并保留文档的内容",
      },
    },
  ];
}

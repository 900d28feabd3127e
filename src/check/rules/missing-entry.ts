import { ENTRY, OLD_ENTRIES } from "../../bank/layout.ts";
import type { CheckRule } from "../check-rule.ts";

/** Without an entry nothing of the bank gets into a prompt. */
export const missingEntry: CheckRule = {
  name: "missing-entry",
  find: ({ files, input: { bankName } }) => {
    const names = new Set(files.map(({ path }) => path));
    if (names.has(ENTRY)) return [];
    const old = OLD_ENTRIES.filter((name) => names.has(name));
    return [
      {
        level: "error",
        path: ENTRY,
        line: 1,
        message:
          old.length > 0
            ? {
                en: `there is no ${ENTRY}, only files of an older layout (${old.join(", ")})`,
                zh: `没有 ${ENTRY}，只有旧结构的文件（${old.join("、")}）`,
              }
            : { en: `${bankName}/ has no ${ENTRY}`, zh: `${bankName}/ 中没有 ${ENTRY}` },
        fix: {
          en: "run `memory-bank refresh`: it makes the entry and keeps every doc",
          zh: "运行 `memory-bank refresh`：它会建立入口并保留所有文档",
        },
      },
    ];
  },
};

import { ENTRY, OLD_ENTRIES } from "../../bank/layout.ts";
import { isOldLayout, layoutOf } from "../../bank/layouts.ts";
import type { Text } from "../../types.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** Without an entry nothing of the bank gets into a prompt. */
export function missingEntry(bank: CheckedBank): Fault[] {
  if (bank.files.some(({ path }) => path === ENTRY)) return [];
  return [{ level: "error", path: ENTRY, line: 1, message: describe(bank), fix: FIX }];
}

const FIX: Text = {
  en: "run `memory-bank refresh`: it makes the entry and keeps every doc",
  zh: "运行 `memory-bank refresh`：它会建立入口并保留所有文档",
};

function describe({ files, docAt, input: { bankName } }: CheckedBank): Text {
  const paths = files.map(({ path }) => path);
  if (isOldLayout(paths, (path) => docAt(path)?.text)) {
    const old = OLD_ENTRIES.filter((name) => paths.includes(name));
    return {
      en: `there is no ${ENTRY}, only files of an older layout (${old.join(", ")})`,
      zh: `没有 ${ENTRY}，只有旧结构的文件（${old.join("、")}）`,
    };
  }
  const layout = layoutOf(paths);
  if (layout !== undefined) {
    return {
      en: `there is no ${ENTRY}; the docs have ${layout}'s layout, which can be adopted`,
      zh: `没有 ${ENTRY}；文档是 ${layout} 的布局，可以接管`,
    };
  }
  return { en: `${bankName}/ has no ${ENTRY}`, zh: `${bankName}/ 中没有 ${ENTRY}` };
}

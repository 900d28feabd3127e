import { ENTRY, OLD_ENTRIES } from "../../bank/layout.ts";
import { hasMarker, oldEntriesIn } from "../../bank/layouts.ts";
import type { CheckRule } from "../check-rule.ts";

/** Files of the older layout beside an entry repeat what it says, and come to contradict it. */
export const oldFiles: CheckRule = {
  name: "old-files",
  find: ({ files, entry, docAt }) => {
    if (entry === undefined) return [];
    const named = oldEntriesIn(files.map(({ path }) => path));
    return OLD_ENTRIES.filter(
      (path) => named.includes(path) || hasMarker(docAt(path)?.text ?? ""),
    ).map((path) => ({
      level: "note",
      path,
      line: 1,
      message: {
        en: `it belongs to an older layout, which ${ENTRY} replaces`,
        zh: `属于旧结构，已由 ${ENTRY} 取代`,
      },
      fix: {
        en: `move what still holds into ${ENTRY} or details/, then remove the file`,
        zh: `把仍然有效的内容移到 ${ENTRY} 或 details/，然后删除该文件`,
      },
    }));
  },
};

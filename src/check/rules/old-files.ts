import { ENTRY } from "../../bank/layout.ts";
import { oldEntriesIn } from "../../bank/layouts.ts";
import type { CheckRule } from "../check-rule.ts";

/** Files of the older layout beside an entry repeat what it says, and come to contradict it. */
export const oldFiles: CheckRule = {
  name: "old-files",
  find: ({ files }) =>
    files.some(({ path }) => path === ENTRY)
      ? files
          .filter(({ path }) => OLD.has(path))
          .map(({ path }) => ({
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
          }))
      : [],
};

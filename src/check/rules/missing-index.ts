import { LIMITS } from "../../bank/layout.ts";
import { INDEX, findIndexedFolders } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";

/** Of many docs in a folder, an index says which to read. */
export const missingIndex: CheckRule = {
  name: "missing-index",
  find: ({ files }) =>
    findIndexedFolders(files.map(({ path }) => path))
      .filter(({ docs, hasIndex }) => !hasIndex && docs.length > LIMITS.docsWithoutIndex)
      .map(({ folder, docs }) => ({
        level: "note",
        path: `${folder}/${INDEX}`,
        line: 1,
        message: {
          en: `${folder}/ has ${docs.length} docs and no ${INDEX}`,
          zh: `${folder}/ 有 ${docs.length} 篇文档，但没有 ${INDEX}`,
        },
        fix: { en: "`memory-bank check --fix` makes it", zh: "`memory-bank check --fix` 会创建它" },
      })),
};

import { INDEX, findIndexGaps, findIndexedFolders } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";

const FIX = {
  en: "`memory-bank check --fix` brings the index in step",
  zh: "`memory-bank check --fix` 会使索引与目录一致",
};

/** An index that is out of step hides docs, or sends to docs that are gone. */
export const indexRows: CheckRule = {
  name: "index-rows",
  find: ({ files, docAt }) =>
    findIndexedFolders(files.map(({ path }) => path)).flatMap(({ folder, docs, hasIndex }) => {
      const index = hasIndex ? docAt(`${folder}/${INDEX}`) : undefined;
      if (index === undefined) return [];
      const { missing, vanished } = findIndexGaps(index.text, docs);
      const lacking = missing.map((doc): Fault => ({
        level: "warning",
        path: index.path,
        line: 1,
        message: { en: `no row leads to ${doc}`, zh: `没有指向 ${doc} 的行` },
        fix: FIX,
      }));
      const gone = vanished.map(({ from }): Fault => ({
        level: "warning",
        ...index.placeOf(from),
        message: { en: "the row leads to a doc that is gone", zh: "该行指向已不存在的文档" },
        fix: FIX,
      }));
      return [...lacking, ...gone];
    }),
};

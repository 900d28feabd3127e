import { INDEX, findIndexGaps, findIndexedFolders } from "../../plans/plan-indexes.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** An incomplete index hides docs. A row to a doc that is gone is reported as a dead link. */
export function indexRows({ files, docAt }: CheckedBank): Fault[] {
  return findIndexedFolders(files.map(({ path }) => path)).flatMap(({ folder, docs, hasIndex }) => {
    const index = hasIndex ? docAt(`${folder}/${INDEX}`) : undefined;
    if (index === undefined) return [];
    return findIndexGaps(index.text, docs).missing.map((doc): Fault => ({
      level: "warning",
      path: index.path,
      line: 1,
      message: { en: `no row leads to ${doc}`, zh: `没有指向 ${doc} 的行` },
      fix: {
        en: "`memory-bank refresh` brings the index in step",
        zh: "`memory-bank refresh` 会使索引与目录一致",
      },
    }));
  });
}

import { findConflicts } from "../../bank/markers.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** Each conflict that a merge left in a doc, and docs that git has not merged yet. */
export function unfinishedMerge({ input, docs }: CheckedBank): Fault[] {
  const conflicts = docs.flatMap((doc) =>
    findConflicts(doc.text).map(({ from }): Fault => ({
      level: "error",
      ...doc.placeOf(from),
      message: { en: "a merge left this conflict to be decided", zh: "合并时留下了未解决的冲突" },
      fix: {
        en: "keep what holds of the two versions, and remove git's markers (<<<<<<<, =======, >>>>>>>)",
        zh: "保留两个版本中正确的内容，并删除 git 的标记（<<<<<<<、=======、>>>>>>>）",
      },
    })),
  );
  const told = new Set(conflicts.map(({ path }) => path));
  const unmerged = input.project.unmerged().filter((path) => !told.has(path));
  return [
    ...conflicts,
    ...unmerged.map((path): Fault => ({
      level: "error",
      path,
      line: 1,
      message: {
        en: "git has not merged this doc yet",
        zh: "git 还没有合并这篇文档",
      },
      fix: {
        en: "see that it says what holds, then `git add` it, or `git rm` where it is to go",
        zh: "确认内容正确后执行 `git add`；如果不再需要，执行 `git rm`",
      },
    })),
  ];
}

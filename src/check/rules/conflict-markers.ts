import { findConflicts } from "../../bank/conflicts.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

/** What a merge left to be decided: told once for each conflict, at its first line. */
export const conflictMarkers: CheckRule = {
  name: "conflict-markers",
  find: ({ docs }) => docs.flatMap(findFaults),
};

function findFaults(doc: CheckedDoc): Fault[] {
  return findConflicts(doc.text, doc.doc.lines).map((from) => ({
    level: "error",
    ...doc.placeOf(from),
    message: {
      en: "a merge left this conflict to be decided",
      zh: "合并时留下了未解决的冲突",
    },
    fix: {
      en: "keep what holds of the two versions, and remove git's markers (<<<<<<<, =======, >>>>>>>)",
      zh: "保留两个版本中正确的内容，并删除 git 的标记（<<<<<<<、=======、>>>>>>>）",
    },
  }));
}

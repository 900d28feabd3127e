import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

const BEGINS = /^<{7}(?: |$)/;
const ENDS = /^>{7}(?: |$)/;

/** What a merge left to be decided: told once for each conflict, at its first line. */
export const conflictMarkers: CheckRule = {
  name: "conflict-markers",
  find: ({ docs }) => docs.flatMap(findConflicts),
};

function findConflicts(doc: CheckedDoc): Fault[] {
  const { text } = doc;
  let isOpen = false;
  return doc.doc.lines.flatMap(({ from, to, fence }): Fault[] => {
    // In a fence that is closed, it is an example.
    const sign = text[from];
    if ((sign !== "<" && sign !== ">") || fence?.isClosed) return [];
    const line = text.slice(from, Math.min(to, from + 8));
    const begins = BEGINS.test(line);
    const isTold = isOpen;
    if (begins || ENDS.test(line)) isOpen = begins;
    else return [];
    // An end whose beginning was taken out by hand is left over, too.
    if (!begins && isTold) return [];
    return [
      {
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
      },
    ];
  });
}

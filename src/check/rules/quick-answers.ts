import { LIMITS } from "../../bank/layout.ts";
import { hasPointer } from "../answer-pointers.ts";
import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";

/** Quick answers are in every prompt: there should be few, and each should name the file that proves it. */
export const quickAnswers: CheckRule = {
  name: "quick-answers",
  find: ({ entry, quickAnswers: answers }) => {
    if (entry === undefined) return [];
    const surplus = answers[LIMITS.quickAnswers];
    const tooMany: Fault[] =
      surplus === undefined
        ? []
        : [
            {
              level: "note",
              ...entry.placeOf(surplus.from),
              message: {
                en: `there are ${answers.length} quick answers, ${LIMITS.quickAnswers} at most`,
                zh: `有 ${answers.length} 条快速答案，最多 ${LIMITS.quickAnswers} 条`,
              },
              fix: {
                en: "move the ones that are asked least into another doc of the bank",
                zh: "把最少被问到的移到记忆库的其他文档",
              },
            },
          ];
    const unproven = answers
      .filter((answer) => !hasPointer(entry, answer))
      .map(({ from }): Fault => ({
        level: "note",
        ...entry.placeOf(from),
        message: { en: "the answer points at nothing that proves it", zh: "该答案没有指向依据" },
        fix: { en: "name the file that proves it", zh: "写明能证明它的文件" },
      }));
    return [...tooMany, ...unproven];
  },
};

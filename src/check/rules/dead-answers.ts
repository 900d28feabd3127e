import { isCertain } from "../../plans/dead-routes.ts";
import { readPointers } from "../answer-pointers.ts";
import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";
import { isRooted, isThere } from "../written-paths.ts";

/** An answer whose proof is gone may be wrong. */
export const deadAnswers: CheckRule = {
  name: "dead-answers",
  find: (bank) => {
    const { entry } = bank;
    if (entry === undefined) return [];
    return bank.quickAnswers.flatMap((answer): Fault[] =>
      readPointers(entry, answer)
        .filter(
          ({ path, from }) =>
            isCertain(path) &&
            (path.endsWith(".md") || isRooted(path, bank)) &&
            entry.isOfNow(from) &&
            !isThere(path, entry.path, bank),
        )
        .map(({ path, from }) => ({
          level: "error",
          ...entry.placeOf(from),
          message: {
            en: `the answer points at ${path}, which does not exist`,
            zh: `该答案指向不存在的 ${path}`,
          },
          fix: {
            en: "check that the answer still holds, and point at what proves it",
            zh: "确认答案是否仍然成立，并指向能证明它的文件",
          },
        })),
    );
  },
};

import { findConflicts } from "../../bank/conflicts.ts";
import { MERGE_NAMES } from "../../bank/merge-names.ts";
import type { CheckRule } from "../check-rule.ts";

/** Docs that git has not merged yet. One with conflict markers is told by those. */
export const unfinishedMerge: CheckRule = {
  name: "unfinished-merge",
  find({ input, docAt }) {
    const merge = input.project.merge();
    if (merge === undefined) return [];
    const name = MERGE_NAMES[merge.operation];
    return merge.docs
      .filter((path) => !hasConflict(docAt(path)?.text))
      .map((path) => ({
        level: "error",
        path,
        line: 1,
        message: {
          en: `${name.en} is under way, and git has not merged this doc yet`,
          zh: `${name.zh}尚未完成，git 还没有合并这篇文档`,
        },
        fix: {
          en: "see that it says what holds, then `git add` it, or `git rm` where it is to go",
          zh: "确认内容正确后执行 `git add`；如果不再需要，执行 `git rm`",
        },
      }));
  },
};

function hasConflict(text: string | undefined): boolean {
  return text !== undefined && findConflicts(text).length > 0;
}

import type { Text } from "../types.ts";

/** What git can be in the middle of. */
export type MergeOperation = "merge" | "rebase" | "am" | "cherry-pick" | "revert";

/** As a sentence begins with them. */
export const MERGE_NAMES: Readonly<Record<MergeOperation, Text>> = {
  merge: { en: "a merge", zh: "合并（merge）" },
  rebase: { en: "a rebase", zh: "变基（rebase）" },
  am: { en: "git am", zh: "应用补丁（git am）" },
  "cherry-pick": { en: "a cherry-pick", zh: "拣选（cherry-pick）" },
  revert: { en: "a revert", zh: "还原（revert）" },
};

/** A merge that git is in the middle of, as far as it touches a bank. */
export interface UnfinishedMerge {
  readonly operation: MergeOperation;
  /** Inside the bank, with `/`: those that git has not merged yet. */
  readonly docs: readonly string[];
}

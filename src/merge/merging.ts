import { type Versions, settle } from "./versions.ts";

/** Git's own merge of three texts by lines, with its markers at conflicts. */
export type MergeLines = (texts: Versions<string>) => MergedLines;

export interface MergedLines {
  readonly text: string;
  readonly conflicts: number;
}

/** The state of one merge. */
export interface Merging {
  /** Merges by lines: for prose, and where the structure does not settle a change. */
  readonly byLines: (texts: Versions<string>) => string;
  /** The number of conflicts so far. */
  readonly conflicts: () => number;
}

export function beginMerging(mergeLines: MergeLines): Merging {
  let conflicts = 0;
  return {
    byLines(texts) {
      const settled = settle(texts);
      if (settled !== undefined) return settled;
      const merged = mergeLines(texts);
      conflicts += merged.conflicts;
      return merged.text;
    },
    conflicts: () => conflicts,
  };
}

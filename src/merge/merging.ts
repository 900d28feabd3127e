import type { Text } from "../types.ts";
import { type Versions, settle } from "./versions.ts";

/** Git's own merge of three texts by lines, with its markers where they conflict. */
export type MergeLines = (texts: Versions<string>) => MergedLines;

export interface MergedLines {
  readonly text: string;
  readonly conflicts: number;
}

/** One merge under way. */
export interface Merging {
  /** By lines: prose, and what structure cannot settle. */
  readonly byLines: (texts: Versions<string>) => string;
  /** The same, where lines settle it. */
  readonly ifClean: (texts: Versions<string>) => string | undefined;
  /** So far. */
  readonly conflicts: () => number;
  readonly note: (note: Text) => void;
  readonly notes: readonly Text[];
}

export function beginMerging(mergeLines: MergeLines): Merging {
  let conflicts = 0;
  const notes: Text[] = [];
  const byLines = (texts: Versions<string>): MergedLines => {
    const settled = settle(texts);
    return settled === undefined ? mergeLines(texts) : { text: settled, conflicts: 0 };
  };
  return {
    byLines(texts) {
      const merged = byLines(texts);
      conflicts += merged.conflicts;
      return merged.text;
    },
    ifClean(texts) {
      const merged = byLines(texts);
      return merged.conflicts === 0 ? merged.text : undefined;
    },
    conflicts: () => conflicts,
    note: (note) => notes.push(note),
    notes,
  };
}

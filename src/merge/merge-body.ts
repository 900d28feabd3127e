import { SECTION } from "../bank/layout.ts";
import { mergeLabels, mergeList } from "./merge-list.ts";
import { mergeTable } from "./merge-table.ts";
import type { Merging } from "./merging.ts";
import { alignSegments, toSegments } from "./segments.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

/** Merges the text below a heading: tables by row, lists by item, labelled lines by label, prose by lines. */
export function mergeBody(texts: Versions<string>, merging: Merging, heading: string): string {
  const settled = settle(texts);
  if (settled !== undefined) return settled;
  const segments = eachVersion(texts, toSegments);
  const aligned = alignSegments(segments);
  if (aligned === undefined) return merging.byLines(texts);
  const isFocus = heading.startsWith(SECTION.focus);
  const before = merging.conflicts();
  return aligned
    .map(({ kind, ...versions }) => {
      // While a focus has conflicts, neither of two dates counts as the newer one.
      const isOpen = isFocus && merging.conflicts() > before;
      const both = settle(versions);
      if (both !== undefined) return both;
      switch (kind) {
        case "table":
          return mergeTable(versions, merging);
        case "list":
          return mergeList(versions, merging, !isOpen);
        case "labels":
          return mergeLabels(versions, merging, !isOpen);
        case "text":
          return merging.byLines(versions);
      }
    })
    .join("");
}

import { parseBlocks } from "../bank/blocks.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { mergeSections } from "./merge-sections.ts";
import type { Merging } from "./merging.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

interface Region {
  readonly kind: "machine" | "marker" | "user";
  readonly text: string;
}

/** Merges the regions of a doc: user blocks by lines, as git does, and the rest by its structure. */
export function mergeRegions(texts: Versions<string>, merging: Merging): string {
  const regions = eachVersion(texts, toRegions);
  const all = regions.ours.length > 0 ? regions.ours : regions.theirs;
  return all
    .map(({ kind }, at) =>
      mergeRegion(
        kind,
        eachVersion(regions, (list) => list[at]?.text ?? ""),
        merging,
      ),
    )
    .join("");
}

function mergeRegion(kind: Region["kind"], versions: Versions<string>, merging: Merging): string {
  switch (kind) {
    case "marker":
      return settle(versions) ?? versions.ours;
    case "user":
      return merging.byLines(versions);
    case "machine": {
      const texts = [versions.base, versions.ours, versions.theirs];
      const isOpen = texts.some(hasOpenFence);
      return isOpen ? merging.byLines(versions) : mergeSections(versions, merging);
    }
  }
}

/** Whether a fence is never closed: after it, nothing is certain to be a heading or a row. */
function hasOpenFence(text: string): boolean {
  return /`{3}|~{3}/.test(text) && scanLines(text).some(({ fence }) => fence?.isClosed === false);
}

/** The regions of a doc whose markers are sound, or that has none; an empty doc has no regions. */
function toRegions(text: string): Region[] {
  if (text === "") return [];
  const regions: Region[] = [];
  let at = 0;
  const push = (kind: Region["kind"], to: number) => {
    regions.push({ kind, text: text.slice(at, to) });
    at = to;
  };
  for (const { marker, from, to } of parseBlocks(text).markers) {
    const end = text.indexOf("\n", to) + 1 || text.length;
    if (marker === "user-end") push("user", end);
    else {
      push("machine", from);
      if (marker !== "user-start") push("marker", end);
    }
  }
  push("machine", text.length);
  return regions;
}

import { scanLines } from "../markdown/scan-lines.ts";
import { sectionOf } from "../bank/layout.ts";
import { readHeading } from "../bank/sections.ts";
import { mergeBody } from "./merge-body.ts";
import { mergeItems } from "./merge-items.ts";
import type { Merging } from "./merging.ts";
import type { Item } from "./pair-items.ts";
import { toItem } from "./to-item.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

const DEEPEST = 6;

/** Merges texts by their headings: those of the highest level first, then what stands below each. */
export function mergeSections(texts: Versions<string>, merging: Merging, heading = ""): string {
  const settled = settle(texts);
  if (settled !== undefined) return settled;
  const headings = eachVersion(texts, findHeadings);
  const levels = [headings.base, headings.ours, headings.theirs].flat().map(({ level }) => level);
  const level = Math.min(...levels);
  if (level > DEEPEST) return mergeBody(texts, merging, heading);
  const items = {
    base: splitAt(texts.base, headings.base, level),
    ours: splitAt(texts.ours, headings.ours, level),
    theirs: splitAt(texts.theirs, headings.theirs, level),
  };
  const all = [items.base, items.ours, items.theirs];
  // One of two sections with one name cannot be told from the other.
  if (all.some(hasTwins)) return merging.byLines(texts);
  const [key] = items.ours.map((item) => item.key);
  if (all.every((list) => list.length === 1 && list[0]?.key === key))
    return mergeSection(texts, merging, key ?? "");
  return mergeItems(items, merging, {
    gap: "\n",
    combine: (section, own) => mergeSection(section, merging, level > 2 ? heading : own),
  });
}

interface PlacedHeading {
  readonly level: number;
  readonly title: string;
  readonly from: number;
}

function findHeadings(text: string): PlacedHeading[] {
  return scanLines(text).flatMap(({ kind, depth, from, to }) =>
    kind === "heading" && depth === 0 ? [{ ...readHeading(text.slice(from, to)), from }] : [],
  );
}

/** What stands before the first heading has no key. */
function splitAt(text: string, headings: readonly PlacedHeading[], level: number): Item[] {
  const starts = headings.filter((heading) => heading.level === level);
  const parts = [{ title: "", from: 0 }, ...starts];
  return parts.flatMap(({ title, from }, at) => {
    const part = text.slice(from, parts[at + 1]?.from ?? text.length);
    if (at === 0) return part === "" ? [] : [toItem(part, "")];
    // The blank line below a heading is the section's, also where nothing else is.
    const [head = ""] = /^[^\n]*\n(?:[ \t\r]*\n)?/.exec(part) ?? [];
    return [toItem(part, keyOf(title), undefined, head.length)];
  });
}

function keyOf(title: string): string {
  return sectionOf(title.replaceAll(/\s+/g, " ")) || "#";
}

function hasTwins(items: readonly Item[]): boolean {
  return new Set(items.map(({ key }) => key)).size < items.length;
}

function mergeSection(texts: Versions<string>, merging: Merging, heading: string): string {
  const end = (text: string) => (/^ {0,3}#/.test(text) ? text.indexOf("\n") + 1 : 0);
  const headings = eachVersion(texts, (text) => text.slice(0, end(text)));
  const bodies = eachVersion(texts, (text) => text.slice(end(text)));
  return merging.byLines(headings) + mergeSections(bodies, merging, heading);
}

import { sectionOf } from "../bank/layout.ts";
import { findHeadings } from "../bank/sections.ts";
import { mergeBody } from "./merge-body.ts";
import { mergeItems } from "./merge-items.ts";
import type { Merging } from "./merging.ts";
import { type Item, toItem } from "./to-item.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

const DEEPEST = 6;

/** Merges texts by their headings: those of the highest level first, then the text below each. */
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
  // Two sections with the same name cannot be told apart.
  if (all.some(hasTwins)) return merging.byLines(texts);
  const [key] = items.ours.map((item) => item.key);
  if (all.every((list) => list.length === 1 && list[0]?.key === key))
    return mergeSection(texts, merging, key ?? "");
  return mergeItems(items, merging, {
    gap: "\n",
    combine: (section, own) => mergeSection(section, merging, level > 2 ? heading : own),
  });
}

/** The text before the first heading has no key. */
function splitAt(text: string, headings: ReturnType<typeof findHeadings>, level: number): Item[] {
  const starts = headings.filter((heading) => heading.level === level);
  const parts = [{ title: "", from: 0 }, ...starts];
  return parts.flatMap(({ title, from }, at) => {
    const part = text.slice(from, parts[at + 1]?.from ?? text.length);
    if (at === 0) return part === "" ? [] : [toItem(part, "")];
    // The blank line below a heading belongs to the section, even if the section is empty.
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

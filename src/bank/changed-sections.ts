import { splitSections } from "./sections.ts";

/** Headings of the sections that came or have another text now. */
export function changedSections(before: string, after: string): string[] {
  const old = new Map(splitSections(before).map(({ heading, text }) => [heading, text.trim()]));
  return splitSections(after)
    .filter(({ heading, text }) => heading !== "" && old.get(heading) !== text.trim())
    .map(({ heading }) => heading);
}

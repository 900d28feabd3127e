import { SECTION } from "./layout.ts";
import { isPointer } from "./live-links.ts";
import { splitStretches } from "./sections.ts";

const MOST_LINES = 3;

/** The line with the section's date, which says nothing about the task. */
export const FOOTER = /^(?:last updated|最近更新)\s*[:：]/i;

/** The first lines of `Current Focus` as the prompt shows it. */
export function readFocus(entry: string): string[] {
  const section = splitStretches(entry).find(({ heading }) => heading.startsWith(SECTION.focus));
  return entry
    .slice(section?.bodyFrom ?? 0, section?.to ?? 0)
    .split("\n")
    .filter((line) => !/^\s*(?:#|<!--)/.test(line) && !isPointer(line))
    .map(plainLine)
    .filter((line) => line !== "" && !FOOTER.test(line))
    .slice(0, MOST_LINES);
}

/** A line without the marks of lists, quotes and emphasis. */
export function plainLine(line: string): string {
  return line
    .replace(/^[\s>*+-]+/, "")
    .replaceAll("**", "")
    .trim();
}

import { SECTION } from "./layout.ts";
import { isPointer } from "./live-links.ts";
import { splitStretches } from "./sections.ts";

const MOST_LINES = 3;
const LABELLED = /^(?:goal|in progress|remaining|目标|进行中|剩余)\s*[:：]/i;

/** The line with the date of the section, which tells nothing about the task. */
export const FOOTER = /^(?:last updated|最近更新)\s*[:：]/i;

/** Goal, in progress and remaining from `Current Focus` as the prompt shows it; without such labels, its first lines. */
export function readFocus(entry: string): string[] {
  const section = splitStretches(entry).find(({ heading }) => heading.startsWith(SECTION.focus));
  const lines = entry
    .slice(section?.bodyFrom ?? 0, section?.to ?? 0)
    .split("\n")
    .filter((line) => !/^\s*(?:#|<!--)/.test(line) && !isPointer(line))
    .map(plainLine)
    .filter((line) => line !== "" && !FOOTER.test(line));
  const labelled = lines.filter((line) => LABELLED.test(line));
  return (labelled.length > 0 ? labelled : lines).slice(0, MOST_LINES);
}

/** Without the marks of lists, quotes and emphasis. */
export function plainLine(line: string): string {
  return line
    .replace(/^[\s>*+-]+/, "")
    .replaceAll("**", "")
    .trim();
}

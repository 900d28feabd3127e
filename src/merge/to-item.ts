import type { Item } from "./pair-items.ts";

/** What a template says where nothing is recorded, behind the mark of a list and a label. */
const BLANK = /^\s*(?:[-*+]\s+)?(?:[^:：()（）]{1,40}[:：]\s*)?[(（][^()（）]*[)）]\s*$/;

/** A part of a text, with its blank lines at the end taken off; `head` characters at its start count as no blank ones. */
export function toItem(part: string, key: string, sense?: string, head = 0): Item {
  const end = Math.max(head, endOfLines(part));
  const text = part.slice(0, end);
  return {
    key,
    text,
    gap: part.slice(end),
    // Asked of few items, and dear for a whole section.
    get sense() {
      return sense ?? senseOf(part);
    },
    get isBlank() {
      return BLANK.test(text);
    },
  };
}

export function senseOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Behind the line break of the last line that is not blank. */
function endOfLines(part: string): number {
  let end = part.length;
  while (end > 0 && " \t\r\n".includes(part[end - 1] ?? "")) end -= 1;
  return end === 0 ? 0 : part.indexOf("\n", end) + 1 || part.length;
}

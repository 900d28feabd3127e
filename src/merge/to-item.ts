/** A section, a row of a table, an item of a list, a line with a label. */
export interface Item {
  /** Identifies the item in each version, wherever it stands. */
  readonly key: string;
  /** With its last line break, without the blank lines behind it. */
  readonly text: string;
  /** The blank lines after the item. */
  readonly gap: string;
  /** The text, ignoring differences in white space. */
  readonly sense: string;
  /** Whether the item only says that nothing is recorded yet. */
  readonly isBlank: boolean;
}

/** A template's blank: brackets around a text, after a list mark and a label. */
const BLANK = /^\s*(?:[-*+]\s+)?(?:[^:：()（）]{1,40}[:：]\s*)?[(（][^()（）]*[)）]\s*$/;

/** Makes an item of a part, and separates the blank lines at its end, but not within its first `head` characters. */
export function toItem(part: string, key: string, sense?: string, head = 0): Item {
  const end = Math.max(head, endOfLines(part));
  const text = part.slice(0, end);
  return {
    key,
    text,
    gap: part.slice(end),
    // Computed on demand: few items need it, and for a whole section it is slow.
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

/** The offset after the line break of the last line that is not blank. */
function endOfLines(part: string): number {
  let end = part.length;
  while (end > 0 && " \t\r\n".includes(part[end - 1] ?? "")) end -= 1;
  return end === 0 ? 0 : part.indexOf("\n", end) + 1 || part.length;
}

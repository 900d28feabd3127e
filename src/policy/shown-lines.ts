import type { LineRange, Printed, Target, ToolResult } from "../types.ts";
import { readName } from "./call.ts";

/** What an output proves that it shows of a doc. */
export interface ShownDoc {
  readonly doc: string;
  readonly lines: LineRange | "whole";
}

/** What programs and shells say when they cannot do what they were asked. */
const COMPLAINT =
  /^(?:-?(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh|cat|nl|sed|head|tail|[gm]?awk|e?grep|rg|bat|batcat|less|more|python3?|node|env|sudo|nice):|^\[bat (?:error|warning)\]|(?:^|: )binary file matches|^Binary file |^Traceback \(most recent call last\)/m;
/** Hosts take blank lines off both ends of an output, and the newline with them. */
const MOST_BLANK_LINES = 10;

/**
 * Which lines of docs an output shows: those that the command asked for, where nothing says that it failed. A file has
 * ended where the whole output has fewer lines than were asked for.
 */
export function findShownLines(
  prints: readonly Printed<Target>[],
  { text, exit, isCut }: ToolResult,
): ShownDoc[] {
  // What a terminal was told may hide as well as show.
  if (exit !== 0 || isCut || text.includes("\u001B")) return [];
  const hasComplaint = COMPLAINT.test(text);
  const hidden = text.endsWith("\n") ? 0 : MOST_BLANK_LINES + 1;
  const most = text.split("\n").length - 1 + hidden;
  return prints.flatMap(({ file, from, to, failure }): ShownDoc[] => {
    const doc = readName(file);
    if (doc === undefined || failure === "silent") return [];
    if (failure === "words" && (hasComplaint || text.trim() === "")) return [];
    const hasEnd = to === Infinity || to - from + 1 > most;
    if (hasEnd && from === 1) return [{ doc, lines: "whole" }];
    return [{ doc, lines: { from, to: hasEnd ? Infinity : to, total: undefined } }];
  });
}

import { lineAt } from "../markdown/lines.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";

const BEGINS = /^<{7}(?: |$)/;
const ENDS = /^>{7}(?: |$)/;
/** Nearly no doc has one of these. */
const SIGNS = /<{7}|>{7}/;

/** Where each conflict begins that a merge left to be decided. In a fence that is closed, it is an example. */
export function findConflicts(text: string, lines?: readonly ScannedLine[]): number[] {
  if (!SIGNS.test(text)) return [];
  let isOpen = false;
  return (lines ?? scanLines(text)).flatMap(({ from, to, fence }) => {
    const sign = text[from];
    if ((sign !== "<" && sign !== ">") || fence?.isClosed) return [];
    const line = text.slice(from, Math.min(to, from + 8));
    const begins = BEGINS.test(line);
    const isTold = isOpen;
    if (begins || ENDS.test(line)) isOpen = begins;
    else return [];
    // An end whose beginning was taken out by hand is left over, too.
    return begins || !isTold ? [from] : [];
  });
}

/** The line of the first one, 1-based; undefined where there is none. */
export function firstConflictLine(text: string): number | undefined {
  const [first] = findConflicts(text);
  return first === undefined ? undefined : lineAt(text, first);
}

/** Before a text that goes on where another one had to end. */
export const CONTINUED = "[Memory Bank, continued]\n";

/** How much a host takes at once, and how often it asks. */
export interface Room {
  readonly longest: number;
  readonly pieces: number;
  /** What the host counts of a text: its units, or its bytes. */
  readonly measure: (text: string) => number;
}

/**
 * A text in pieces that a host takes whole: cut at line ends where that leaves room for the rest, never within
 * a character. Together they are the text, as far as there is room for it.
 */
export function toPieces(text: string, { longest, pieces, measure }: Room): string[] {
  const made: string[] = [];
  // A cut may fall up to a character short of what there is room for.
  const later = longest - CONTINUED.length - 4;
  let rest = text;
  while (rest !== "" && made.length < pieces) {
    const prefix = made.length === 0 ? "" : CONTINUED;
    const behind = (pieces - made.length - 1) * later;
    const end = endOf(rest, longest - prefix.length, behind, measure);
    made.push(prefix + rest.slice(0, end));
    rest = rest.slice(end);
  }
  return made;
}

/** `behind` is what the pieces after this one have room for. */
function endOf(text: string, room: number, behind: number, measure: Room["measure"]): number {
  if (measure(text) <= room) return text.length;
  const most = longestWithin(text, room, measure);
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > 0 && measure(text.slice(line)) <= behind) return line;
  return isPair(text, most) ? most - 1 : most;
}

/** How many units from the beginning there is room for: no unit is shorter than nothing. */
function longestWithin(text: string, room: number, measure: Room["measure"]): number {
  let [fits, ends] = [0, Math.min(text.length, room)];
  while (fits < ends) {
    const middle = Math.ceil((fits + ends) / 2);
    if (measure(text.slice(0, middle)) <= room) fits = middle;
    else ends = middle - 1;
  }
  return fits;
}

/** Whether these two units are one character. */
function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xff_ff;
}

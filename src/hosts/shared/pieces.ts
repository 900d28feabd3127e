/** Before a text that goes on where another one had to end. */
export const CONTINUED = "[Memory Bank, continued]\n";

/** How much a host takes at once, and how often it asks. */
export interface Room {
  readonly longest: number;
  readonly pieces: number;
}

/**
 * A text in pieces that a host takes whole: cut at line ends where that leaves room for the rest, never within
 * a character. Together they are the text, as far as there is room for it.
 */
export function toPieces(text: string, { longest, pieces }: Room): string[] {
  const made: string[] = [];
  const later = longest - CONTINUED.length;
  let rest = text;
  while (rest !== "" && made.length < pieces) {
    const prefix = made.length === 0 ? "" : CONTINUED;
    const end = endOf(rest, longest - prefix.length, (pieces - made.length - 1) * (later - 1));
    made.push(prefix + rest.slice(0, end));
    rest = rest.slice(end);
  }
  return made;
}

/** `behind` is what the pieces after this one have room for. */
function endOf(text: string, room: number, behind: number): number {
  if (text.length <= room) return text.length;
  const line = text.lastIndexOf("\n", room - 1) + 1;
  if (line > 0 && text.length - line <= behind) return line;
  return isPair(text, room) ? room - 1 : room;
}

/** Whether these two units are one character. */
function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xff_ff;
}

/** The first line of each piece but the first. */
export const CONTINUED = "[Memory Bank, continued]\n";

/** How much a hook carries, and how often the host asks. */
export interface Room {
  /** In units of a text. */
  readonly longest: number;
  readonly pieces: number;
  /** What fits into all of them, with room for what is said beside the block. */
  readonly mostChars: number;
}

/** A text in pieces that a host takes whole, cut at a line end if one is near. Together they are the text. */
export function toPieces(text: string, { longest, pieces }: Room): string[] {
  const made: string[] = [];
  let rest = text;
  while (rest !== "" && made.length < pieces) {
    const prefix = made.length === 0 ? "" : CONTINUED;
    const end = endOf(rest, longest - prefix.length);
    made.push(prefix + rest.slice(0, end));
    rest = rest.slice(end);
  }
  return made;
}

/** What a line end may cost of the room. */
const NEAR = 200;

function endOf(text: string, room: number): number {
  if (text.length <= room) return text.length;
  const line = text.lastIndexOf("\n", room - 1) + 1;
  if (line > room - NEAR) return line;
  // The two units of one character stay together.
  return (text.codePointAt(room - 1) ?? 0) > 0xff_ff ? room - 1 : room;
}

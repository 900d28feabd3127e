/** The first line of every piece except the first. */
export const CONTINUED = "[Memory Bank, continued]\n";

/** How much text one hook carries, and how many hooks ask for one text. */
export interface Room {
  /** The longest text for one hook, in UTF-16 units. */
  readonly longest: number;
  readonly pieces: number;
  /** The longest prompt block: it leaves room in the pieces for other texts. */
  readonly mostChars: number;
}

/** Cuts a text into pieces that a host does not shorten, at a line end if one is near. */
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

/** How many units may stay unused to cut at a line end. */
const NEAR = 200;

function endOf(text: string, room: number): number {
  if (text.length <= room) return text.length;
  const line = text.lastIndexOf("\n", room - 1) + 1;
  if (line > room - NEAR) return line;
  // Do not cut between the two units of one character.
  return (text.codePointAt(room - 1) ?? 0) > 0xff_ff ? room - 1 : room;
}

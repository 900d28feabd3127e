import { parseBlocks } from "../bank/blocks.ts";
import { isWithin, splitLines } from "../markdown/lines.ts";

/** A stretch of a doc and whose it is, without the lines of the markers. */
export interface OwnedText {
  readonly owner: "machine" | "user" | "nobody";
  readonly text: string;
  readonly linesBefore: number;
}

/** A doc in stretches of one owner each; those of white space alone are left out. */
export function splitDoc(text: string): OwnedText[] {
  const { markers, user, machine } = parseBlocks(text);
  const markerLines = new Set(markers.map(({ line }) => line));
  const stretches: { owner: OwnedText["owner"]; text: string; linesBefore: number }[] = [];
  let isBroken = true;
  splitLines(text).forEach(({ from, end }, index) => {
    if (markerLines.has(index + 1)) {
      isBroken = true;
      return;
    }
    const owner = isWithin(user, from) ? "user" : isWithin(machine, from) ? "machine" : "nobody";
    const last = stretches.at(-1);
    const line = text.slice(from, end);
    if (last !== undefined && !isBroken && last.owner === owner) last.text += line;
    else stretches.push({ owner, text: line, linesBefore: index });
    isBroken = false;
  });
  return stretches.filter((stretch) => stretch.text.trim() !== "");
}

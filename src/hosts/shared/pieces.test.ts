import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTINUED, toPieces } from "./pieces.ts";

const inUnits = { longest: 200, pieces: 3, measure: (text: string) => text.length };
const inBytes = { ...inUnits, measure: (text: string) => Buffer.byteLength(text) };
const joined = (pieces: readonly string[]) =>
  pieces.map((piece, index) => (index === 0 ? piece : piece.slice(CONTINUED.length))).join("");

describe.each([inUnits, inBytes])("a text in pieces", (ROOM) => {
  const line = fc.string({ unit: "grapheme", maxLength: 300 });
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));

  it("is none of them too long, cut within no character, and together the text", () => {
    fc.assert(
      fc.property(text, (given) => {
        const pieces = toPieces(given, ROOM);
        expect(pieces.length).toBeLessThanOrEqual(ROOM.pieces);
        for (const piece of pieces) {
          expect(ROOM.measure(piece)).toBeLessThanOrEqual(ROOM.longest);
          expect(piece.isWellFormed()).toBe(true);
        }
        const most = ROOM.longest + (ROOM.pieces - 1) * (ROOM.longest - CONTINUED.length - 4) - 4;
        if (ROOM.measure(given) <= most) expect(joined(pieces)).toBe(given);
        else expect(given.startsWith(joined(pieces))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("is cut at line ends where there is room", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index} ${"x".repeat(30)}\n`);
    const [first = "", second = "", third = ""] = toPieces(lines.join(""), ROOM);
    for (const piece of [first, second, third]) expect(piece.endsWith("\n")).toBe(true);
    expect(second.startsWith(CONTINUED)).toBe(true);
  });

  it("loses nothing to an early line end", () => {
    const given = `a\n${"b".repeat(500)}`;
    expect(joined(toPieces(given, ROOM))).toBe(given);
  });

  it("of nothing is nothing", () => {
    expect(toPieces("", ROOM)).toEqual([]);
  });
});

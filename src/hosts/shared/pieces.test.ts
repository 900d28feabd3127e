import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CONTINUED, toPieces } from "./pieces.ts";

const ROOM = { longest: 500, pieces: 3, mostChars: 1000 };

it("a text in pieces is none of them too long, cut within no character, and together the text", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 300 });
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, (given) => {
      const pieces = toPieces(given, ROOM);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(ROOM.longest);
        expect(piece.isWellFormed()).toBe(true);
      }
      const [first = "", ...more] = pieces;
      const joined = [first, ...more.map((piece) => piece.slice(CONTINUED.length))].join("");
      expect(joined).toBe(given.length <= ROOM.mostChars ? given : given.slice(0, joined.length));
    }),
  );
});

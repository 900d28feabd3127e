import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "../../src/bank/blocks.ts";
import { makeMergeLines } from "../../src/io/merge/merge-files.ts";
import { mergeDocs } from "../../src/merge/merge-docs.ts";
import { type Triple, triples, wordsOf } from "../helpers/merge-triples.ts";
import { soundDoc, wildText } from "../helpers/wild-docs.ts";

const git = makeMergeLines();
const merge = (base: string, ours: string, theirs: string) =>
  mergeDocs({ base, ours, theirs }, git);

/** Most runs ask git several times. */
const RUNS = 120;
const MARKER = /^(?:<{7} ours|={7}|>{7} theirs)\r?$/;

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !MARKER.test(line));

/** With the user's block's own markers. */
function userBlockOf(text: string): string | undefined {
  const from = text.indexOf("<!-- USER_BLOCK_START");
  const end = text.indexOf("<!-- USER_BLOCK_END");
  return from === -1 ? undefined : text.slice(from, text.indexOf("\n", end) + 1);
}

describe("a merge", () => {
  it("of one change is that change, byte for byte", () => {
    const doc = fc.oneof(
      wildText,
      soundDoc,
      triples.map(({ ours }) => ours),
    );
    fc.assert(
      fc.property(doc, doc, (base, side) => {
        expect(merge(base, side, base)).toMatchObject({ text: side, conflicts: 0 });
        expect(merge(base, base, side)).toMatchObject({ text: side, conflicts: 0 });
        expect(merge(base, side, side)).toMatchObject({ text: side, conflicts: 0 });
      }),
      { numRuns: 500 },
    );
  });

  it("keeps every word that a side put in, and every line that neither took out", () => {
    fc.assert(
      fc.property(triples, ({ base, ours, theirs }) => {
        const { text } = merge(base, ours, theirs);
        for (const word of [...wordsOf("our", ours), ...wordsOf("their", theirs)])
          expect(text).toContain(word);
        const [our, their, now] = [ours, theirs, text].map((side) => new Set(linesOf(side)));
        for (const line of linesOf(base))
          if (our?.has(line) && their?.has(line)) expect(now).toContain(line);
      }),
      { numRuns: RUNS },
    );
  });

  it("of the user's block is git's own", () => {
    fc.assert(
      fc.property(triples, ({ base, ours, theirs }) => {
        const blocks = [base, ours, theirs].map(userBlockOf);
        const [old, our, their] = blocks;
        if (old === undefined || our === undefined || their === undefined) return;
        const alone = git({ base: old, ours: our, theirs: their });
        expect(userBlockOf(merge(base, ours, theirs).text)).toBe(alone.text);
      }),
      { numRuns: RUNS },
    );
  });

  it("leaves a sound doc: markers once and in order, no row twice", () => {
    const hasTwins = (text: string) => {
      const rows = linesOf(text).filter((line) => /^\| *[^-| ]/.test(line));
      return new Set(rows).size < rows.length;
    };
    fc.assert(
      fc.property(triples, ({ base, ours, theirs }: Triple) => {
        const { text, conflicts } = merge(base, ours, theirs);
        if (text.includes("_BLOCK_")) expect(parseBlocks(text).problems).toEqual([]);
        if (conflicts === 0 && !hasTwins(ours) && !hasTwins(theirs))
          expect(hasTwins(text)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aTarget } from "../../test/helpers/builders.ts";
import type { Printed, Target } from "../types.ts";
import { NO_RESULT } from "./call.ts";
import { findShownLines } from "./shown-lines.ts";

type Piece = Printed<Target>;
type Lines = Extract<Piece, { kind: "lines" }>;

const lines = (
  doc: string,
  from = 1,
  to = Infinity,
  failure: Lines["failure"] = "words",
): Lines => ({
  kind: "lines",
  file: aTarget(`memory-bank/${doc}`),
  from,
  to,
  failure,
});
const words = (text: string): Piece => ({ kind: "text", text });
const OTHER: Piece = { kind: "other" };
const text = (count: number, name = "a") =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}\n`).join("");

const shown = (prints: readonly Piece[], output: string, more: object = {}) =>
  findShownLines(prints, { ...NO_RESULT, text: output, exit: 0, ...more }).map(
    ({ doc, lines: range }) => `${doc} ${range === "whole" ? range : `${range.from}-${range.to}`}`,
  );

describe("one file", () => {
  it("is whole if it has fewer lines than were asked for", () => {
    expect(shown([lines("a.md", 1, 200)], text(37))).toEqual(["a.md whole"]);
    expect(shown([lines("a.md", 1, 200)], text(200))).toEqual(["a.md 1-200"]);
    expect(shown([lines("a.md", 11, 200)], text(37))).toEqual(["a.md 11-Infinity"]);
  });

  it("shows nothing where more was printed than that, where it failed or was cut", () => {
    expect(shown([lines("a.md", 1, 20)], text(21))).toEqual([]);
    expect(shown([lines("a.md", 1, 200)], text(37), { exit: 1 })).toEqual([]);
    expect(shown([lines("a.md", 1, 200)], text(37), { exit: undefined })).toEqual([]);
    expect(shown([lines("a.md", 1, 200)], text(37), { isCut: true })).toEqual([]);
    expect(shown([lines("a.md", 1, 200)], `\u001B[1m${text(37)}`)).toEqual([]);
    expect(shown([lines("a.md", 1, 200)], "sed: can't read a.md: Permission denied\n")).toEqual([]);
  });

  it("has ended where success proves that it was read and nothing came", () => {
    expect(shown([lines("a.md", 201, 400, "exit")], "")).toEqual(["a.md 201-Infinity"]);
    expect(shown([lines("a.md", 201, 400)], "")).toEqual([]);
  });

  it("may have blank lines that the host took off", () => {
    expect(shown([lines("a.md", 1, 40)], text(38).trimEnd())).toEqual(["a.md 1-38"]);
    expect(shown([lines("a.md", 1, 200)], text(38).trimEnd())).toEqual(["a.md whole"]);
    expect(shown([lines("a.md", 1, 40)], text(38))).toEqual(["a.md whole"]);
  });
});

describe("several files", () => {
  it("are told apart by words that stand between them once", () => {
    const prints = [lines("a.md", 1, 40), words("== b\n"), lines("b.md", 1, 20)];
    expect(shown(prints, `${text(40)}== b\n${text(7, "b")}`)).toEqual(["a.md 1-40", "b.md whole"]);
    expect(shown(prints, `${text(5)}last== b\n${text(20, "b")}`)).toEqual([
      "a.md whole",
      "b.md 1-20",
    ]);
  });

  it("count only as far as no other way to divide them says less", () => {
    const prints = [lines("a.md", 1, 6), words("---\n"), lines("b.md", 1, 9)];
    const output = `${text(3)}---\n${text(2)}---\n${text(3, "b")}`;
    expect(shown(prints, output)).toEqual(["a.md 1-3", "b.md whole"]);
  });

  it("are full where their numbers leave no other way", () => {
    const prints = [lines("a.md", 1, 40), lines("b.md", 1, 20)];
    expect(shown(prints, text(60))).toEqual(["a.md 1-40", "b.md 1-20"]);
    expect(shown(prints, text(50))).toEqual(["a.md 1-30", "b.md 1-10"]);
    expect(shown(prints, text(15))).toEqual(["a.md whole", "b.md whole"]);
    expect(shown(prints, text(61))).toEqual([]);
  });

  it("what something else printed is not taken for theirs", () => {
    expect(shown([OTHER, lines("a.md", 1, 9)], text(30))).toEqual([]);
    expect(shown([OTHER, words("==\n"), lines("a.md", 1, 9)], `x\n==\n${text(9)}`)).toEqual([
      "a.md 1-9",
    ]);
  });
});

/** What a piece really printed: the lines that it was asked for, as far as the file has them, or nothing. */
const someLines = fc
  .record({
    doc: fc.constantFrom("a.md", "b.md", "c.md"),
    from: fc.integer({ min: 1, max: 6 }),
    count: fc.option(fc.integer({ min: 1, max: 8 }), { nil: Infinity }),
    length: fc.integer({ min: 0, max: 14 }),
    isMissing: fc.boolean(),
    // Lines that look like the words between files are what makes it hard.
    texts: fc.array(fc.constantFrom("---", "", "x", "== b"), { minLength: 14, maxLength: 14 }),
    hasEnd: fc.boolean(),
  })
  .map(({ doc, from, count, length, isMissing, texts, hasEnd }) => {
    const to = from + count - 1;
    const all = texts.slice(0, isMissing ? 0 : length);
    const last = Math.min(to, all.length);
    const isOpen = !hasEnd && last === all.length;
    const output = all
      .slice(from - 1, last)
      .map((each) => `${each}\n`)
      .join("");
    const piece = lines(doc, from, to, isMissing ? "silent" : "words");
    return {
      piece,
      output: isOpen ? output.slice(0, -1) : output,
      length: all.length,
      last,
      isMissing,
    };
  });
const someText = fc
  .constantFrom("---\n", "\n", "== b\n", "x", "\n---\n")
  .map((each) => ({ piece: words(each), output: each, length: 0, last: 0, isMissing: false }));
const someOther = fc
  .constantFrom("", "---\n", "x\nx\n")
  .map((output) => ({ piece: OTHER, output, length: 0, last: 0, isMissing: false }));

it("nothing counts that was not printed, however it looks", () => {
  const some = fc.oneof({ weight: 3, arbitrary: someLines }, someText, someOther);
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 5 }), fc.nat(2), (parts, form) => {
      const printed = parts.map((part) => part.output).join("");
      const trimmed = form === 0 ? printed : printed.trimEnd();
      const output = form === 2 ? trimmed.replace(/^\n+/, "") : trimmed;
      const prints = parts.map(({ piece }) => piece);
      const found = findShownLines(prints, { ...NO_RESULT, text: output, exit: 0 });
      for (const { doc, lines: range } of found) {
        const { from, to } = range === "whole" ? { from: 1, to: Infinity } : range;
        const own = parts.filter(
          ({ piece }) => piece.kind === "lines" && piece.file.doc === doc && piece.from === from,
        );
        const isTrue = own.some(
          ({ length, last, isMissing }) => !isMissing && last >= Math.min(to, length),
        );
        expect(isTrue, JSON.stringify({ output, doc, range, prints })).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

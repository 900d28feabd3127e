import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLines } from "./compare-lines.ts";

const text = fc
  .array(fc.constantFrom("a\n", "b\n", "c\r\n", "c\n", "\n", "a"), { maxLength: 30 })
  .map((lines) => lines.join(""));

/** The fewest lines that must change, by trying everything. */
function fewest(from: readonly string[], to: readonly string[]): number {
  const [first, ...rest] = from;
  const [second, ...others] = to;
  if (first === undefined || second === undefined) return from.length + to.length;
  if (first === second) return fewest(rest, others);
  return 1 + Math.min(fewest(rest, to), fewest(from, others));
}

describe("compareLines", () => {
  it("finds what was added and removed, in order", () => {
    expect(compareLines("a\nb\nc\n", "a\nx\nc\nd\n")).toEqual({
      added: 2,
      removed: 1,
      changes: [
        { kind: "removed", line: "b\n" },
        { kind: "added", line: "x\n" },
        { kind: "added", line: "d\n" },
      ],
    });
  });

  it("finds nothing between equal texts, and everything beside an empty one", () => {
    fc.assert(
      fc.property(text, (text) => {
        const lines = text.match(/[^\n]*\n|[^\n]+$/g)?.length ?? 0;
        expect(compareLines(text, text).changes).toEqual([]);
        expect(compareLines("", text)).toMatchObject({ added: lines, removed: 0 });
        expect(compareLines(text, "")).toMatchObject({ added: 0, removed: lines });
      }),
    );
  });

  it("changes no more lines than it must", () => {
    const short = fc.array(fc.constantFrom("a\n", "b\n", "c\n"), { maxLength: 7 });
    fc.assert(
      fc.property(short, short, (from, to) => {
        const { added, removed } = compareLines(from.join(""), to.join(""));
        expect(added + removed).toBe(fewest(from, to));
      }),
    );
  });

  it("takes all between equal ends as changed where the texts are long", () => {
    const long = (mark: string) => Array.from({ length: 3000 }, (_, at) => `${mark}${at % 7}\n`);
    const from = ["same\n", ...long("x"), "end\n"].join("");
    const to = ["same\n", ...long("y"), "end\n"].join("");
    expect(compareLines(from, to)).toMatchObject({ added: 3000, removed: 3000 });
  });
});

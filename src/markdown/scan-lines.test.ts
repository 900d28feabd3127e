import { Parser } from "commonmark";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "./lines.ts";
import { scanLines } from "./scan-lines.ts";

const kinds = (text: string) =>
  scanLines(text).map(({ kind, depth }) => (depth === 0 ? kind : `${kind} ${depth}`));

const CONTENTS = `
\`\`\`|\`\`\`|~~~|\`\`\`\`|\`\`\`js|\`\`\` \`|text|text||# h|## h|##|#x|---|===|<div>|</div>|<!--|-->|<!-- c -->
<pre>|x</pre>|<b>x|1.|+ x|***|- - -|7. x|a / b
`
  .trim()
  .split(/[|\n]/);

describe("scanLines", () => {
  it("knows the lines of a doc", () => {
    expect(
      kinds("# T\n\ntext\nmore\n---\n```\n## no\n```\n    code\n<!-- x\n## no\n-->\n* * *"),
    ).toEqual([
      "heading",
      "blank",
      "text",
      "text",
      "rule",
      "fence",
      "fence",
      "fence",
      "code",
      "html",
      "html",
      "html",
      "rule",
    ]);
  });

  it("knows what is in a list or a quote", () => {
    expect(kinds("- a\n  ```\n  x\n  ```\n- b\nlazy\n\n> q\n> ~~~\nout")).toEqual([
      "text 1",
      "fence 1",
      "fence 1",
      "fence 1",
      "text 1",
      "text 1",
      "blank 1",
      "text 1",
      "fence 1",
      "text",
    ]);
  });

  it("reads CRLF, CR and a byte order mark like LF", () => {
    const text = "# T\n```\n## no\n```\n## A\n";
    const expected = kinds(text);
    expect(kinds(text.replaceAll("\n", "\r\n"))).toEqual(expected);
    expect(kinds(text.replaceAll("\n", "\r"))).toEqual(expected);
    expect(kinds(`\uFEFF${text}`)).toEqual(expected);
  });

  it("says whether a fence was closed", () => {
    const closed = (text: string) => scanLines(text)[0]?.fence?.isClosed;
    expect(closed("```\nx\n```\n")).toBe(true);
    expect(closed("````\nx\n```\n")).toBe(false);
    expect(closed("```\nx\n~~~\n")).toBe(false);
    expect(closed("- ```\n  x\nout\n```\n")).toBe(false);
  });

  it("agrees with the reference implementation on fences and headings", () => {
    const opening = fc.constantFrom(
      "",
      "",
      "",
      " ",
      "  ",
      "   ",
      "    ",
      "\t",
      "> ",
      ">",
      "- ",
      "1. ",
      "2) ",
      "-\t",
      "> - ",
    );
    const content = fc.constantFrom(...CONTENTS);
    const line = fc.tuple(opening, content).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = lines.join("\n");
        const mine = scanLines(text);
        const numbersOf = (kind: string) =>
          mine.flatMap((scanned, index) =>
            scanned.kind === kind && lines[index]?.trim() !== "" ? [index + 1] : [],
          );
        const reference = readReference(text);
        expect(numbersOf("heading")).toEqual(reference.headings);
        expect(numbersOf("fence")).toEqual(
          reference.fences.filter((number) => (lines[number - 1] ?? "").trim() !== ""),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

/** Line numbers of fences and of headings with `#`. */
function readReference(text: string): { fences: number[]; headings: number[] } {
  const fences: number[] = [];
  const headings: number[] = [];
  const walker = new Parser().parse(text).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, info, sourcepos } = step.node;
    if (!step.entering || (type !== "heading" && type !== "code_block")) continue;
    const [[first], [last]] = sourcepos;
    if (type === "heading" && first === last) headings.push(first);
    // Code by indentation has no info, not even an empty one.
    if (type !== "code_block" || info === null) continue;
    for (let number = first; number <= last; number += 1) fences.push(number);
  }
  return { fences, headings };
}

describe("splitLines", () => {
  it("cuts at every line break, whichever it is", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("\n", "\r", "a", "b")), (signs) => {
        const written = signs.join("");
        const parts = written.split(/(?<=\r\n|\r(?!\n)|(?<!\r)\n)/);
        const lines = splitLines(written).map(({ from, end }) => written.slice(from, end));
        const last = /[\r\n]$/.test(written) ? [""] : [];
        expect(lines).toEqual([...parts, ...last]);
      }),
    );
  });
});

import * as fc from "fast-check";
import * as docs from "../fixtures/merge/docs.ts";

/** A doc, and what two sides made of it: each word that a side put in is its own and stands nowhere else. */
export interface Triple {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Step {
  readonly kind: (typeof KINDS)[number];
  /** Which of the lines that it may be about, from 0 to 1. */
  readonly at: number;
  readonly word: number;
}

const KINDS = [
  "add",
  "add",
  "reword",
  "reword",
  "remove",
  "move",
  "add-section",
  "remove-section",
] as const;

const ENTRY_LINE = /^(?:\||\s*[-*] |\d+\. |\[\d)/;
const FIXED = /^(?:#|<!--|\|-|\s*$)|^(?:Last updated|最近更新|Status)/;

export const triples: fc.Arbitrary<Triple> = fc
  .tuple(
    fc.constantFrom(...Object.values(docs)),
    fc.array(step(), { minLength: 1, maxLength: 4 }),
    fc.array(step(), { minLength: 1, maxLength: 4 }),
    fc.constantFrom("\n", "\n", "\r\n"),
  )
  .map(([doc, ours, theirs, ending]) => {
    const written = (text: string) => text.replaceAll("\n", ending);
    return {
      base: written(doc),
      ours: written(edit(doc, ours, "our")),
      theirs: written(edit(doc, theirs, "their")),
    };
  });

function step(): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constantFrom(...KINDS),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    word: fc.integer({ min: 0, max: 99_999 }),
  });
}

/** Each word that a side has put in. */
export function wordsOf(side: "our" | "their", text: string): string[] {
  return text.match(new RegExp(`\\b${side}\\d+x\\d+\\b`, "g")) ?? [];
}

function edit(doc: string, steps: readonly Step[], side: string): string {
  return steps
    .reduce(
      (lines, { kind, at, word }, index) => apply(lines, kind, at, `${side}${index}x${word}`),
      doc.split("\n"),
    )
    .join("\n");
}

function apply(lines: readonly string[], kind: Step["kind"], at: number, word: string): string[] {
  const pick = (holds: (line: string, index: number) => boolean): number | undefined => {
    const found = [...lines.keys()].filter((index) => holds(lines[index] ?? "", index));
    return found[Math.floor(at * found.length)];
  };
  const isRow = (line: string, index: number) =>
    ENTRY_LINE.test(line) && !FIXED.test(line) && !(lines[index + 1] ?? "").startsWith("|-");
  const heading = (line: string) => line.startsWith("## ");
  const index = kind.endsWith("section")
    ? pick(heading)
    : kind === "reword" || kind === "remove"
      ? pick((line, place) => !FIXED.test(line) && !(lines[place + 1] ?? "").startsWith("|-"))
      : pick(isRow);
  if (index === undefined) return [...lines];
  const line = lines[index] ?? "";
  const behind = lines.findIndex((other, place) => place > index && /^##? |^<!--/.test(other));
  const end = behind === -1 ? lines.length : behind;
  switch (kind) {
    case "add":
      return lines.toSpliced(index + 1, 0, renamed(line, word));
    case "reword":
      return lines.toSpliced(index, 1, reworded(line, word, at));
    case "remove":
      return lines.toSpliced(index, 1);
    case "move":
      return lines[index + 1] !== undefined && isRow(lines[index + 1] ?? "", index + 1)
        ? lines.toSpliced(index, 2, lines[index + 1] ?? "", line)
        : [...lines];
    case "add-section":
      return lines.toSpliced(index, 0, `## ${word}`, "", `All about ${word}.`, "");
    case "remove-section":
      return lines.toSpliced(index, end - index);
  }
}

/** A line of the same form about something else. */
function renamed(line: string, word: string): string {
  if (line.startsWith("|")) return line.replace(/^\| *[^|]*[^| ]/, `| ${word} thing`);
  const [mark = ""] = /^(?:\s*[-*] (?:\[[ x]\] )?|\d+\. |\[[^\]]*\] - )/.exec(line) ?? [];
  return `${mark}${word} and what it is`;
}

/** The same line with one more word: in one of its cells, or at its end. */
function reworded(line: string, word: string, at: number): string {
  if (!line.startsWith("|")) return `${line} ${word}`;
  const cells = line.split("|");
  const cell = 1 + Math.floor(((at * 7919) % 1) * (cells.length - 2));
  return cells.with(cell, `${cells[cell]?.trimEnd()} ${word} `).join("|");
}

import { TEMPLATES } from "./texts.ts";

const PLACEHOLDER = /\{\{\w{1,40}(?:\|([^{}]{0,400}))?\}\}/g;
/** A sentence with a name in it; what is shorter is the label of a fact. */
const SENTENCE = /^([^{}]{20,400})\{\{/;

interface Known {
  readonly lines: ReadonlySet<string>;
  /** What a line may begin with, whatever follows. */
  readonly beginnings: readonly string[];
}

/** With a name or a path in it; what is longer goes on in somebody's own words. */
const LONGEST_SENTENCE = 320;

/** Once somebody asks. */
let known: Known | undefined;

/** Says what every doc of its kind says: a line of a template, with its blanks, or no words at all. */
export function isTemplateLine(line: string): boolean {
  known ??= readTemplates();
  const plain = withoutPadding(line.trim());
  return (
    !/[\p{L}\p{N}]/u.test(plain) ||
    plain.startsWith("<!--") ||
    known.lines.has(plain) ||
    known.beginnings.some((words) => plain.startsWith(words))
  );
}

/** A sentence or an item that every entry has: not a heading, and not the head of a table. */
export function isTemplateSentence(line: string): boolean {
  return /^[^#|<]*\p{L}/u.test(line) && line.length <= LONGEST_SENTENCE && isTemplateLine(line);
}

function readTemplates(): Known {
  const lines = Object.values(TEMPLATES)
    .flatMap((templates) => Object.values(templates))
    .flatMap((text) => text.split("\n"));
  const blank = (line: string) =>
    withoutPadding(
      line.replaceAll(PLACEHOLDER, (_, words: string | undefined) => words ?? "").trim(),
    );
  return {
    lines: new Set(lines.map(blank)),
    beginnings: lines.flatMap((line) => SENTENCE.exec(line)?.[1] ?? []),
  };
}

/** Cells of a table are padded to the widest of their column. */
function withoutPadding(line: string): string {
  return line.startsWith("|") ? line.replaceAll(/ {2,}/g, " ") : line;
}

/** A doc in which nobody has written anything: there is nothing to read in it. */
export function isBlankDoc(text: string): boolean {
  return text.split(/\r\n?|\n/).every(isTemplateLine);
}

/** Blanks that wait for somebody who knows the project, in both languages. */
const GAP = /[(（](?:not recorded yet|尚未记录)[:：]/;

export function hasGaps(text: string): boolean {
  return GAP.test(text);
}

import { TEMPLATES } from "./texts.ts";

const PLACEHOLDER = /\{\{\w{1,40}(?:\|([^{}]{0,400}))?\}\}/g;
/** A template's sentence up to a name in it; a shorter text is the label of a fact. */
const SENTENCE = /^([^{}]{20,400})\{\{/;

interface Known {
  readonly lines: ReadonlySet<string>;
  /** The beginnings of lines that go on with a name or a path. */
  readonly beginnings: readonly string[];
}

/** The longest template sentence with its name or path filled in; a longer line has somebody's own words. */
const LONGEST_SENTENCE = 320;

/** Filled when it is first asked for. */
let known: Known | undefined;

/** Whether a line is a line of a template, with its blanks, or has no words at all. */
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

/** Whether a line is a sentence or an item of the template; headings and table heads do not count. */
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

/** Removes the spaces that pad a table's cells to the width of their column. */
function withoutPadding(line: string): string {
  return line.startsWith("|") ? line.replaceAll(/ {2,}/g, " ") : line;
}

/** Whether nobody has written anything in a doc, so that there is nothing to read in it. */
export function isBlankDoc(text: string): boolean {
  return text.split(/\r\n?|\n/).every(isTemplateLine);
}

/** A blank, in both languages, for somebody who knows the project to fill in. */
const GAP = /[(（](?:not recorded yet|尚未记录)[:：]/;

export function hasGaps(text: string): boolean {
  return GAP.test(text);
}

import type { Span } from "../markdown/lines.ts";
import type { Doc, DocSection } from "../bank/parse.ts";

/** One quick answer: an item of a list, or a row of a table. */
export type QuickAnswer = Span;

const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;

export function readQuickAnswers(
  { text, lines }: Doc,
  { bodyFrom, to, tables }: DocSection,
): QuickAnswer[] {
  const answers: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.from < bodyFrom || line.from >= to) continue;
    const last = answers.at(-1);
    if (line.depth === 1 && ITEM.test(text.slice(line.from, line.to))) {
      answers.push({ from: line.from, to: line.to });
      isOpen = true;
    } else if (isOpen && last !== undefined && line.depth > 0) {
      last.to = line.to;
    } else {
      isOpen = false;
    }
  }
  return [...answers, ...tables.flatMap(({ rows }) => rows)];
}

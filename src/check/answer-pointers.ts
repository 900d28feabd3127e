import type { QuickAnswer } from "./read-quick-answers.ts";
import { type Span, isWithin } from "../markdown/lines.ts";
import type { CheckedDoc } from "./checked-doc.ts";

/** A path that an answer names, in backticks, as a link's target or bare. */
export interface Pointer {
  readonly path: string;
  readonly from: number;
}

/** Bare in Latin or Chinese prose: it begins with ASCII and ends with an extension or a slash. */
const BARE =
  /(?<![\w./@~:%-])[\w.][\w.@+-]*(?:\/[\p{L}\p{N}_@+-][\p{L}\p{N}_.@+-]*)*(?:\.[A-Za-z]\w{0,9}|\/)(?![\w/])/gu;
const ADDRESS = /https?:\/\/\S/;
const LONGEST = 4000;

export function readPointers({ text, doc }: CheckedDoc, { from, to }: QuickAnswer): Pointer[] {
  const isInside = (span: Span) => from <= span.from && span.to <= to;
  const links = doc.links.filter(isInside);
  const targets = doc.inline.targets.filter(isInside);
  const words = text.slice(from, Math.min(to, from + LONGEST));
  const bare = [...words.matchAll(BARE)]
    .map((match) => ({ path: match[0], from: from + match.index }))
    .filter((found) => !isWithin(targets, found.from));
  const byPath = new Map<string, Pointer>();
  for (const pointer of [...links, ...bare]) {
    if (!byPath.has(pointer.path))
      byPath.set(pointer.path, { path: pointer.path, from: pointer.from });
  }
  return [...byPath.values()].toSorted((a, b) => a.from - b.from);
}

/** Whether an answer says where it is proven. */
export function hasPointer(entry: CheckedDoc, answer: QuickAnswer): boolean {
  return (
    readPointers(entry, answer).length > 0 || ADDRESS.test(entry.text.slice(answer.from, answer.to))
  );
}

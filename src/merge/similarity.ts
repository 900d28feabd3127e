import { latePattern } from "../patterns/late-pattern.ts";

/** A word, or one character of a script that has no spaces. */
const WORD = latePattern(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+`,
  "gu",
);
/** From here on a text counts as another version of the other. */
const SIMILAR = 0.5;

export type Words = ReadonlyMap<string, number>;

export function wordsOf(text: string): Words {
  const words = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD()))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** How much two texts share of their words, from 0 to 1; 0 where it is too little to be the same thing. */
export function similarity(one: Words, other: Words): number {
  let shared = 0;
  for (const [word, count] of one) shared += Math.min(count, other.get(word) ?? 0);
  const score = (2 * shared) / (sum(one) + sum(other) || 1);
  return score >= SIMILAR ? score : 0;
}

function sum(words: Words): number {
  let all = 0;
  for (const count of words.values()) all += count;
  return all;
}

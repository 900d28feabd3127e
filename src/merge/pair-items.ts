import { groupBy } from "../bank/group-by.ts";
import { latePattern } from "../patterns/late-pattern.ts";

/** A section, a row of a table, an item of a list, a line with a label. */
export interface Item {
  /** By which it is known in each version, wherever it stands. */
  readonly key: string;
  /** With its last line break, without the blank lines behind it. */
  readonly text: string;
  /** Those blank lines. */
  readonly gap: string;
  /** What it says, whatever white space it is written with. */
  readonly sense: string;
  /** Says only that nothing is recorded yet. */
  readonly isBlank: boolean;
}

/** A word, or one character of a script that has no spaces. */
const WORD = latePattern(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+`,
  "gu",
);
/** From here on a text counts as another version of the other. */
const SIMILAR = 0.5;
type Words = ReadonlyMap<string, number>;

/** More comparisons than this would be felt; what is left then counts as removed and added. */
const MOST_COMPARISONS = 40_000;

/** For items of the base, by index, what a side has made of them; those that are missing were removed. */
export function pairItems(base: readonly Item[], side: readonly Item[]): Map<number, number> {
  const waiting = groupBy(side.keys(), (at) => side[at]?.key);
  const pairs = new Map<number, number>();
  base.forEach(({ key }, at) => {
    const found = waiting.get(key)?.shift();
    if (found !== undefined) pairs.set(at, found);
  });
  pairSimilar(base, side, pairs);
  return pairs;
}

/** What was reworded so that its key is another: similar, and between the same neighbours. */
function pairSimilar(
  base: readonly Item[],
  side: readonly Item[],
  pairs: Map<number, number>,
): void {
  const partners = new Map([...pairs].map(([from, to]) => [to, from]));
  const removed = [...base.keys()].filter((at) => !pairs.has(at));
  const added = [...side.keys()].filter((at) => !partners.has(at));
  const comparisons = removed.length * added.length;
  if (comparisons === 0 || comparisons > MOST_COMPARISONS) return;
  const places = added.map((at) => neighbours(at, side.length, (near) => partners.get(near)));
  const words = added.map((at) => wordsOf(side[at]?.sense ?? ""));
  const found = removed.flatMap((from) => {
    const [before, behind] = neighbours(from, base.length, (near) =>
      pairs.has(near) ? near : undefined,
    );
    const own = wordsOf(base[from]?.sense ?? "");
    return added.flatMap((to, index) => {
      const [left, right] = places[index] ?? [];
      if (left !== before && right !== behind) return [];
      const score = similarity(own, words[index] ?? new Map());
      return score === 0 ? [] : [{ from, to, score }];
    });
  });
  for (const { from, to } of found.toSorted((a, b) => b.score - a.score)) {
    if (pairs.has(from) || partners.has(to)) continue;
    pairs.set(from, to);
    partners.set(to, from);
  }
}

/** The nearest items before and behind that both versions have, as indices of the base. */
function neighbours(
  at: number,
  length: number,
  inBase: (near: number) => number | undefined,
): [before: number, behind: number] {
  let before = at - 1;
  while (before >= 0 && inBase(before) === undefined) before -= 1;
  let behind = at + 1;
  while (behind < length && inBase(behind) === undefined) behind += 1;
  return [inBase(before) ?? -1, inBase(behind) ?? -2];
}

function wordsOf(text: string): Words {
  const words = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD()))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** How much two texts share of their words, from 0 to 1; 0 where it is too little to be the same thing. */
function similarity(one: Words, other: Words): number {
  const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0);
  const shared = sum([...one].map(([word, count]) => Math.min(count, other.get(word) ?? 0)));
  const score = (2 * shared) / (sum(one.values()) + sum(other.values()) || 1);
  return score >= SIMILAR ? score : 0;
}

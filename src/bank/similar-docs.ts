/** A doc as far as it takes to say whether another is about the same. */
export interface KnownDoc {
  readonly path: string;
  /** Its first heading; empty where it has none. */
  readonly title: string;
}

const MOST_SIMILAR = 2;
/** The two parameters of BM25, with their usual values: how repeated terms count, and how the length of a doc does. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** Shared words of little weight, such as `notes`, do not make two docs similar. */
const LEAST_SHARE = 0.35;

/** Docs that may already say what a new one is to say, the likeliest first. */
export function findSimilarDocs(wanted: KnownDoc, docs: readonly KnownDoc[]): string[] {
  const query = new Set(termsOf(wanted));
  const others = docs
    .filter(({ path }) => path !== wanted.path)
    .map((doc) => ({ path: doc.path, terms: termsOf(doc) }));
  const averageLength =
    others.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, others.length);
  const weights = new Map([...query].map((term) => [term, rarity(term, others)]));
  const best = sum([...weights.values()]);

  return others
    .map(({ path, terms }) => ({ path, score: score(terms, weights, averageLength) }))
    .filter(({ score }) => score > 0 && score >= LEAST_SHARE * best)
    .toSorted((a, b) => b.score - a.score || a.path.localeCompare(b.path))
    .slice(0, MOST_SIMILAR)
    .map(({ path }) => path);
}

function rarity(term: string, docs: readonly { terms: readonly string[] }[]): number {
  const having = docs.filter(({ terms }) => terms.includes(term)).length;
  return having === 0 ? 0 : Math.log(1 + (docs.length - having + 0.5) / (having + 0.5));
}

function score(
  terms: readonly string[],
  weights: ReadonlyMap<string, number>,
  averageLength: number,
): number {
  const counts = new Map<string, number>();
  for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * terms.length) / Math.max(1, averageLength);
  return sum(
    [...counts].map(
      ([term, count]) =>
        ((weights.get(term) ?? 0) * count * (SATURATION + 1)) / (count + SATURATION * length),
    ),
  );
}

/** Without numbers and dates: docs that share only those are not similar. */
function termsOf({ path, title }: KnownDoc): string[] {
  const name = path.split("/").at(-1)?.replace(/\.md$/i, "").replace(/^REQ-/i, "") ?? "";
  const text = `${name} ${title}`.toLowerCase();
  const words = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}]{3,}/gu) ?? [];
  return [...words.map((word) => word.replace(/(?<=[^s])s$/, "")), ...pairsIn(text)];
}

/** Chinese and Japanese have no spaces: two neighbouring characters make a term. */
function pairsIn(text: string): string[] {
  return (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu) ?? []).flatMap(
    (run) => {
      const characters = [...run];
      return characters.slice(1).map((next, index) => `${characters[index]}${next}`);
    },
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

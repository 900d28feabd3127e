import { DOC_EXTENSION } from "./layout.ts";

const MOST_SIMILAR = 2;

/** Docs of the same folder that share a word of the name with a new doc: they may already say the same. */
export function findSimilarDocs(wanted: string, beside: readonly string[]): string[] {
  const words = wordsOf(wanted);
  return beside
    .filter((name) => name.endsWith(DOC_EXTENSION) && name !== wanted)
    .toSorted()
    .filter((name) => wordsOf(name).some((word) => words.includes(word)))
    .slice(0, MOST_SIMILAR);
}

/** Without numbers, dates, and words of two letters. Chinese and Japanese have no spaces: two neighbouring characters make a word. */
function wordsOf(name: string): string[] {
  const text = name.toLowerCase().replace(/\.md$/, "").replace(/^req-/, "");
  const words = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}]{3,}/gu) ?? [];
  const runs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu) ?? [];
  const pairs = runs.flatMap((run) =>
    [...run].slice(1).map((next, index) => `${[...run][index]}${next}`),
  );
  return [...words.map((word) => word.replace(/(?<=[^s])s$/, "")), ...pairs];
}

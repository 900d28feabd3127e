import type { Language } from "../types.ts";

const SAMPLE = 20_000;
/** What is written in no language: code, addresses, markup. */
const NO_WORDS =
  /^ {0,3}(?:```|~~~)[^]*?^ {0,3}(?:```|~~~)|`[^`\n]*`|https?:\/\/[^\s)>]+|<[^<>]{0,500}>/gm;
const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const OTHER = /(?!\p{Script=Latin}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})\p{L}/gu;
const WORD = /\p{Script=Latin}+/gu;
/** Of an English text at least every tenth word is one of these; in other languages they hardly occur. */
const ENGLISH = /\b(?:the|and|of|is|are|with|this|that|for|you|your|to|it|by|from|on|be|can)\b/gi;
const LEAST_ENGLISH = 1 / 25;

/** The language that a README is written in, of those that we have; a character of Chinese is about a word. */
export function languageOfReadme(readme: string): Language | undefined {
  const prose = readme.slice(0, SAMPLE).replace(NO_WORDS, " ");
  const count = (pattern: RegExp) => prose.match(pattern)?.length ?? 0;
  const [han, kana, other, words] = [count(HAN), count(KANA), count(OTHER), count(WORD)];
  if (han + kana > words / 2) return kana > han / 5 ? undefined : "zh";
  if (words === 0 || other > words) return undefined;
  return count(ENGLISH) >= words * LEAST_ENGLISH ? "en" : undefined;
}

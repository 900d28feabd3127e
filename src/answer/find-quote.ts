/** A shorter quote is found in nearly every file and proves nothing. A Chinese character counts for two. */
const LEAST = 8;
const LETTERS = /[\p{L}\p{N}]/gu;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORD_SIGN = /[\p{Ll}\p{Lu}\p{N}_]/u;
/** The prefix that a read tool puts before lines: `12: text`, `00012| text`, `12→text`. */
const LINE_NUMBERS = /^[ \t]{0,8}\d{1,6}(?:[:|│→]|\t)[ \t]?/gm;
/** After this many places where the quote cuts a word, the quote counts as not found. */
const MOST_TRIES = 200;

export function normaliseText(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
}

/** Whether a quote is in a text, both normalised. It must not cut a word: `port 80` is not in `port 8080`. */
export function hasQuote(text: string, quote: string): boolean {
  const bare = normaliseText(quote.replaceAll(LINE_NUMBERS, ""));
  return [normaliseText(quote), bare].some((each) => isLongEnough(each) && isIn(text, each));
}

function isLongEnough(quote: string): boolean {
  const letters = quote.match(LETTERS)?.length ?? 0;
  return letters + (quote.match(IDEOGRAPHS)?.length ?? 0) >= LEAST;
}

function isIn(text: string, quote: string): boolean {
  let at = text.indexOf(quote);
  for (let tries = 0; at !== -1 && tries < MOST_TRIES; tries++) {
    if (!isCut(text, at) && !isCut(text, at + quote.length)) return true;
    at = text.indexOf(quote, at + 1);
  }
  return false;
}

function isCut(text: string, at: number): boolean {
  return WORD_SIGN.test(text.charAt(at - 1)) && WORD_SIGN.test(text.charAt(at));
}

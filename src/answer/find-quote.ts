import { decodeEntities } from "../markdown/entities.ts";

/** A file's text, normalised when it is first needed. */
export interface Haystack {
  readonly text: string;
  readonly normal: () => string;
  readonly lines: () => ReadonlySet<string>;
}

export type QuoteMatch =
  | "found"
  | "not-found"
  | "too-short"
  /** It begins behind a "not", and so says the opposite of what stands there. */
  | "denied";

/** A shorter quote proves nothing, since it stands in nearly every file. An ideograph counts for two. */
const LEAST = 8;
/** The same of a quote that is a line of its own. */
const LEAST_OF_LINE = 4;
/** What must be left of it without the words of every sentence and every program. */
const LEAST_OF_CONTENT = 3;
/** Between the pieces of a quote with an elision: farther apart they are two quotes. */
const WIDEST_ELISION = 600;
const MOST_STARTS = 200;
const MOST_PIECES = 5;
const MOST_VARIANTS = 24;

const ELISION =
  /\s{0,20}(?:\[\s{0,20}(?:…{1,20}|\.{3,20})\s{0,20}\]|\(\s{0,20}(?:…{1,20}|\.{3,20})\s{0,20}\)|…+|\.{3,})\s*/;
const LINE_NUMBER = /^[ \t]{0,8}\d{1,6}(?:[:|│→]|\t)[ \t]?/;
const QUOTE_MARK = /^[ \t]{0,3}>[ \t]?/;
const FENCE = /^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/;
const ENCLOSING: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["«", "»"],
];

export function toHaystack(source: string): Haystack {
  let normal: string | undefined;
  let lines: ReadonlySet<string> | undefined;
  return {
    text: source,
    normal: () => (normal ??= normalise(source)),
    lines: () => (lines ??= new Set(source.split(/\r\n|\r|\n/).map(normalise))),
  };
}

/** Looks for a quote in a text. What does no harm may differ: white space, signs around it; never a word. */
export function findQuote(quote: string, hay: Haystack): QuoteMatch {
  const match = search(quote, hay, (text, at) => !isDenied(text, at));
  if (match === "found" || search(quote, hay, () => true) !== "found") return match;
  return "denied";
}

/** Whether a quote may begin at a place of a text. */
type IsPlace = (text: string, at: number) => boolean;

function search(quote: string, hay: Haystack, isPlace: IsPlace): QuoteMatch {
  if (proves(quote, LEAST) && indexOfWhole(hay.text, quote, isPlace) !== -1) return "found";
  const variants = variantsOf(quote);
  const isThere = (text: string) => indexOfWhole(hay.normal(), text, isPlace) !== -1;
  const whole = variants.filter((text) => text !== "" && isThere(text));
  const isProof = (text: string) =>
    proves(text, LEAST) || (proves(text, LEAST_OF_LINE) && hay.lines().has(text));
  if (whole.some(isProof)) return "found";
  const elided = variants.map(piecesOf).filter((pieces) => pieces !== undefined);
  if (elided.some((pieces) => pieces.every(isLong) && areInOrder(pieces, hay.normal(), isPlace)))
    return "found";
  const isShort =
    whole.length > 0 || elided.some((pieces) => pieces.every(isThere) && !pieces.every(isLong));
  return isShort ? "too-short" : "not-found";
}

/** Two pieces can be put together to say anything: each must say something by itself. */
function isLong(piece: string): boolean {
  return proves(piece, LEAST, LEAST);
}

/** Words that stand in nearly every text, and in nearly every program. */
const COMMON =
  /^(?:the|an?|is|are|was|were|be|been|to|of|in|on|at|by|for|and|or|not|no|it|its|this|that|these|those|with|as|from|we|you|they|he|she|if|then|so|do|does|will|can|may|has|have|had|but|there|here|all|any|one|else|end|return|break|continue|begin|try|pass|null|nil|none|true|false|yes|todo)$/i;

/** Whether letters and digits enough stand in a quote, and not only words that stand anywhere. */
function proves(quote: string, least: number, leastContent = LEAST_OF_CONTENT): boolean {
  let all = 0;
  let content = 0;
  for (const [word] of quote.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const weight = weigh(word);
    all += weight;
    if (!COMMON.test(word)) content += weight;
    if (all >= least && content >= leastContent) return true;
  }
  return false;
}

function weigh(word: string): number {
  const ideographs = word.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  return [...word].length + (ideographs?.length ?? 0);
}

/** Where a quote stands without cutting a word or a number: `port 80` is not in `port 8080`. */
function indexOfWhole(text: string, quote: string, isPlace: IsPlace, from = 0): number {
  let at = text.indexOf(quote, from);
  for (let tries = 0; at !== -1 && tries < MOST_STARTS; tries++) {
    if (!isCut(text, at) && !isCut(text, at + quote.length) && isPlace(text, at)) return at;
    at = text.indexOf(quote, at + 1);
  }
  return -1;
}

const DENIAL =
  /(?:(?<![\p{L}\p{N}])(?:not|never|no|don['’]t|doesn['’]t|mustn['’]t|can(?:['’]t|not)|shouldn['’]t|without|avoid)[*_`]{0,3}\s[*_`]{0,3}|(?:不[要得能可会应该]?|禁止|[切请]?勿|别|严禁|不允许|没有|避免)[*_`]{0,3}\s?[*_`]{0,3})$/iu;
const LONGEST_DENIAL = 20;

function isDenied(text: string, at: number): boolean {
  return DENIAL.test(text.slice(Math.max(0, at - LONGEST_DENIAL), at));
}

const NUMBER = /^\d[.,]\d$/;
const WORD_SIGN = /[\p{Ll}\p{Lu}\p{N}_]/u;

/** Whether a place lies inside of a word or a number. */
function isCut(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (WORD_SIGN.test(before) && WORD_SIGN.test(after)) return true;
  // `1` and `.5`
  return (
    NUMBER.test(text.slice(Math.max(0, at - 1), at + 2)) ||
    NUMBER.test(text.slice(Math.max(0, at - 2), at + 1))
  );
}

/** The quote without what a model or the read tool puts around it, in every combination. */
function variantsOf(quote: string): string[] {
  const found = new Set([quote.trim()]);
  for (const variant of found) {
    if (found.size >= MOST_VARIANTS) break;
    for (const strip of [stripFence, stripNumbers, stripQuoteMarks, stripEnclosing]) {
      const bare = strip(variant);
      if (bare !== undefined) found.add(bare.trim());
    }
  }
  return [...new Set([...found].map(normalise))];
}

function stripNumbers(quote: string): string | undefined {
  const lines = quote.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const numbers = lines.map((line) => (LINE_NUMBER.test(line) ? Number.parseInt(line, 10) : NaN));
  // Line numbers as a tool shows them: each line has one, and they rise.
  const areNumbers = numbers.every((number, at) =>
    at === 0 ? !Number.isNaN(number) : number > (numbers[at - 1] ?? NaN),
  );
  return areNumbers && lines.length > 0
    ? lines.map((line) => line.replace(LINE_NUMBER, "")).join("\n")
    : undefined;
}

function stripQuoteMarks(quote: string): string | undefined {
  const lines = quote.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => QUOTE_MARK.test(line))
    ? lines.map((line) => line.replace(QUOTE_MARK, "")).join("\n")
    : undefined;
}

function stripEnclosing(quote: string): string | undefined {
  const pair = ENCLOSING.find(
    ([left, right]) => quote.length > 2 && quote.startsWith(left) && quote.endsWith(right),
  );
  return pair === undefined ? undefined : quote.slice(1, -1);
}

function stripFence(quote: string): string | undefined {
  const lines = quote.split(/\r\n|\r|\n/);
  const isFenced = lines.length > 2 && FENCE.test(lines[0] ?? "") && FENCE.test(lines.at(-1) ?? "");
  return isFenced ? lines.slice(1, -1).join("\n") : undefined;
}

/** The text between elisions; undefined where there is none. */
function piecesOf(text: string): string[] | undefined {
  const pieces = text.split(ELISION);
  if (pieces.length < 2 || pieces.length > MOST_PIECES) return undefined;
  const left = pieces.filter((piece) => piece !== "");
  return left.length === 0 ? undefined : left;
}

function areInOrder(
  [first = "", ...rest]: readonly string[],
  text: string,
  isPlace: IsPlace,
): boolean {
  let start = indexOfWhole(text, first, isPlace);
  for (let tries = 0; start !== -1 && tries < MOST_STARTS; tries++) {
    let end = start + first.length;
    const isWhole = rest.every((piece) => {
      const at = indexOfWhole(
        text.slice(0, end + WIDEST_ELISION + piece.length + 2),
        piece,
        isPlace,
        end,
      );
      end = at + piece.length;
      return at !== -1;
    });
    if (isWhole) return true;
    start = indexOfWhole(text, first, isPlace, start + 1);
  }
  return false;
}

function normalise(text: string): string {
  return decodeEntities(text.normalize("NFC"))
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replaceAll(/[“”„‟]/g, '"')
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}

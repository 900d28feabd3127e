import { decodeEntities } from "../markdown/entities.ts";

/** A file's text, normalised when it is first needed. */
export interface Haystack {
  readonly text: string;
  readonly normal: () => string;
  readonly lines: () => ReadonlySet<string>;
}

export type QuoteMatch = "found" | "not-found" | "too-short";

/** A shorter quote proves nothing, since it stands in nearly every file. An ideograph counts for two. */
const LEAST = 8;
/** Between the pieces of a quote with an elision: farther apart they are two quotes. */
const WIDEST_ELISION = 2000;
const MOST_STARTS = 200;
const MOST_PIECES = 12;
const MOST_VARIANTS = 24;

const ELISION = /\s*(?:\[\s*(?:…+|\.{3,})\s*\]|\(\s*(?:…+|\.{3,})\s*\)|…+|\.{3,})\s*/;
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
  if (weigh(quote) >= LEAST && hay.text.includes(quote)) return "found";
  const variants = variantsOf(quote);
  const isThere = (text: string) => hay.normal().includes(text);
  const whole = variants.filter((text) => text !== "" && isThere(text));
  if (whole.some((text) => weigh(text) >= LEAST || hay.lines().has(text))) return "found";
  const elided = variants.map(piecesOf).filter((pieces) => pieces !== undefined);
  if (elided.some((pieces) => pieces.every(isLong) && areInOrder(pieces, hay.normal())))
    return "found";
  const isShort =
    whole.length > 0 || elided.some((pieces) => pieces.every(isThere) && !pieces.every(isLong));
  return isShort ? "too-short" : "not-found";
}

function isLong(piece: string): boolean {
  return weigh(piece) >= LEAST;
}

function weigh(text: string): number {
  let weight = 0;
  for (const sign of text) {
    if (/\s/.test(sign)) continue;
    weight += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sign)
      ? 2
      : 1;
    if (weight >= LEAST) return weight;
  }
  return weight;
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

function areInOrder([first = "", ...rest]: readonly string[], text: string): boolean {
  let start = text.indexOf(first);
  for (let tries = 0; start !== -1 && tries < MOST_STARTS; tries++) {
    let end = start + first.length;
    const isWhole = rest.every((piece) => {
      const at = text.slice(end, end + WIDEST_ELISION + piece.length).indexOf(piece);
      end += at + piece.length;
      return at !== -1;
    });
    if (isWhole) return true;
    start = text.indexOf(first, start + 1);
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

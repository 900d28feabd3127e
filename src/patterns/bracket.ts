import { type CharacterTest, inBothCases } from "./pattern.ts";

/** What `[…]` stands for, in globs and in regular expressions, and where it ends. */
export interface Bracket {
  readonly test: CharacterTest;
  readonly end: number;
}

const between =
  (...ranges: readonly string[]): CharacterTest =>
  (code) =>
    ranges.some(
      (range) => code >= (range.codePointAt(0) ?? 0) && code <= (range.codePointAt(1) ?? 0),
    );

const isDigit = between("09");
export const isSpace = between("\t\r", "  ");
/** In a locale of Unicode, as nearly all are. */
const inUnicode =
  (set: RegExp): CharacterTest =>
  (code) =>
    set.test(String.fromCodePoint(code));
const isLetter = inUnicode(/\p{L}/u);
export const isWordCharacter: CharacterTest = (code) =>
  isLetter(code) || isDigit(code) || code === 95;
const isBlank = between("  ", "\t\t");
const isPrinted: CharacterTest = (code) => code >= 32 && code !== 127;

const CLASSES: Readonly<Record<string, CharacterTest>> = {
  alpha: isLetter,
  digit: isDigit,
  alnum: (code) => isLetter(code) || isDigit(code),
  upper: inUnicode(/\p{Lu}/u),
  lower: inUnicode(/\p{Ll}/u),
  space: isSpace,
  blank: isBlank,
  word: isWordCharacter,
  xdigit: between("09", "af", "AF"),
  punct: between("!/", ":@", "[`", "{~"),
  cntrl: (code) => !isPrinted(code),
  print: isPrinted,
  graph: (code) => isPrinted(code) && code !== 32,
};

const NAMED = /^\[([:.=])([a-z]+|.)\1\]/u;

/** Reads the `[…]` that begins at `start`; undefined where nothing closes it, or where it has a class that we do not know. */
export function readBracket(
  text: string,
  start: number,
  options: { hasEscapes: boolean; ignoresCase: boolean },
): Bracket | undefined {
  if (!text.includes("]", start)) return undefined;
  let at = start + 1;
  const isNegated = text[at] === "!" || text[at] === "^";
  if (isNegated) at++;
  const first = at;
  const singles = new Set<number>();
  const tests: CharacterTest[] = [];
  while (at < text.length) {
    if (text[at] === "]" && at > first) {
      const exactly: CharacterTest = (code) =>
        singles.has(code) || tests.some((test) => test(code));
      const holds = options.ignoresCase ? inBothCases(exactly) : exactly;
      return { test: isNegated ? (code) => !holds(code) : holds, end: at + 1 };
    }
    const named = text[at] === "[" ? NAMED.exec(text.slice(at, at + 20)) : null;
    if (named?.[1] === ":") {
      const test = CLASSES[named[2] ?? ""];
      if (test === undefined) return undefined;
      tests.push(test);
      at += named[0].length;
      continue;
    }
    if (options.hasEscapes && text[at] === "\\" && at + 1 < text.length) at++;
    const from = named === null ? (text.codePointAt(at) ?? 0) : (named[2]?.codePointAt(0) ?? 0);
    at += named?.[0].length ?? (from > 0xff_ff ? 2 : 1);
    const to = text[at] === "-" ? text.codePointAt(at + 1) : undefined;
    if (to === undefined || text[at + 1] === "]") {
      singles.add(from);
      continue;
    }
    at += to > 0xff_ff ? 3 : 2;
    tests.push((code) => code >= from && code <= to);
  }
  return undefined;
}

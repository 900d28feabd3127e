import { type Bracket, isSpace, isWordCharacter, readBracket } from "./bracket.ts";
import {
  ANYTHING,
  type CharacterTest,
  NOTHING,
  type Pattern,
  choice,
  literal,
  one,
  optional,
  repeat,
  sequence,
} from "./pattern.ts";

export interface ExpressionOptions {
  /** As `grep -E` reads it; else as plain `grep` does. */
  readonly isExtended: boolean;
  readonly ignoresCase: boolean;
}

interface Reader extends ExpressionOptions {
  readonly text: string;
  at: number;
  depth: number;
  /** How many groups have been opened. */
  groups: number;
}

/** A part of a sequence; what stands for a group has its number. */
export interface Piece {
  readonly pattern: Pattern;
  readonly group: number | undefined;
}

const DEEPEST = 50;
const MOST_COPIES = 200;

/** What it needs is more than letters and repetition, or is written in a way that engines read differently. */
class Unreadable extends Error {}

/** A regular expression as a pattern; undefined where it looks back or ahead, or cannot be read. */
export function parseExpression(text: string, options: ExpressionOptions): Pattern | undefined {
  const reader: Reader = { ...options, text, at: 0, depth: 0, groups: 0 };
  return whenReadable(() => {
    const pattern = readChoice(reader);
    return reader.at === text.length ? pattern : undefined;
  });
}

/** The same as a row of parts, for what each group stands for. A choice between rows has no such parts. */
export function parsePieces(
  text: string,
  options: ExpressionOptions,
): readonly Piece[] | undefined {
  const reader: Reader = { ...options, text, at: 0, depth: 0, groups: 0 };
  return whenReadable(() => {
    const pieces = readPieces(reader);
    return reader.at === text.length ? pieces : undefined;
  });
}

function whenReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function readChoice(reader: Reader): Pattern {
  const parts = [readSequence(reader)];
  while (takeOperator(reader, "|")) parts.push(readSequence(reader));
  return choice(parts);
}

function readSequence(reader: Reader): Pattern {
  return sequence(readPieces(reader).map(({ pattern }) => pattern));
}

function readPieces(reader: Reader): Piece[] {
  const parts: Piece[] = [];
  while (reader.at < reader.text.length) {
    if (isOperator(reader, "|") || isOperator(reader, ")")) break;
    const isFirst = parts.length === 0;
    const group = isOperator(reader, "(") ? reader.groups + 1 : undefined;
    const atom = readAtom(reader, isFirst);
    const part = readQuantifier(reader, atom) ?? atom;
    // Engines differ on what two of them in a row mean, and on one behind `^`.
    const isAnchor = atom.kind === "start" || atom.kind === "end";
    if (part !== atom && (isAnchor || readQuantifier(reader, part) !== undefined)) {
      throw new Unreadable();
    }
    parts.push({ pattern: part, group: part === atom ? group : undefined });
  }
  return parts;
}

function readAtom(reader: Reader, isFirst: boolean): Pattern {
  const { text, ignoresCase } = reader;
  if (takeOperator(reader, "(")) {
    // `(?…)` is Perl's.
    if (text[reader.at] === "?" || ++reader.depth > DEEPEST) throw new Unreadable();
    reader.groups++;
    const inner = readChoice(reader);
    if (!takeOperator(reader, ")")) throw new Unreadable();
    reader.depth--;
    return inner;
  }
  if (["+", "?", "{"].some((sign) => isOperator(reader, sign))) throw new Unreadable();
  const character = String.fromCodePoint(text.codePointAt(reader.at) ?? 0);
  const before = reader.at;
  reader.at += character.length;
  if (character === "\\") return readEscape(reader);
  if (character === "[") return readSet(reader, before);
  if (character === ".") return ANYTHING;
  if (character === "^" && (reader.isExtended || isFirst)) return { kind: "start" };
  if (character === "$" && (reader.isExtended || isAtEnd(reader))) return { kind: "end" };
  // At the very beginning a star stands for itself, in a plain expression.
  if (character === "*" && (!isFirst || reader.isExtended)) throw new Unreadable();
  return literal(character, ignoresCase);
}

function isAtEnd(reader: Reader): boolean {
  return reader.at === reader.text.length || isOperator(reader, ")") || isOperator(reader, "|");
}

const ESCAPES: Readonly<Record<string, CharacterTest>> = {
  w: isWordCharacter,
  W: (code) => !isWordCharacter(code),
  s: isSpace,
  S: (code) => !isSpace(code),
};

function readEscape(reader: Reader): Pattern {
  const letter = reader.text[reader.at++];
  const test = letter === undefined ? undefined : ESCAPES[letter];
  if (test !== undefined) return one(test);
  // Edges of words, and what an earlier group matched.
  if (letter === undefined || /[a-zA-Z0-9<>`']/.test(letter)) throw new Unreadable();
  return literal(letter);
}

function readSet(reader: Reader, start: number): Pattern {
  const bracket: Bracket | undefined = readBracket(reader.text, start, {
    hasEscapes: false,
    ignoresCase: reader.ignoresCase,
  });
  // `\` in a set is itself to grep, and an escape to others.
  if (bracket === undefined || reader.text.slice(start, bracket.end).includes("\\")) {
    throw new Unreadable();
  }
  reader.at = bracket.end;
  return one(bracket.test);
}

function readQuantifier(reader: Reader, part: Pattern): Pattern | undefined {
  const { text } = reader;
  if (text[reader.at] === "*") {
    reader.at++;
    return repeat(part);
  }
  if (takeOperator(reader, "+")) return repeat(part, 1);
  if (takeOperator(reader, "?")) return optional(part);
  if (!takeOperator(reader, "{")) return undefined;
  const close = reader.isExtended ? "}" : String.raw`\}`;
  const end = text.indexOf(close, reader.at);
  const [, least, comma, most] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(text.slice(reader.at, end)) ?? [];
  if (end === -1 || least === undefined) throw new Unreadable();
  reader.at = end + close.length;
  return times(
    part,
    Number(least),
    comma === "" ? Number(least) : most === "" ? Infinity : Number(most),
  );
}

function times(part: Pattern, least: number, most: number): Pattern {
  const needed = most === Infinity ? least : most;
  if (needed > MOST_COPIES || most < least || sizeOf(part) * needed > MOST_COPIES * 10)
    throw new Unreadable();
  const copies = Array.from({ length: least }, () => part);
  if (most === Infinity) return sequence([...copies, repeat(part)]);
  let rest: Pattern = NOTHING;
  for (let count = least; count < most; count++) rest = optional(sequence([part, rest]));
  return sequence([...copies, rest]);
}

function sizeOf(pattern: Pattern): number {
  if (pattern.kind === "repeat") return 1 + sizeOf(pattern.part);
  if (pattern.kind !== "sequence" && pattern.kind !== "choice") return 1;
  return pattern.parts.reduce((size, part) => size + sizeOf(part), 1);
}

/** `(`, `|`, `+` and their like act alone in an extended expression, and behind a backslash in a plain one. */
function isOperator({ text, at, isExtended }: Reader, sign: string): boolean {
  return isExtended ? text[at] === sign : text[at] === "\\" && text[at + 1] === sign;
}

function takeOperator(reader: Reader, sign: string): boolean {
  if (!isOperator(reader, sign)) return false;
  reader.at += reader.isExtended ? 1 : 2;
  return true;
}

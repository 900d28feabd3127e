import { readBracket } from "./bracket.ts";
import {
  ANYTHING,
  type Pattern,
  choice,
  literal,
  one,
  optional,
  repeat,
  sequence,
} from "./pattern.ts";

const SLASH = 47;
const IN_A_NAME = one((code) => code !== SLASH);
const ANY_FOLDERS = optional(sequence([repeat(ANYTHING), literal("/")]));
const DEEPEST = 20;

interface Reader {
  readonly text: string;
  readonly ignoresCase: boolean;
  at: number;
  depth: number;
}

/**
 * A glob for whole paths: a star stays within a name, `**` goes over folders, `{a,b}` and `@(a|b)` are
 * alternatives. One whose alternatives do not close stands for itself.
 */
export function parsePathGlob(glob: string, ignoresCase = false): Pattern {
  const reader: Reader = { text: glob.replace(/^\.\//, ""), ignoresCase, at: 0, depth: 0 };
  const pattern = readUntil(reader, "");
  return pattern ?? literal(glob, ignoresCase);
}

/** Reads up to one of the signs, which is left to the caller. */
function readUntil(reader: Reader, signs: string): Pattern | undefined {
  const parts: Pattern[] = [];
  while (reader.at < reader.text.length && !isAt(reader, signs)) {
    const part = isGroup(reader) ? readGroup(reader) : readPart(reader);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return sequence(parts);
}

function isAt({ text, at }: Reader, signs: string): boolean {
  return signs !== "" && signs.includes(text[at] ?? "");
}

function readPart(reader: Reader): Pattern {
  const { text, at, ignoresCase } = reader;
  const [folders] =
    /^\/?\*\*(?:\/(?:\*\*\/)*|$)/.exec(isNameStart(text, at) ? text.slice(at, at + 64) : "") ?? [];
  if (folders !== undefined) {
    reader.at += folders.length;
    return overFolders(folders);
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const bracket =
    character === "[" ? readBracket(text, at, { hasEscapes: true, ignoresCase }) : undefined;
  if (bracket !== undefined) {
    reader.at = bracket.end;
    const { test } = bracket;
    return one((code) => code !== SLASH && test(code));
  }
  if (character === "*") return readStar(reader);
  reader.at += character.length;
  if (character === "?") return IN_A_NAME;
  if (character !== "\\" || reader.at === text.length) return literal(character, ignoresCase);
  const next = String.fromCodePoint(text.codePointAt(reader.at) ?? 0);
  reader.at += next.length;
  return literal(next, ignoresCase);
}

function isNameStart(text: string, at: number): boolean {
  return text[at] === "/" || at === 0 || /[/{,(|]/.test(text[at - 1] ?? "");
}

/** What is below a folder counts with the folder itself. */
function overFolders(signs: string): Pattern {
  if (signs.endsWith("/")) {
    return signs.startsWith("/") ? sequence([literal("/"), ANY_FOLDERS]) : ANY_FOLDERS;
  }
  const below = repeat(ANYTHING);
  return signs.startsWith("/") ? optional(sequence([literal("/"), below])) : below;
}

/** A name is at least one character long, where a star stands for all of it. */
function readStar(reader: Reader): Pattern {
  const { text, at } = reader;
  while (text[reader.at] === "*") reader.at++;
  const isAlone = isNameStart(text, at) && /^[/},)|]?$/.test(text[reader.at] ?? "");
  return repeat(IN_A_NAME, isAlone ? 1 : 0);
}

const GROUP = /^(?:[@?*+]\(|\{)/;

function isGroup({ text, at }: Reader): boolean {
  return GROUP.test(text.slice(at, at + 2));
}

/** `{a,b}`, `@(a|b)`, `?(…)`, `*(…)`, `+(…)`. */
function readGroup(reader: Reader): Pattern | undefined {
  const { text } = reader;
  const kind = text[reader.at] ?? "";
  const [separator, close] = kind === "{" ? [",", "}"] : ["|", ")"];
  if (++reader.depth > DEEPEST) return undefined;
  reader.at += kind === "{" ? 0 : 1;
  const parts: Pattern[] = [];
  do {
    reader.at++;
    const part = readUntil(reader, `${separator}${close}`);
    if (part === undefined) return undefined;
    parts.push(part);
  } while (text[reader.at] === separator);
  if (text[reader.at++] !== close) return undefined;
  reader.depth--;
  // `{a}` is no choice: its braces stand for themselves.
  if (kind === "{" && parts.length === 1) return sequence([literal("{"), ...parts, literal("}")]);
  return repeated(choice(parts), kind);
}

function repeated(inner: Pattern, kind: string): Pattern {
  if (kind === "?") return optional(inner);
  if (kind === "*" || kind === "+") return repeat(inner, kind === "*" ? 0 : 1);
  return inner;
}

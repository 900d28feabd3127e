import { TomlError, parse } from "smol-toml";
import type { Span } from "./parse-jsonc.ts";

/** From the first letter of the key to the end of the value. */
export interface TomlEntry extends Span {
  readonly key: readonly string[];
  readonly value: Span;
}

/** Whole lines, from that of the header to that of the last entry. */
export interface TomlTable extends Span {
  readonly path: readonly string[];
  /** Its brackets and what is between them; nothing for what stands before the first header. */
  readonly header: Span | undefined;
  readonly entries: readonly TomlEntry[];
}

export type TomlResult =
  | { readonly kind: "parsed"; readonly value: unknown; readonly tables: readonly TomlTable[] }
  | { readonly kind: "broken"; readonly offset: number; readonly problem: string };

const MARK = "\ufeff";

/** What it says, and where each of its tables and entries stands. */
export function scanToml(text: string): TomlResult {
  const plain = text.startsWith(MARK) ? text.slice(MARK.length) : text;
  try {
    return { kind: "parsed", value: parse(plain), tables: scanTables(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const offset = offsetOf(text, error.line, error.column);
    const [problem = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    return { kind: "broken", offset, problem };
  }
}

const BLANK = /(?:[\ufeff \t\r\n]|#[^\r\n]*)*/y;
const HEADER = /\[\[?((?:"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[^\]"'])*)\]\]?/y;
const KEY = /((?:"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[^="'])*)=[ \t]*/y;
/** What a value is made of: strings, comments, brackets, and anything else that does not end a line. */
const PIECE =
  /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|#[^\r\n]*|[[\]{}]|\r\n|[\r\n]|[^"'#[\]{}\r\n]+/y;
const LINE_END = /[^\r\n]*(?:\r\n|[\r\n]|$)/y;

/** Only for a text that is known to be sound. */
function scanTables(text: string): TomlTable[] {
  const tables: (TomlTable & { entries: TomlEntry[]; end: number })[] = [];
  const begin = (path: readonly string[], start: number, end: number, header?: Span) =>
    tables.push({ path, header, entries: [], start, end });
  begin([], 0, 0);
  let at = endOf(BLANK, text, 0);
  while (at < text.length) {
    if (text[at] === "[") {
      const end = endOf(HEADER, text, at);
      const path = pathOf(match(HEADER, text, at)?.[1] ?? "");
      begin(path, lineStart(text, at), endOf(LINE_END, text, end), { start: at, end });
    } else {
      const from = endOf(KEY, text, at);
      const value = { start: from, end: valueEnd(text, from) };
      const key = pathOf(match(KEY, text, at)?.[1] ?? "");
      const table = tables.at(-1);
      table?.entries.push({ key, start: at, end: value.end, value });
      if (table !== undefined) table.end = endOf(LINE_END, text, value.end);
    }
    const next = tables.at(-1)?.end ?? text.length;
    at = endOf(BLANK, text, Math.max(next, at + 1));
  }
  return tables;
}

function valueEnd(text: string, from: number): number {
  let [at, depth, end] = [from, 0, from];
  while (at < text.length) {
    const piece = match(PIECE, text, at)?.[0] ?? text.slice(at, at + 1);
    if (depth === 0 && /^[#\r\n]/.test(piece)) break;
    if (piece === "[" || piece === "{") depth += 1;
    if (piece === "]" || piece === "}") depth -= 1;
    at += piece.length;
    if (piece.trim() !== "") end = at - (piece.length - piece.trimEnd().length);
  }
  return end;
}

/** Keys may be written in three ways; the parser knows them all. */
function pathOf(written: string): string[] {
  const path: string[] = [];
  let value: unknown = parse(`${written.trim()} = 0`);
  while (typeof value === "object" && value !== null) {
    const [[key, inner] = ["", undefined]] = Object.entries(value) as [string, unknown][];
    path.push(key);
    value = inner;
  }
  return path;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}

function lineStart(text: string, at: number): number {
  const start = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  return text.startsWith(MARK) ? Math.max(start, MARK.length) : start;
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.join("\n").length + (before.length > 0 ? 1 : 0) + column - 1;
}

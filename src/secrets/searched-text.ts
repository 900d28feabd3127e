import type { SearchedText } from "./hit.ts";

/** Shorter runs hold no key that a format alone gives away. */
const RUNS = /[!-~]{16,}/g;

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
/** `：`, `＝`, `（` and the like, which Chinese text has where code has `:`, `=`, `(`. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const ESCAPED = /\\([_*~[\]<>|])/g;
/** Embedded images and checksums look random and are no secrets. */
const CONTENT = /\bdata:[\w.+/-]{1,60};base64,[\w+/=-]+|\bsha(?:1|256|384|512)[-:][\w+/=]{20,}/gi;

const ENTITY = /&(?:#(\d{2,3})|#x([0-9a-f]{2})|lowbar|UnderBar);/gi;

/** The doc's lines without what hides a value from a pattern: invisible characters, full-width signs, escapes. */
export function toLines(doc: string): string[] {
  return doc
    .replaceAll(INVISIBLE, "")
    .replaceAll("\u3000", " ")
    .replaceAll(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(CONTENT, "")
    .replaceAll(ENTITY, (entity, decimal?: string, hex?: string) => toSign(entity, decimal, hex))
    .replaceAll(ESCAPED, "$1")
    .split(/\r?\n/);
}

/** A printable sign of ASCII that was written as an entity. */
function toSign(entity: string, decimal: string | undefined, hex: string | undefined): string {
  const code = hex === undefined ? Number(decimal ?? 95) : Number.parseInt(hex, 16);
  return code > 32 && code < 127 ? String.fromCharCode(code) : entity;
}

/** One version of a doc, seen from the other one. */
export function toSearchedText(lines: readonly string[], others: readonly string[]): SearchedText {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  const changed = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    const count = counts.get(line) ?? 0;
    if (count > 0) counts.set(line, count - 1);
    else if (line !== "") changed.set(index, line);
  }
  const runs = lines.map((_, index) => changed.get(index)?.match(RUNS)?.join(" ") ?? "").join("\n");
  return { lines, changed, runs };
}

/** Index of the line in which an offset of a text lies, for offsets that only grow. */
export function createLineCounter(text: string): (offset: number) => number {
  let line = 0;
  let next = text.indexOf("\n");
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

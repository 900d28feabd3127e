import type { Span } from "./lines.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";

/**
 * A link to a file, relative to its doc. Its span is that of the path as written, without angle brackets, `#fragment`
 * and `?query`.
 */
export interface Link extends Span {
  /** With percent escapes and backslashes resolved. */
  readonly path: string;
}

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|#|\?|$)/i;
const DEFINITION = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*(?:<([^<>]*)>|(\S+))/d;
/** An escape; code between equally many backticks; or what follows a link's words: its target, and maybe a title. */
const INLINE =
  /\\[^]|(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)|`+|\]\([ \t]*(?:<([^<>\r\n]*)>|((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/dg;

/** Links, images and link definitions with a relative path, outside HTML blocks and blocks of code. */
export function findLinks(text: string): Link[] {
  const definitions = scanLines(text).flatMap(({ kind, from, to }) => {
    const match = kind === "text" ? DEFINITION.exec(text.slice(from, to)) : null;
    return toSpans(match?.indices?.[1] ?? match?.indices?.[2], from);
  });
  const inline = findInline(text, (indices) => indices[3] ?? indices[4]);
  return [...definitions, ...inline]
    .toSorted((a, b) => a.from - b.from)
    .flatMap((target) => toLink(text, target));
}

/** The spans between backticks. */
export function findCodes(text: string): Span[] {
  return findInline(text, (indices) => indices[2]);
}

type Indices = [number, number];

function findInline(
  text: string,
  choose: (indices: readonly (Indices | undefined)[]) => Indices | undefined,
): Span[] {
  return paragraphs(scanLines(text)).flatMap(({ from, to }) =>
    [...text.slice(from, to).matchAll(INLINE)].flatMap(({ indices }) =>
      toSpans(choose(indices ?? []), from),
    ),
  );
}

function toSpans(found: Indices | undefined, at: number): Span[] {
  return found === undefined ? [] : [{ from: at + found[0], to: at + found[1] }];
}

/** Stretches of text that inline syntax may span. */
function paragraphs(lines: readonly ScannedLine[]): Span[] {
  const found: { from: number; to: number }[] = [];
  let before: ScannedLine["kind"] = "blank";
  for (const { kind, from, to } of lines) {
    const last = found.at(-1);
    if (kind === "text" && before === "text" && last !== undefined) last.to = to;
    else if (kind === "text" || kind === "heading") found.push({ from, to });
    before = kind;
  }
  return found;
}

function toLink(text: string, { from, to }: Span): Link[] {
  const target = text.slice(from, to);
  if (ELSEWHERE.test(target)) return [];
  const written = target.slice(0, target.search(/[#?]|$/));
  const path = decodePercent(written.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"));
  return [{ from, to: from + written.length, path }];
}

/** A path or a query with its percent escapes decoded; unchanged if they are broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

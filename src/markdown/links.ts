import type { Span } from "./lines.ts";
import type { ScannedLine } from "./scan-lines.ts";

/**
 * A link to a file, relative to the doc that it stands in. Its span is that of the path as it is written, without
 * angle brackets, `#fragment` and `?query`.
 */
export interface Link extends Span {
  /** With percent escapes and backslashes resolved. */
  readonly path: string;
}

/** What inline syntax holds, in document order, outside HTML blocks and blocks of code. */
export interface Inline {
  /** Targets of links, images and link definitions as they are written, without angle brackets. */
  readonly targets: readonly Span[];
  /** What stands between backticks. */
  readonly codes: readonly Span[];
}

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|#|\?|$)/i;
const DEFINITION = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*(?:<([^<>]*)>|(\S+))/d;
/** An escape; code between equally many backticks; what follows the words of a link: its target, and maybe a title. */
const INLINE =
  /\\[^]|(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)|`+|\]\([ \t]*(?:<([^<>\r\n]*)>|((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/dg;

export function findInline(text: string, lines: readonly ScannedLine[]): Inline {
  const targets: Span[] = [];
  const codes: Span[] = [];
  for (const { kind, from, to } of lines) {
    const match = kind === "text" ? DEFINITION.exec(text.slice(from, to)) : null;
    addSpan(targets, match?.indices?.[1] ?? match?.indices?.[2], from);
  }
  for (const { from, to } of paragraphs(lines)) {
    for (const { indices } of text.slice(from, to).matchAll(INLINE)) {
      addSpan(codes, indices?.[2], from);
      addSpan(targets, indices?.[3] ?? indices?.[4], from);
    }
  }
  return { targets: targets.toSorted((a, b) => a.from - b.from), codes };
}

function addSpan(spans: Span[], found: [number, number] | undefined, at: number): void {
  if (found !== undefined) spans.push({ from: at + found[0], to: at + found[1] });
}

/** Those with a relative path. */
export function toLinks(text: string, targets: readonly Span[]): Link[] {
  return targets.flatMap(({ from, to }) => toLink(text, from, to));
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

function toLink(text: string, from: number, targetTo: number): Link[] {
  const target = text.slice(from, targetTo);
  if (ELSEWHERE.test(target)) return [];
  const path = target.slice(0, target.search(/[#?]|$/));
  return [{ from, to: from + path.length, path: decodeTarget(path) }];
}

export function decodeTarget(path: string): string {
  return decodePercent(path.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"));
}

/** A path or a query without percent escapes; as it is written where they are none. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

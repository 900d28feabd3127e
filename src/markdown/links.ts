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

const DEFINITION = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*/;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|#|\?|$)/i;
/** As in CommonMark. Without a limit, nested parentheses would be read again for each link before them. */
const DEEPEST_PARENTHESES = 32;
/** What may stand between a target and the parenthesis that ends its link. */
const END_OF_LINK = /^\s*(?:(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^)]{0,2000}\))\s*)?\)/;

export function findInline(text: string, lines: readonly ScannedLine[]): Inline {
  const targets = lines.flatMap((line) => definedTarget(text, line));
  const codes: Span[] = [];
  for (const { from, to } of paragraphs(lines)) scanParagraph(text, from, to, targets, codes);
  return { targets: targets.toSorted((a, b) => a.from - b.from), codes };
}

/** Those with a relative path. */
export function toLinks(text: string, targets: readonly Span[]): Link[] {
  return targets.flatMap(({ from, to }) => toLink(text, from, to));
}

function definedTarget(text: string, { kind, from, to }: ScannedLine): Span[] {
  if (kind !== "text") return [];
  const length = DEFINITION.exec(text.slice(from, to))?.[0].length;
  const target = length === undefined ? undefined : readTarget(text, from + length, to);
  return target === undefined ? [] : [target];
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

function scanParagraph(
  text: string,
  start: number,
  stop: number,
  targets: Span[],
  codes: Span[],
): void {
  const closings = codeClosings(text, start, stop);
  let openBrackets = 0;
  for (let at = start; at < stop; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "`") {
      const opening = runEnd(text, at, stop);
      const end = closings.get(at);
      if (end !== undefined) codes.push({ from: opening, to: end - (opening - at) });
      at = (end ?? opening) - 1;
    } else if (character === "[") openBrackets += 1;
    else if (character === "]" && openBrackets > 0) {
      openBrackets -= 1;
      if (text[at + 1] !== "(") continue;
      const target = readTarget(text, at + 2, stop);
      if (target === undefined) continue;
      const behind = target.to + (text[target.to] === ">" ? 1 : 0);
      if (END_OF_LINK.test(text.slice(behind, stop))) targets.push(target);
    }
  }
}

/** From the offset of a run of backticks to the end of the code that it opens. */
function codeClosings(text: string, start: number, stop: number): Map<number, number> {
  const closings = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  const runs = [...text.slice(start, stop).matchAll(/`+/g)].toReversed();
  for (const { 0: run, index } of runs) {
    const end = nextOfLength.get(run.length);
    if (end !== undefined) closings.set(start + index, end);
    nextOfLength.set(run.length, start + index + run.length);
  }
  return closings;
}

function runEnd(text: string, from: number, stop: number): number {
  let end = from;
  while (end < stop && text[end] === "`") end += 1;
  return end;
}

/** The target that begins here: in angle brackets, or up to a space or an unbalanced parenthesis. */
function readTarget(text: string, start: number, stop: number): Span | undefined {
  let from = start;
  while (from < stop && /[ \t]/.test(text[from] ?? "")) from += 1;
  if (text[from] === "<") {
    for (let to = from + 1; to < stop && !/[\r\n<]/.test(text[to] ?? ""); to += 1) {
      if (text[to] === ">") return { from: from + 1, to };
      if (text[to] === "\\") to += 1;
    }
    return undefined;
  }
  let depth = 0;
  let to = from;
  for (; to < stop && !/\s/.test(text[to] ?? ""); to += 1) {
    if (text[to] === "\\") to += 1;
    else if (text[to] === "(") {
      depth += 1;
      if (depth > DEEPEST_PARENTHESES) return undefined;
    } else if (text[to] === ")") {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return { from, to: Math.min(to, stop) };
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

import { type Matcher, type Spend, toMatcher } from "./automaton.ts";
import type { Pattern } from "./pattern.ts";
import { sequence } from "./pattern.ts";
import { type ExpressionOptions, parseExpression, parsePieces } from "./regular-expression.ts";

export interface Match {
  readonly start: number;
  readonly end: number;
  /** What the groups stand for, by number, the whole match being 0; undefined where that is not told. */
  readonly groups: readonly (string | undefined)[];
}

/** The first match from a place on, and of those the longest. */
export type Search = (text: string, from: number, spend: Spend) => Match | undefined;

/** Each place is tried, and of a match each way to divide it. */
const LONGEST_TEXT = 2000;

/** A search with groups; undefined where the expression cannot be read. */
export function toSearch(text: string, options: ExpressionOptions): Search | undefined {
  const pieces = parsePieces(text, options);
  const patterns = pieces?.map(({ pattern }) => pattern);
  const whole = patterns === undefined ? parseExpression(text, options) : sequence(patterns);
  const matcher = whole === undefined ? undefined : toMatcher(whole);
  if (whole === undefined || matcher === undefined) return undefined;
  const isFixed = patterns?.[0]?.kind === "start";
  // Elsewhere than in front, whether `^` holds depends on where the match begins.
  if (!isFixed && hasStart(whole)) return undefined;
  const parts = (pieces ?? []).map(({ pattern, group }, index) => ({
    group,
    own: latest(() => toMatcher(pattern)),
    rest: latest(() => toMatcher(sequence((patterns ?? []).slice(index + 1)))),
  }));
  const hasGroups = parts.some(({ group }) => group !== undefined);
  return (given, from, spend) => {
    if (given.length > LONGEST_TEXT) return undefined;
    for (let start = from; start <= (isFixed ? 0 : given.length); start++) {
      const length = matcher.beginnings(given.slice(start), spend).at(-1);
      if (length === undefined) continue;
      const end = start + length;
      const groups: (string | undefined)[] = [given.slice(start, end)];
      if (hasGroups) divide(given.slice(start, end), parts, groups, spend);
      return { start, end, groups };
    }
    return undefined;
  };
}

/** A text that stands for itself, as a plain expression. */
export function escapeExpression(text: string): string {
  return text.replaceAll(/[.*[\]^$\\]/g, (sign) => `\\${sign}`);
}

interface Part {
  readonly group: number | undefined;
  readonly own: () => Matcher | undefined;
  readonly rest: () => Matcher | undefined;
}

/** The first part takes as much as it can and leaves the others a match, then the second does. */
function divide(
  text: string,
  parts: readonly Part[],
  groups: (string | undefined)[],
  spend: Spend,
): void {
  let left = text;
  for (const { group, own, rest } of parts) {
    const lengths = own()?.beginnings(left, spend) ?? [];
    const length = lengths.findLast((each) => rest()?.matches(left.slice(each), spend) === true);
    if (length === undefined) return;
    if (group !== undefined) groups[group] = left.slice(0, length);
    left = left.slice(length);
  }
}

function latest<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}

function hasStart(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "start":
      return true;
    case "sequence":
    case "choice":
      return pattern.parts.some(hasStart);
    case "repeat":
      return hasStart(pattern.part);
    default:
      return false;
  }
}

import { readAllowances } from "./allowances.ts";
import { findHits } from "./find-hits.ts";
import type { Hit } from "./hit.ts";
import { toLines, toSearchedText } from "./searched-text.ts";

/** A secret in added text: which rule, and on which line of the doc. Never the value. */
export interface FoundSecret {
  readonly rule: string;
  /** 1-based, in the doc as it would be. */
  readonly line: number;
}

/**
 * The secrets that `after` has and `before` has not. Secrets are compared, not lines: one that stands in
 * the doc already blocks neither an edit of its own line nor a move, and a key that added lines complete
 * counts, whichever of its lines were there. What the doc on disk allows is left out.
 */
export function findAddedSecrets(before: string, after: string): FoundSecret[] {
  if (before === after) return [];
  const allowed = readAllowances(before);
  const lines = toLines(after);
  const oldLines = toLines(before);
  const text = toSearchedText(lines, oldLines);
  const found = findHits(text).filter(({ rule }) => !allowed.has(rule));
  if (found.length === 0) return [];

  const old = findHits(toSearchedText(oldLines, lines));
  const known = countValues(old);
  const isOld = ({ line }: Hit) => !text.changed.has(line);
  // Of two equal ones, that in a line which was there is the one that was there.
  const added = found
    .toSorted((a, b) => Number(isOld(b)) - Number(isOld(a)))
    .filter(({ value }) => {
      const count = known.get(value) ?? 0;
      known.set(value, count - 1);
      return count <= 0 && !isRemnant(value, old);
    });
  return distinct(added.map(({ rule, line }) => ({ rule, line: line + 1 })));
}

/** What is left of a private key that is being taken out line by line. */
function isRemnant(value: string, old: readonly Hit[]): boolean {
  return old.some(
    ({ rule, value: whole }) =>
      rule === "private-key" && whole.length > value.length && whole.includes(value),
  );
}

function countValues(hits: readonly Hit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value } of hits) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function distinct(secrets: readonly FoundSecret[]): FoundSecret[] {
  const byPlace = new Map(secrets.map((secret) => [`${secret.line} ${secret.rule}`, secret]));
  return [...byPlace.values()].toSorted((a, b) => a.line - b.line);
}

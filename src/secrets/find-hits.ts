import { findAssignments } from "./find-assignments.ts";
import { findNumbers } from "./find-numbers.ts";
import { findPresetTokens } from "./find-preset-tokens.ts";
import { findPrivateKeys } from "./find-private-keys.ts";
import { findTokens } from "./find-tokens.ts";

/** A secret in a text. The value itself never leaves this folder. */
export interface Hit {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
}

export type Detector = (text: string) => Hit[];

/** The most specific first: if two detectors find the same place, the first one names the rule. */
const DETECTORS: readonly Detector[] = [
  findPrivateKeys,
  findPresetTokens,
  findTokens,
  findAssignments,
  findNumbers,
];

/** All secrets of a text in the order of the text; overlapping ones count as one. */
export function findHits(text: string): Hit[] {
  const found = DETECTORS.flatMap((find) => find(text)).toSorted((a, b) => a.from - b.from);
  const hits: Hit[] = [];
  for (const hit of found) {
    const last = hits.at(-1);
    if (last === undefined || hit.from >= last.to) hits.push(hit);
    else if (hit.to > last.to) hits[hits.length - 1] = { ...last, to: hit.to };
  }
  return hits;
}

import { findAddedSecrets } from "../secrets/find-added-secrets.ts";
import type { Answer } from "./schema.ts";

/** Secrets that an answer repeats from the files it is about. Never a value. */
export interface RepeatedSecrets {
  readonly rules: readonly string[];
  /** The claims that hold them; none where they stand elsewhere in the answer. */
  readonly ids: readonly string[];
}

/** An answer is short; what is longer than this is none. */
const LONGEST = 100_000;

export function findRepeatedSecrets(
  text: string,
  { evidence }: Answer,
): RepeatedSecrets | undefined {
  const rules = rulesIn(text);
  if (rules.length === 0) return undefined;
  const ids = evidence
    .filter(({ claim, path, quote }) => rulesIn([claim, path, quote].join("\n")).length > 0)
    .map(({ claim_id: id = "?" }) => id);
  return { rules, ids };
}

function rulesIn(text: string): string[] {
  return [...new Set(findAddedSecrets("", text.slice(0, LONGEST)).map(({ rule }) => rule))];
}

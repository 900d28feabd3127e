import { readAllowances } from "./allowances.ts";
import { type FoundSecret, findAddedSecrets } from "./find-added-secrets.ts";

/** The secrets that stand in a doc, without those that it allows. */
export function findDocSecrets(text: string): FoundSecret[] {
  const found = findAddedSecrets("", text);
  if (found.length === 0) return found;
  const allowed = readAllowances(text);
  return found.filter(({ rule }) => !allowed.has(rule));
}

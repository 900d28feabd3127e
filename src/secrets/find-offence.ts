import type { PlannedText, SecretOffence } from "../types.ts";
import { addedAllowances } from "./allowances.ts";
import { findAddedSecrets } from "./find-added-secrets.ts";

/** The rule for a secret that the path of a doc gives away. */
export function findNameSecret(doc: string): string | undefined {
  return findAddedSecrets("", doc.replaceAll(/\s/g, " "))[0]?.rule;
}

/** What a write would bring into a doc that has no place there; the first of it is enough to refuse. */
export function findOffence(
  doc: string,
  before: string | undefined,
  { after, brings }: PlannedText,
): SecretOffence | undefined {
  const isOfDoc = after !== undefined;
  const name = before === undefined ? findNameSecret(doc) : undefined;
  if (name !== undefined) return { kind: "name", rule: name, line: 0, isOfDoc };
  const text = after ?? brings;
  const [secret] = findAddedSecrets(before ?? "", text);
  if (secret !== undefined) return { kind: "secret", ...secret, isOfDoc };
  const [allowance] = addedAllowances(before ?? "", text);
  if (allowance === undefined) return undefined;
  const line = text.split("\n").findIndex((words) => words.includes(allowance)) + 1;
  return { kind: "allowance", rule: allowance, line, isOfDoc };
}

import type { PlannedText, SecretOffence } from "../types.ts";
import { findAddedSecrets } from "./find-added-secrets.ts";

/** The rule for a secret in the path of a doc. */
export function findNameSecret(doc: string): string | undefined {
  return findAddedSecrets("", doc)[0]?.rule;
}

/** The first secret that a write would bring into a doc, or into its name. */
export function findOffence(
  doc: string,
  before: string | undefined,
  { after, brings }: PlannedText,
): SecretOffence | undefined {
  const isOfDoc = after !== undefined;
  const name = before === undefined ? findNameSecret(doc) : undefined;
  if (name !== undefined) return { kind: "name", rule: name, line: 0, isOfDoc };
  const [secret] = findAddedSecrets(before ?? "", after ?? brings);
  return secret && { kind: "secret", ...secret, isOfDoc };
}

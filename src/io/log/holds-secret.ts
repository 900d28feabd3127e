import { findAddedSecrets } from "../../secrets/find-added-secrets.ts";

/** The title of a session is prose, and may repeat what the user said. */
export function holdsSecret(title: string): boolean {
  return findAddedSecrets("", title).length > 0;
}

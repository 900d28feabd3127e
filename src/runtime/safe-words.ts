import type * as hideValues from "../secrets/hide-values.ts";

let loaded: typeof hideValues | undefined;

/** Whoever may have to tell a command's words sees to it that the rules for secrets are there in time. */
export async function loadSafeWords(): Promise<void> {
  loaded ??= await import("../secrets/hide-values.ts");
}

/** A command's words without its secrets: only its name, where nobody can tell these yet. */
export function toSafeWords(words: string): string {
  return loaded?.hideValues(words) ?? `${/^[\w./-]{1,40}/.exec(words)?.[0] ?? ""} …`;
}

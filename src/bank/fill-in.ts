import type { HostWords } from "../types.ts";

/** A text with its `{names}` filled in. An unknown name stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** The call that shows a doc, from its first line or from a later one on, in the host's words. */
export function readCall({ read, readFrom }: HostWords, path: string, line = 1): string {
  // The host's words put the path in quotes, so that it is escaped.
  const address = JSON.stringify(path).slice(1, -1);
  return fillIn(line > 1 ? readFrom : read, { address, line: String(line) });
}

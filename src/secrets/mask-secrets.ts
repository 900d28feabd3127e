import { findDocSecrets } from "./find-doc-secrets.ts";

const MASK = "▒▒▒";
const END_OF_KEY = /-----END /;
/** How many lines a private key has at most. */
const LONGEST_KEY = 200;

/** The text without the lines in which a secret stands: what is shown or handed on must not carry it. */
export function maskSecrets(text: string): string {
  const found = findDocSecrets(text);
  if (found.length === 0) return text;
  const lines = text.split("\n");
  for (const { rule, line } of found) {
    const first = line - 1;
    const isKey = /private-?key/.test(rule) || /-----BEGIN /.test(lines[first] ?? "");
    const last = isKey
      ? lines.findIndex((each, at) => at >= first && END_OF_KEY.test(each))
      : first;
    const end = last === -1 ? Math.min(first + LONGEST_KEY, lines.length - 1) : last;
    for (let at = first; at <= end; at += 1) lines[at] = `${MASK} (${rule})`;
  }
  return lines.join("\n");
}

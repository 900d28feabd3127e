import type { Text } from "../types.ts";

const MASK = "▒▒▒";
const WORD = /[\w+=~-]{20,}/g;
/** A value after `password=` in a name, or after `//user:` in an address. */
const GIVEN =
  /((?:pass|pwd|secret|token|key)\w{0,20}[=:])[^/\s]+|(:\/\/[^/:@]{0,80}:)[^/@\s]+(?=@)/gi;

/**
 * A path as it may be shown, logged and kept: a word in it that looks like a key or a password is masked. This looks only
 * at characters: naming a call must not load the rules for secrets, and a name may look like a key by chance.
 */
export function hideKeys(path: string): string {
  return path
    .replaceAll(WORD, (word) => (word.split(/[^A-Za-z0-9]/).some(isKey) ? MASK : word))
    .replaceAll(GIVEN, `$1$2${MASK}`);
}

function isKey(run: string): boolean {
  return run.length >= 20 && /\d/.test(run) && /[A-Za-z]/.test(run);
}

/** Cuts the middle of a text, so that a notice stays short and both ends can be read. */
export function shorten(text: string, longest = 60): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line.length <= longest) return line;
  const head = Math.floor(longest / 3);
  return `${line.slice(0, head)}…${line.slice(line.length - (longest - head - 1))}`;
}

/** Cuts the end of a text. */
export function cutEnd(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** Cuts the middle of a path or of a program's name, and masks what may be a key in it. */
export function shortenPath(path: string, longest = 60): string {
  return shorten(hideKeys(path), longest);
}

const PATHS_NAMED = 2;

/** The first of the paths, and the number of the others. */
export function namePaths(paths: readonly string[]): Text {
  const shown = paths.slice(0, PATHS_NAMED).map((path) => shortenPath(path, 45));
  const more = paths.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}

const MOST_TRIES = 60;

/**
 * Parses a text whose end may be missing: the longest prefix of whole statements that is valid. What
 * such a prefix says, the whole file says too.
 */
export function parsePrefix<Result>(
  text: string,
  isCut: boolean,
  parse: (text: string) => Result,
): Result {
  try {
    return parse(text);
  } catch (error) {
    if (!isCut) throw error;
    let end = text.length;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      end = lastStatement(text, end);
      if (end === 0) break;
      try {
        return parse(text.slice(0, end));
      } catch {
        // Then the next shorter prefix.
      }
    }
    throw error;
  }
}

/** Where the last statement before `end` starts: statements are not indented. */
function lastStatement(text: string, end: number): number {
  for (let at = end; at > 0;) {
    at = text.lastIndexOf("\n", at - 1);
    if (at < 0) return 0;
    if (at + 1 < end && /[\w"'[]/.test(text.charAt(at + 1))) return at + 1;
  }
  return 0;
}

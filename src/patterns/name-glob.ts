/** A test for names that match a glob as the shell reads it: `*`, `?`, `[a-z]`, `[!a]`, and `\` before a character. */
export function toNameTest(glob: string): (name: string) => boolean {
  if (!/[*?[\\]/.test(glob)) return (name) => name === glob;
  const parts = glob.match(/\\[^]|\[[!^]?\]?[^\]]*\]|[^]/g) ?? [];
  const tests = parts.map((part) => (part === "*" ? ANY : toCharacterTest(part)));
  // Most names already differ at their beginning or at their end.
  const [head = ""] = glob.split(/[*?[\\]/, 1);
  const [tail = ""] = /[^*?[\]\\]*$/.exec(glob) ?? [];
  return (name) => name.startsWith(head) && name.endsWith(tail) && matchesAll(tests, [...name]);
}

export const ANY = Symbol("any number of items");
type Test = ((item: string) => boolean) | typeof ANY;

/** Backtracks only to the last star, so that the time is at most the product of the two lengths. */
export function matchesAll(tests: readonly Test[], items: readonly string[]): boolean {
  let [at, from] = [0, 0];
  let star: { readonly at: number; from: number } | undefined;
  while (from < items.length) {
    const test = tests[at];
    if (test === ANY) star = { at: ++at, from };
    else if (test?.(items[from] ?? "") === true) {
      at++;
      from++;
    } else if (star !== undefined) {
      from = ++star.from;
      ({ at } = star);
    } else return false;
  }
  return tests.slice(at).every((test) => test === ANY);
}

function toCharacterTest(part: string): (character: string) => boolean {
  if (part === "?") return () => true;
  if (part.length < 3) return (character) => character === part.replace(/^\\(?=[^])/, "");
  const isNot = /^\[[!^]/.test(part);
  const ranges = part.slice(isNot ? 2 : 1, -1).match(/[^]-[^]|[^]/g) ?? [];
  const isIn = (character: string) =>
    ranges.some((range) => range.charAt(0) <= character && character <= (range.at(-1) ?? ""));
  return (character) => isIn(character) !== isNot;
}

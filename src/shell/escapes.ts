const ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0([0-7]{0,3})|([1-7][0-7]{0,2})|([abeEfnrtv\\"'?]))/g;

const LETTERS: Readonly<Record<string, string>> = {
  a: "\u{7}",
  b: "\b",
  e: "\u{1b}",
  E: "\u{1b}",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Backslashes as `printf`, `echo -e` and `$'…'` read them; what is none of theirs stays as it is. */
export function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [hex, short, long, zero, octal, letter] = groups;
    const digits = hex ?? short ?? long;
    if (digits !== undefined) return toCharacter(Number.parseInt(digits, 16));
    if (zero !== undefined) return toCharacter(Number.parseInt(zero, 8) || 0);
    if (octal !== undefined) return toCharacter(Number.parseInt(octal, 8));
    return LETTERS[letter ?? ""] ?? letter ?? "";
  });
}

/** A null byte only ever separates words, as for `xargs -0`. */
function toCharacter(code: number): string {
  return code === 0 || code > 0x10_ffff ? "\n" : String.fromCodePoint(code);
}

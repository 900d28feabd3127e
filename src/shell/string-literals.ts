/** What a match stands for; undefined where it stays. */
export type Fold = (...match: readonly (string | undefined)[]) => string | undefined;

/** A quote behind a backslash opens nothing: else each of many would be followed to the end of the line. */
export const ESCAPED = String.raw`(?:\\[^])+`;
export const STRING = String.raw`(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')`;
export const LIST = `${STRING}(?:\\s*,\\s*${STRING})*`;
/** Values that are put in again and again would make endless code of little. */
export const LONGEST_FOLDED = 25_000;

export function joinStrings(list: string | undefined, glue: string): string | undefined {
  const parts = list?.match(new RegExp(STRING, "g")) ?? [];
  if (glue.length * parts.length > LONGEST_FOLDED) return undefined;
  return list === undefined ? undefined : quote(parts.map(textOf).join(glue));
}

export function textOf(literal = ""): string {
  return literal.slice(1, -1);
}

export function quote(text: string | undefined): string | undefined {
  return text === undefined ? undefined : JSON.stringify(text);
}

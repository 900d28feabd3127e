/** A pattern as a tree, whichever language it was written in. Matched by an automaton, never by backtracking. */
export type Pattern =
  | { readonly kind: "one"; readonly test: CharacterTest }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly parts: readonly Pattern[] }
  | { readonly kind: "repeat"; readonly part: Pattern; readonly least: 0 | 1 }
  /** The text's beginning and its end. */
  | { readonly kind: "start" | "end" };

/** Says of a character's code whether it fits. */
export type CharacterTest = (code: number) => boolean;

export const NOTHING: Pattern = { kind: "sequence", parts: [] };
export const ANYTHING: Pattern = { kind: "one", test: () => true };

export function sequence(parts: readonly Pattern[]): Pattern {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: "sequence", parts };
}

export function choice(parts: readonly Pattern[]): Pattern {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: "choice", parts };
}

export function repeat(part: Pattern, least: 0 | 1 = 0): Pattern {
  return { kind: "repeat", part, least };
}

export function optional(part: Pattern): Pattern {
  return choice([part, NOTHING]);
}

export function one(test: CharacterTest): Pattern {
  return { kind: "one", test };
}

export function literal(text: string, ignoresCase = false): Pattern {
  return sequence(
    Array.from(text, (character) => {
      const wanted = character.codePointAt(0);
      const test: CharacterTest = (code) => code === wanted;
      return one(ignoresCase ? inBothCases(test) : test);
    }),
  );
}

export function inBothCases(test: CharacterTest): CharacterTest {
  return (code) => {
    if (test(code)) return true;
    const character = String.fromCodePoint(code);
    return (
      test(character.toLowerCase().codePointAt(0) ?? 0) ||
      test(character.toUpperCase().codePointAt(0) ?? 0)
    );
  };
}

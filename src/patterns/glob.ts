import { type Matcher, toMatcher } from "./automaton.ts";
import { readBracket } from "./bracket.ts";
import { ANYTHING, type Pattern, literal, one, repeat, sequence } from "./pattern.ts";

const ANY_TEXT = repeat(ANYTHING);

/** A glob as the shell, `find -name` and `case` take it: a star stands for every character, slashes too. */
export function parseGlob(glob: string, ignoresCase = false): Pattern {
  const parts: Pattern[] = [];
  for (let at = 0; at < glob.length;) {
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    const bracket =
      character === "[" ? readBracket(glob, at, { hasEscapes: true, ignoresCase }) : undefined;
    if (bracket !== undefined) {
      parts.push(one(bracket.test));
      at = bracket.end;
      continue;
    }
    if (character === "*") {
      // Of several stars in a row, one says it all.
      if (parts.at(-1) !== ANY_TEXT) parts.push(ANY_TEXT);
    } else if (character === "?") parts.push(ANYTHING);
    else if (character === "\\" && at + 1 < glob.length) {
      const next = String.fromCodePoint(glob.codePointAt(++at) ?? 0);
      parts.push(literal(next, ignoresCase));
      at += next.length - 1;
    } else parts.push(literal(character, ignoresCase));
    at += character.length;
  }
  return sequence(parts);
}

/** Undefined where the glob is too large to be matched. */
export function compileGlob(glob: string, ignoresCase = false): Matcher | undefined {
  return toMatcher(parseGlob(glob, ignoresCase));
}

/** The glob for the same text read backwards. */
export function reversed(pattern: Pattern): Pattern {
  return pattern.kind === "sequence" ? sequence(pattern.parts.toReversed().map(reversed)) : pattern;
}

/** Text that stands for itself in a glob. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}

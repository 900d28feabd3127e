import type { Word, WordPart } from "unbash";
import type { Scope } from "./scope.ts";

/** The one string that a word stands for, or undefined when that cannot be told. */
export function expandWord(word: Word, scope: Scope): string | undefined {
  const text = word.parts === undefined ? word.value : expandParts(word.parts, scope);
  if (text === undefined) return undefined;
  const isHome = word.text === "~" || word.text.startsWith("~/");
  if (isHome) return scope.world.home === undefined ? undefined : scope.world.home + text.slice(1);
  return word.text.startsWith("~") ? undefined : text;
}

function expandParts(parts: readonly WordPart[], scope: Scope): string | undefined {
  let text = "";
  for (const part of parts) {
    const value = expandPart(part, scope);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}

function expandPart(part: WordPart, scope: Scope): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return expandParts(part.parts, scope);
    case "SimpleExpansion":
      return scope.variables.get(part.text.slice(1));
    case "ParameterExpansion":
      return part.operation === undefined && part.prefix === undefined && part.index === undefined
        ? scope.variables.get(part.parameter)
        : undefined;
    default:
      return undefined;
  }
}

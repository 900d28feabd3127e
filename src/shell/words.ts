import {
  type BraceExpansionPart,
  type ParameterExpansionPart,
  type ParsedScript,
  type Word,
  type WordPart,
} from "unbash";
import { BREAK, expandGlob, mark } from "./globs.ts";
import { type Scope, fork, grow } from "./scope.ts";
import { UNKNOWN, VARYING, isKnown } from "./values.ts";

/** Expands a word into words: braces, variables, globs. */
export function expandWord(word: Word, scope: Scope): readonly string[] {
  const { parts } = word;
  if (parts === undefined && !word.value.startsWith("~")) return [word.value];
  const isValue = parts?.every(({ type }) => /^(?:Simple|Param|Command)/.test(type)) ?? false;
  return expandParts(word, scope, false).flatMap((text) =>
    withHome(text, word, scope)
      .split(BREAK)
      // An unquoted empty value is not a word.
      .filter((field, _, all) => field !== "" || (all.length === 1 && !isValue))
      .flatMap((field) => expandGlob(field, scope)),
  );
}

/** Expands a word into exactly one, as in an assignment. */
export function expandText(word: Word | undefined, scope: Scope): string {
  return word === undefined ? "" : withHome(expandParts(word, scope, true)[0] ?? "", word, scope);
}

export function expandQuoted(parts: readonly WordPart[], scope: Scope): string {
  return parts.map((part) => expandPart(part, scope, true)[0] ?? "").join("");
}

function withHome(text: string, word: Word, { world }: Scope): string {
  return /^~(?=\/|$)/.test(word.text) ? text.replace("~", world.home ?? UNKNOWN) : text;
}

const MOST_WORDS = 200;

function expandParts({ value, parts }: Word, scope: Scope, isQuoted: boolean): readonly string[] {
  if (parts === undefined) return [value];
  let texts: readonly string[] = [""];
  for (const part of parts) {
    const next = expandPart(part, scope, isQuoted);
    if (texts.length * next.length > MOST_WORDS) return [(texts[0] ?? "") + UNKNOWN];
    texts = texts.flatMap((text) => next.map((more) => text + more));
  }
  grow(scope, texts.reduce((sum, text) => sum + text.length, 0) / 100);
  return texts;
}

function expandPart(part: WordPart, scope: Scope, isQuoted: boolean): readonly string[] {
  // An unquoted value is split at its blanks and may contain globs.
  const asValue = (values: readonly string[]) =>
    isQuoted ? [values.join(" ")] : [mark(values.join(BREAK).trim().replaceAll(/\s+/g, BREAK))];
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString": {
      // `"$@"` and `"${x[@]}"` become one word for each value.
      const [, name] = /^"\$(?:\{(?=[@\w]+\[@\]|@))?(@|\w+)(?:\[@\])?\}?"$/.exec(part.text) ?? [];
      const isList = !isQuoted && name !== undefined && part.text.includes("@");
      return [isList ? allOf(name, scope).join(BREAK) : expandQuoted(part.parts, scope)];
    }
    case "Glob":
      return [isQuoted ? part.text : mark(part.text)];
    case "BraceExpansion":
      return isQuoted ? [part.text] : expandBraces(part);
    case "SimpleExpansion":
      return asValue(valueOf(part.text.slice(1), undefined, scope));
    case "ParameterExpansion":
      return asValue(expandParameter(part, scope));
    case "CommandExpansion":
      return asValue([part.script === undefined ? UNKNOWN : textOf(part.script, scope)]);
    case "ProcessSubstitution": {
      // A command that reads this name gets the text.
      const text = part.script === undefined ? UNKNOWN : textOf(part.script, scope);
      if (part.operator === "<") scope.found.texts.set("/dev/fd/63", text);
      return ["/dev/fd/63"];
    }
    case "ArithmeticExpansion":
      return [VARYING];
    case "ExtendedGlob":
      return [UNKNOWN];
  }
}

function textOf(script: ParsedScript, scope: Scope): string {
  return scope.run(script, fork(scope), undefined).replace(/\n+$/, "");
}

function allOf(name: string, { variables, parameters }: Scope): readonly string[] {
  return name === "@" || name === "*" ? parameters : (variables.get(name) ?? [UNKNOWN]);
}

const NUMBERS = /^(?:[$#?!-]|RANDOM|SRANDOM|SECONDS|EPOCH\w+|BASHPID|PPID|LINENO|UID)$/;

function valueOf(name: string, index: string | undefined, scope: Scope): readonly string[] {
  if (/^[@*]$/.test(index ?? name)) return allOf(name, scope);
  if (/^[1-9]\d*$/.test(name)) return [scope.parameters[Number(name) - 1] ?? ""];
  if (name === "PWD") return [scope.cwd];
  const values = scope.variables.get(name);
  if (index !== undefined) return [values?.[Number(index)] ?? UNKNOWN];
  if (values !== undefined) return [values[0] ?? ""];
  if (NUMBERS.test(name)) return [VARYING];
  return [(name === "HOME" ? scope.world.home : scope.world.variable(name)) ?? UNKNOWN];
}

/** `${x}`, `${x:-y}`, and the folder of `${x%.md}`. Other expansions of a variable are unknown. */
function expandParameter(part: ParameterExpansionPart, scope: Scope): readonly string[] {
  const { parameter, prefix, index, operation } = part;
  if (prefix !== undefined) return [prefix === "#" ? VARYING : UNKNOWN];
  const values = valueOf(parameter, index?.value, scope);
  if (operation === undefined) return values;
  const [value = ""] = values;
  if (operation.type === "Remove" && operation.operator.startsWith("%"))
    return [value.slice(0, value.lastIndexOf("/") + 1) + UNKNOWN];
  if (operation.type !== "Default" || operation.operator.includes("+")) return [UNKNOWN];
  const isUnset = value === "" || (!isKnown(value) && !scope.variables.has(parameter));
  if (!isUnset || operation.operator.includes("?")) return values;
  const given = [expandText(operation.operand, scope)];
  if (operation.operator.includes("=")) scope.variables.set(parameter, given);
  return given;
}

/** `{a,b}`; a range, or anything but plain text in the braces, is unknown. */
function expandBraces({ text }: BraceExpansionPart): readonly string[] {
  const inside = text.slice(1, -1);
  if (/^[\w-]+\.\.[\w-]+/.test(inside)) return [VARYING];
  return inside.split(",").map((each) => (/[{}"'$`\\*?[]/.test(each) ? UNKNOWN : each));
}

import { type ProcessSubstitutionPart, type Word, type WordPart, parse } from "unbash";
import { expandBraces } from "./braces.ts";
import { ANY, BRACKET, STAR, activateGlobs, expandGlob, toText } from "./glob.ts";
import { expandParameter, lookUp } from "./parameters.ts";
import { evaluateArithmetic } from "./arithmetic.ts";
import { INSIDE, type Output, type Scope, UNTOLD, fork, optionMark } from "./scope.ts";
import {
  UNKNOWN,
  UNKNOWN_NUMBER,
  UNKNOWN_TEXT,
  isKnown,
  joinValues,
  mostTelling,
  withoutEnd,
} from "./value.ts";

const MOST_FIELDS = 300;
/** Set by `set -f`; no variable can have this name. */
export const NO_GLOB = "set -f";

/** The arguments that a word becomes: braces, variables, substitutions and globs expanded. */
export function expandWord(word: Word, scope: Scope): string[] {
  if (word.parts === undefined && !word.text.startsWith("~")) return [word.value];
  const fields = expandFields(word, scope).flatMap(atBreaks);
  scope.spend(fields.length);
  if (scope.variables.has(NO_GLOB)) return fields.map(toText);
  return fields.flatMap((field) => expandGlobs(field, scope));
}

/** Stands for blanks of an unquoted value, which end one word and begin the next. */
const BREAK = "\u{e004}";

function atBreaks(field: string): readonly string[] {
  return field.includes(BREAK) ? field.split(BREAK).filter((part) => part !== "") : [field];
}

const DEEPEST_STAR = 4;
const STARS = new RegExp(`(^|/)${STAR}${STAR}(?=/|$)`, "u");

/** As the options of the shell have it: `**` goes through folders, and a pattern without a match vanishes. */
function expandGlobs(field: string, scope: Scope): readonly string[] {
  const { variables } = scope;
  if (variables.has(optionMark("globstar")) && STARS.test(field)) {
    const levels = Array.from({ length: DEEPEST_STAR + 1 }, (_, depth) =>
      field.replace(STARS, (_, slash: string) => slash + Array(depth).fill(STAR).join("/")),
    );
    const paths = levels.flatMap((level) =>
      expandGlobs(level.replaceAll(/(?<=^|\/)\//g, ""), scope),
    );
    return [...new Set([...paths, field.replace(/[^/]*$/, UNKNOWN).replaceAll(STAR, UNKNOWN)])];
  }
  const found = expandGlob(field, scope);
  const isAlone = found.length === 1 && found[0] !== field && found[0] === toText(field);
  return isAlone && variables.has(optionMark("nullglob")) ? [] : found;
}

/** The one text that a word becomes where the shell neither splits nor globs it. */
export function expandText(word: Word, scope: Scope): string {
  const fields = expandFields(word, scope);
  const text = fields.length === 1 ? (fields[0] ?? "") : joinValues(fields);
  return toText(text.includes(BREAK) ? text.replaceAll(BREAK, " ") : text);
}

export function homeOf({ variables, world }: Scope): string {
  return variables.get("HOME")?.[0] ?? world.home ?? UNKNOWN;
}

/** The folders of `pushd`, the first being where the shell stands. */
export function folderStack({ cwd, variables }: Scope): readonly string[] {
  return [cwd, ...(variables.get("DIRSTACK") ?? [])];
}

function expandFields(word: Word, scope: Scope): string[] {
  const isHome = word.text === "~" || word.text.startsWith("~/");
  const fields = word.parts === undefined ? [word.value] : expandParts(word.parts, scope, false);
  if (isHome) return fields.map((field) => homeOf(scope) + field.slice(1));
  const [numbered = "", sign, digits] = /^~([-+]?)(\d{1,4})(?=\/|$)/.exec(word.text) ?? [];
  if (digits !== undefined) {
    const stack = folderStack(scope);
    const at = sign === "-" ? stack.length - 1 - Number(digits) : Number(digits);
    return fields.map((field) => (stack[at] ?? UNKNOWN) + field.slice(numbered.length));
  }
  if (word.text.startsWith("~-")) {
    const before = scope.variables.get("OLDPWD")?.[0] ?? UNKNOWN;
    return fields.map((field) => before + field.slice(2));
  }
  if (word.text.startsWith("~+/")) return fields.map((field) => scope.cwd + field.slice(2));
  return word.text.startsWith("~")
    ? fields.map((field) => field.replace(/^~[^/]*/, UNKNOWN))
    : fields;
}

/** Here-doc bodies and the insides of double quotes: expanded, but neither split nor globbed. */
export function expandQuoted(parts: readonly WordPart[], scope: Scope): string {
  return joinValues(expandParts(parts, scope, true));
}

function expandParts(parts: readonly WordPart[], scope: Scope, isQuoted: boolean): string[] {
  let fields = [""];
  for (const part of parts) {
    const values = expandPart(part, scope, isQuoted);
    scope.spend(1 + part.text.length / 100);
    const [only] = values;
    if (values.length === 1 && only !== undefined) {
      scope.spend(fields.length / 4 + only.length / 100);
      for (let index = 0; index < fields.length; index++) {
        fields[index] = joinValues([fields[index] ?? "", only], "");
      }
      continue;
    }
    fields = combine(fields, values, scope);
  }
  return fields;
}

/** All that the fields become with each of the values behind them; of very many, which they are cannot be told. */
function combine(fields: readonly string[], values: readonly string[], scope: Scope): string[] {
  const { bank } = scope.world;
  const isCut = fields.length * values.length > MOST_FIELDS;
  scope.spend(values.length / 20);
  const told = isCut ? mostTelling(values, Math.ceil(MOST_FIELDS / fields.length), bank) : values;
  scope.spend((fields.length * told.length) / 4);
  const combined = fields.flatMap((field) => told.map((value) => joinValues([field, value], "")));
  return isCut ? [...mostTelling(combined, MOST_FIELDS, bank), UNKNOWN] : combined;
}

function expandPart(part: WordPart, scope: Scope, isQuoted: boolean): readonly string[] {
  // `"$*"` and `"${a[*]}"` are one word.
  const joined = (values: readonly string[]) =>
    isQuoted && /^\$(?:\*|\{\*|\{\w+\[\*\])/.test(part.text)
      ? [joinValues(values, (scope.variables.get("IFS")?.[0] ?? " ").slice(0, 1))]
      : values;
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString":
      return expandParts(part.parts, scope, true);
    case "SimpleExpansion":
      return toFields(joined(lookUp(part.text.slice(1), scope)), isQuoted, scope);
    case "ParameterExpansion":
      return toFields(joined(expandParameter(part, scope, expandText)), isQuoted, scope);
    case "CommandExpansion":
      // Asked for its script, the parser reads the text.
      scope.spend(part.text.length / 20);
      return part.script === undefined
        ? [UNKNOWN]
        : substitute(scope.run(part.script, fork(scope), INSIDE), isQuoted, scope);
    case "ProcessSubstitution":
      return [openStream(part, scope)];
    case "ArithmeticExpansion": {
      const value =
        part.expression === undefined ? undefined : evaluateArithmetic(part.expression, scope);
      return [value === undefined ? UNKNOWN_NUMBER : String(value)];
    }
    case "Glob":
      return [part.kind === "star" ? STAR : part.kind === "question" ? ANY : BRACKET + part.text];
    case "ExtendedGlob":
      // `!(a|b)` stands for all other names, which are not looked up.
      return [part.text.startsWith("!") ? UNKNOWN : STAR];
    case "BraceExpansion":
      scope.spend(part.text.length / 5);
      return expandBraces(part.text).flatMap((text) => expandSource(text, scope));
  }
}

/** `<(…)` and `>(…)` are named like a file; whoever opens it gets what the commands print. */
function openStream({ script, operator }: ProcessSubstitutionPart, scope: Scope): string {
  const { streams, sinks } = scope.effects;
  const name = `/dev/fd/${63 + streams.size}`;
  const input = operator === ">" ? UNTOLD : undefined;
  const output =
    script === undefined ? UNTOLD : scope.run(script, fork(scope), { ...INSIDE, input });
  streams.set(name, output);
  scope.effects.isOrderOpen ||= operator === ">";
  if (operator === ">" && script !== undefined) sinks.set(name, script);
  return name;
}

/** An unquoted value is split at the characters of IFS, and its glob characters are live. */
function toFields(given: readonly string[], isQuoted: boolean, scope: Scope): readonly string[] {
  if (isQuoted) return given.length === 0 ? [""] : given;
  scope.spend(given.reduce((sum, value) => sum + 5 + value.length, 0) / 50);
  const separators = scope.variables.get("IFS")?.[0];
  if (separators !== undefined) return given.flatMap((value) => splitAt(value, separators));
  return given.flatMap((value) =>
    /^[ \t\n]+$/.test(value)
      ? [BREAK]
      : value.includes(" ") || /[\n\t*?[]/.test(value)
        ? activateGlobs(value)
            .split(/[ \t\n]+/)
            .filter((field) => field !== "")
        : [value],
  );
}

function splitAt(value: string, separators: string): readonly string[] {
  // Where IFS cannot be told, each of the usual ways to split may be the right one.
  const isSplit = (character: string) =>
    isKnown(separators) ? separators.includes(character) : /[\s:,;/|]/.test(character);
  const marked = [...activateGlobs(value)].map((c) => (isSplit(c) ? "\n" : c)).join("");
  return marked.split(/\n+/).filter((field) => field !== "");
}

function substitute(output: Output, isQuoted: boolean, scope: Scope): readonly string[] {
  if (output.alternatives !== undefined) {
    const each = output.alternatives.flatMap((one) => substitute(one, isQuoted, scope));
    return [...new Set([...each, UNKNOWN_TEXT])];
  }
  const { lines, isComplete } = output;
  scope.spend(lines.length / 20);
  const all = isComplete ? [withoutEnd(joinValues(lines, "\n"))] : [...lines, UNKNOWN_TEXT];
  return isQuoted ? all : toFields(all, false, scope);
}

/** Parses an alternative of a brace expansion: it may hold quotes and expansions of its own. */
function expandSource(text: string, scope: Scope): string[] {
  scope.spend(1);
  // What has neither quotes nor expansions stands for itself.
  if (/^[\w./-]*$/.test(text)) return [text];
  scope.spend(5 + text.length / 20);
  const [statement] = parse(`: ${text}`).commands;
  if (text === "" || statement?.command.type !== "Command") return [text];
  return statement.command.args.flatMap((arg) =>
    arg.type === "Word" ? expandFields(arg, scope) : [arg.text],
  );
}

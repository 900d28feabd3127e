import type { Redirect, Redirection } from "unbash";
import { expandQuoted, expandText, expandWord } from "./expand.ts";
import { type Output, textOfOutput } from "./output.ts";
import {
  NO_OUTPUT,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  followLinks,
  fork,
  textOf,
  toOutput,
} from "./scope.ts";
import { UNKNOWN, joinPath } from "./value.ts";

/** A position behind redirections, with the file that the output goes to. */
export type Redirects = Position & {
  readonly target?: string | undefined;
  /** What stood in the file before; undefined when that cannot be told. */
  readonly before?: string | undefined;
};

/** Notes what is written, and says what comes in and whether the output still reaches the caller. */
export function evaluateRedirects(
  redirects: readonly Redirection[],
  words: string,
  scope: Scope,
  position: Position,
): Redirects {
  let now: Redirects = position;
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") {
      const { body } = redirect;
      const text = body.parts === undefined ? body.text : expandQuoted(body.parts, scope);
      now = takeIn(redirect.descriptor, toOutput(text), scope, now);
    } else if (redirect.target === undefined) {
      continue;
    } else if (redirect.type === "HereString") {
      const input = toOutput(`${expandText(redirect.target, scope)}\n`);
      now = takeIn(redirect.descriptor, input, scope, now);
    } else {
      for (const path of expandWord(redirect.target, scope)) {
        now = evaluateRedirect(redirect, path, words, scope, now);
      }
    }
  }
  return now;
}

function evaluateRedirect(
  { operator, descriptor }: Redirect,
  path: string,
  words: string,
  scope: Scope,
  now: Redirects,
): Redirects {
  if (operator === "<" || operator === "<&") {
    const other = operator === "<&" ? scope.descriptors.get(path)?.input : undefined;
    const text = textOf(scope, path);
    const read = scope.effects.streams.get(path) ?? (text === undefined ? UNTOLD : toOutput(text));
    return takeIn(descriptor, other ?? read, scope, now);
  }
  const number = numberOf(descriptor, scope);
  const isOutput = number === undefined || number === "1";
  if (operator === ">&" && /^(?:\d+-?|-)$/.test(path)) {
    return duplicate(number ?? "1", path.replace(/(?<=\d)-$/, ""), scope, now);
  }
  const isBoth = operator.startsWith("&") || operator === ">&";
  const isErrors = isBoth || number === "2";
  const shown = {
    ...now,
    isShown: now.isShown && !(isOutput && operator !== "<>"),
    hidesErrors: now.hidesErrors === true || isErrors,
  };
  if (scope.effects.sinks.has(path))
    return isOutput ? { ...shown, target: path, before: "" } : shown;
  const before = operator.endsWith(">>") ? textOf(scope, path) : "";
  addWrite(scope, path, "change", words, now);
  if (!isOutput) {
    scope.descriptors.set(number, { input: undefined, target: path });
    return shown;
  }
  return { ...shown, target: path, before: operator === "<>" ? undefined : before };
}

type Descriptor = Redirection["descriptor"];

/** `{name}>` has the shell choose a number, which then stands in the variable. */
function numberOf(descriptor: Descriptor, scope: Scope): string | undefined {
  if (descriptor === undefined) return undefined;
  if (descriptor.type === "FileDescriptor") return String(descriptor.value);
  scope.variables.set(descriptor.name, [UNKNOWN]);
  return `{${descriptor.name}}`;
}

function takeIn(descriptor: Descriptor, input: Output, scope: Scope, now: Redirects): Redirects {
  const number = numberOf(descriptor, scope) ?? "0";
  if (number === "0") return { ...now, input, isFresh: true };
  scope.descriptors.set(number, { input, target: undefined });
  return now;
}

/** `2>&1`, `>&3`, `>&-`: the first now leads where the second does. */
function duplicate(from: string, to: string, scope: Scope, now: Redirects): Redirects {
  const isShown =
    to === "1" ? now.isShown : to === "2" ? now.isShown && now.hidesErrors !== true : false;
  if (from === "2")
    return { ...now, hidesErrors: to === "2" ? now.hidesErrors === true : !isShown };
  if (from !== "1") {
    const other = scope.descriptors.get(to);
    if (other !== undefined) scope.descriptors.set(from, other);
    else scope.descriptors.delete(from);
    return now;
  }
  const target = scope.descriptors.get(to)?.target;
  // What was written there before stands before what comes now.
  const before = target === undefined ? undefined : textOf(scope, target);
  return target === undefined ? { ...now, isShown } : { ...now, isShown: false, target, before };
}

/** Keeps the text that is redirected into a file: a later part of the command line may read or run that file. */
export function keepText(
  output: Output,
  { target, before }: Redirects,
  scope: Scope,
  cwd = scope.cwd,
): Output {
  if (target === undefined) return output;
  const sink = scope.effects.sinks.get(target);
  if (sink !== undefined) {
    const position = { isProven: false, isShown: false, isBackground: true, input: output };
    scope.run(sink, fork(scope), position);
    return NO_OUTPUT;
  }
  const path = followLinks(joinPath(cwd, target), scope.effects.links, false);
  const texts = (output.alternatives ?? [output]).map((each) =>
    each.isComplete && before !== undefined ? before + textOfOutput(each) : UNKNOWN,
  );
  const text = [...new Set(texts)].join(`\n${UNKNOWN}\n`);
  if (text === UNKNOWN) scope.effects.files.delete(path);
  else scope.effects.files.set(path, text);
  const { hasFailed } = output;
  return hasFailed === true ? { ...NO_OUTPUT, hasFailed } : NO_OUTPUT;
}

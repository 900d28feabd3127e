import type { Redirect, Redirection } from "unbash";
import { expandQuoted, expandText, expandWord } from "./expand.ts";
import type { ShellPrint } from "./effects.ts";
import { OTHER, type Output, printsOf, textOfOutput } from "./output.ts";
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
import { EVERY_LINE, printsOfFile } from "./prints.ts";
import { UNKNOWN, joinPath, joinValues } from "./value.ts";

/** A position behind redirections, with the file that the output goes to. */
export interface Redirects {
  readonly position: Position;
  readonly target?: string | undefined;
  /** What stood in the file before; undefined when that cannot be told. */
  readonly before?: string | undefined;
}

/** Notes what is written, and says what comes in and whether the output still reaches the caller. */
export function evaluateRedirects(
  redirects: readonly Redirection[],
  words: string,
  scope: Scope,
  position: Position,
): Redirects {
  let now: Redirects = { position };
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
    const stream = scope.effects.streams.get(path);
    const read = stream ?? (text === undefined ? UNTOLD : toOutput(text));
    const isFile = operator === "<" && stream === undefined;
    const prints = isFile
      ? printsOfFile(path, EVERY_LINE, scope, { ...now.position, isProven: false })
      : undefined;
    return takeIn(descriptor, other ?? { ...read, prints }, scope, now);
  }
  const number = numberOf(descriptor, scope);
  const isOutput = number === undefined || number === "1";
  if (operator === ">&" && /^(?:\d+-?|-)$/.test(path)) {
    return duplicate(number ?? "1", path.replace(/(?<=\d)-$/, ""), scope, now);
  }
  const isBoth = operator.startsWith("&") || operator === ">&";
  const isErrors = isBoth || number === "2";
  const { isShown, hidesErrors } = now.position;
  const shown = {
    ...now,
    position: {
      ...now.position,
      isShown: isShown && !(isOutput && operator !== "<>"),
      hidesErrors: hidesErrors === true || isErrors,
    },
  };
  if (scope.effects.sinks.has(path)) {
    if (isOutput) return { ...shown, target: path, before: "" };
    scope.descriptors.set(number, { input: undefined, target: path });
    return shown;
  }
  const before = operator.endsWith(">>") ? textOf(scope, path) : "";
  addWrite(scope, path, "change", words, now.position);
  if (!isOutput) {
    scope.descriptors.set(number, { input: undefined, target: path });
    // Nothing is written yet; what goes there later goes behind this.
    if (before !== undefined && number !== "2" && operator !== "<>") keep(path, before, scope);
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
  if (number === "0") return { ...now, position: { ...now.position, input, isFresh: true } };
  scope.descriptors.set(number, { input, target: undefined });
  scope.effects.streams.set(`/dev/fd/${number}`, input);
  return now;
}

/** `2>&1`, `>&3`, `>&-`: the first now leads where the second does. */
function duplicate(from: string, to: string, scope: Scope, now: Redirects): Redirects {
  const { position } = now;
  const areErrorsShown = position.isShown && position.hidesErrors !== true;
  const isShown = to === "1" ? position.isShown : to === "2" ? areErrorsShown : false;
  if (from === "2") {
    const hidesErrors = to === "2" ? position.hidesErrors === true : !isShown;
    return { ...now, position: { ...position, hidesErrors } };
  }
  if (from !== "1") {
    const other = scope.descriptors.get(to);
    if (other !== undefined) scope.descriptors.set(from, other);
    else scope.descriptors.delete(from);
    return now;
  }
  const target = scope.descriptors.get(to)?.target;
  if (target === undefined) return { ...now, position: { ...position, isShown } };
  // What was written there before stands before what comes now.
  const before = scope.effects.sinks.has(target) ? "" : textOf(scope, target);
  return { position: { ...position, isShown: false }, target, before };
}

/** What still reaches the caller. Where its output goes elsewhere, what it complains of does, unless that is hidden, too. */
export function printsBehind(
  redirects: readonly Redirection[],
  output: Output,
  { isShown, hidesErrors }: Position,
): readonly ShellPrint[] {
  if (!redirects.some(leadsElsewhere)) return printsOf(output);
  return !isShown && hidesErrors === true ? [] : OTHER;
}

function leadsElsewhere({ type, operator, descriptor }: Redirection): boolean {
  if (type !== "Redirect" || operator === "<" || operator === "<&") return false;
  return descriptor?.type !== "FileDescriptor" || descriptor.value !== 2;
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
  const texts = (output.alternatives ?? [output]).map((each) =>
    each.isComplete && before !== undefined
      ? joinValues([before, textOfOutput(each)], "")
      : UNKNOWN,
  );
  const text = [...new Set(texts)].join(`\n${UNKNOWN}\n`);
  keep(target, text === UNKNOWN ? undefined : text, scope, cwd);
  const { hasFailed } = output;
  return hasFailed === true ? { ...NO_OUTPUT, hasFailed } : NO_OUTPUT;
}

function keep(target: string, text: string | undefined, scope: Scope, cwd = scope.cwd): void {
  const path = followLinks(joinPath(cwd, target), scope.effects.links, false);
  if (text === undefined) scope.effects.files.delete(path);
  else scope.effects.files.set(path, text);
}

import { findWrittenLiterals, toReadable } from "../inline-code.ts";
import {
  type Output,
  type Position,
  type Scope,
  addWrite,
  fork,
  ownText,
  toPart,
} from "../scope.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import type { Invocation } from "./invocation.ts";

/** Stands in a nested script for what cannot be told; nothing sets it. */
export const UNTOLD_VARIABLE = "${__untold}";

/**
 * A script in the agent's own words; what of it cannot be told is inline code. It sees every variable
 * that was set here, exported or not: a value too few could hide a write.
 */
export function runScript(
  script: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): Output {
  if (!isKnown(script)) scope.effects.inline.push(toPart(scope, call.words, position));
  return scope.run(script.replaceAll(UNKNOWN, UNTOLD_VARIABLE), scope, position);
}

/** The text of a file that the command itself brings: written before, made by `<(…)`, or coming in. */
export function broughtText(file: string, scope: Scope, position: Position): string | undefined {
  if (/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(file)) return position.input?.lines.join("\n");
  return scope.effects.streams.get(file)?.lines.join("\n") ?? ownText(file, scope);
}

/** Texts that this command itself brings to a place: of the file, or of those in the folder, also of several of them. */
export function broughtBy(places: string, scope: Scope, position: Position): readonly string[] {
  const { files } = scope.effects;
  return places.split(/[:\s]+/).flatMap((place) => {
    if (place === "") return [];
    const text = broughtText(place, scope, position);
    if (text !== undefined) return [text];
    if (files.size === 0) return [];
    const folder = `${joinPath(scope.cwd, place).replace(/\/$/, "")}/`;
    scope.spend(files.size / 10);
    return [...files].flatMap(([path, each]) => (path.startsWith(folder) ? [each] : []));
  });
}

const LITERAL = /(["'])((?:(?!\1)[^\\]|\\.)*)\1/g;
const MOST_LITERALS = 10;

function literalsIn(text: string): readonly string[] {
  return [...text.matchAll(LITERAL)].map(([, , literal = ""]) => literal);
}

/**
 * A program that this command has made, and whose text is not told: the strings in the words that made it
 * may be what it runs, and the code in them what it writes.
 */
export function runGuessed(file: string, call: Invocation, scope: Scope, position: Position): void {
  const path = joinPath(scope.cwd, file);
  const words = scope.effects.writes.findLast((write) => write.path === path)?.words ?? "";
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  const outer = literalsIn(toReadable(words));
  for (const text of [...outer.flatMap(literalsIn), ...outer].slice(0, MOST_LITERALS)) {
    if (/\s/.test(text)) runScript(text, call, fork(scope), inner);
  }
  for (const { path: written, effect } of findWrittenLiterals(toReadable(words)))
    addWrite(scope, written, effect, call.words, position);
}

export function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

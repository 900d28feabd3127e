import { type Output, type Position, type Scope, ownText, toPart } from "../scope.ts";
import { UNKNOWN, isKnown } from "../value.ts";
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

export function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

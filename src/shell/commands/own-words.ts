import { type Output, type Position, type Scope, toPart } from "../scope.ts";
import { UNKNOWN, isKnown } from "../value.ts";
import type { Invocation } from "./invocation.ts";

/** Stands in a nested script for what cannot be told; nothing sets it. */
export const UNTOLD_VARIABLE = "$_";

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

import type { ShellPrint } from "./effects.ts";
import { OTHER } from "./output.ts";
import { type Position, type Scope, followLinks, isMade } from "./scope.ts";
import { isKnown, joinPath } from "./value.ts";

/** Lines from one to another, the first being 1; up to Infinity where it is the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const EVERY_LINE: readonly Span[] = [{ from: 1, to: Infinity }];

/** These lines of a file, as far as it has them. */
export function printsOfFile(
  name: string,
  spans: readonly Span[],
  scope: Scope,
  { isProven, hidesErrors }: Position,
): readonly ShellPrint[] {
  const file = followLinks(joinPath(scope.cwd, name), scope.effects.links, false);
  const isFile = isKnown(file) && scope.world.isThere(file) && !scope.world.isFolder(file);
  if (!isFile || isMade(name, scope)) return OTHER;
  const failure = isProven ? "exit" : hidesErrors === true ? "silent" : "words";
  return spans.map((span) => ({ kind: "lines", file, ...span, failure }));
}

/** These lines of what comes in, which must be one stretch of one file. */
export function printsOfInput(
  input: readonly ShellPrint[],
  spans: readonly Span[],
): readonly ShellPrint[] {
  const [piece, ...others] = input;
  if (piece?.kind !== "lines" || others.length > 0) return OTHER;
  return spans.flatMap(({ from, to }): readonly ShellPrint[] => {
    const start = piece.from + from - 1;
    const end = Math.min(piece.to, piece.from + to - 1);
    return start > end ? [] : [{ ...piece, from: start, to: end }];
  });
}

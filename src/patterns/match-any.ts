import { toMatcher } from "./automaton.ts";
import { parsePathGlob } from "./path-glob.ts";
import { choice } from "./pattern.ts";

/** One test for many globs, ignoring letter case. A slash at a path's end says that it is a folder, and nothing else. */
export function matchAny(globs: readonly string[]): (path: string) => boolean {
  let match: ((path: string) => boolean) | undefined;
  // Compiled when it is first asked: a start of the host asks nothing.
  return (path) => (match ??= compileAll(globs))(path);
}

/** Whether these can be matched at all: short globs may stand for very much. */
export function canMatch(globs: readonly string[]): boolean {
  return globs.length === 0 || toGlobsMatcher(globs) !== undefined;
}

function toGlobsMatcher(globs: readonly string[]) {
  return toMatcher(choice(globs.map((glob) => parsePathGlob(glob, true))));
}

function compileAll(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const matcher = toGlobsMatcher(globs);
  // Lists that large are refused where settings are read.
  if (matcher === undefined) return () => false;
  return (path) => matcher.matches(path.endsWith("/") ? path.slice(0, -1) : path);
}

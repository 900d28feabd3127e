import type { ShellRead, ShellWorld, ShellWrite } from "./analyze.ts";
import { joinPath } from "./paths.ts";

/** What is known at one point of the command, and what was found so far. */
export interface Scope {
  readonly source: string;
  readonly world: ShellWorld;
  /** Where the shell stands; undefined once it went somewhere that cannot be told. */
  cwd: string | undefined;
  readonly variables: Map<string, string | undefined>;
  readonly reads: ShellRead[];
  readonly writes: ShellWrite[];
  unknownWrite: string | undefined;
}

export interface Position {
  /** Exit status 0 of the whole command line implies that this part ran and succeeded. */
  readonly isProven: boolean;
  /** What this part prints reaches the caller. */
  readonly isShown: boolean;
}

export function addWrite(
  scope: Scope,
  path: string | undefined,
  effect: ShellWrite["effect"],
  words: string,
): void {
  const place = path === undefined ? undefined : joinPath(scope.cwd, path);
  if (place === undefined) scope.unknownWrite ??= words;
  else scope.writes.push({ path: place, effect });
}

import { posix } from "node:path";
import type { Function as FunctionNode, ParsedScript } from "unbash";
import type { ShellEffects, ShellPart, ShellRead, ShellWorld, ShellWrite } from "./effects.ts";
import { isUntold, joinPath } from "./value.ts";

/** What the command does, as far as it has been walked; shared by all scopes of one command line. */
export interface EffectsSoFar {
  readonly reads: ShellRead[];
  readonly writes: ShellWrite[];
  readonly computed: ShellPart[];
  readonly inline: ShellPart[];
  readonly programs: ShellPart[];
  refreshes: string | undefined;
  isReading: boolean;
  /** What `<(…)` prints, by the name that the shell puts in its place. */
  readonly streams: Map<string, Output>;
  /** Files that the command itself writes, with their text where it can be told. */
  readonly files: Map<string, string>;
  /** Files that were not there before the command, and that it writes in its own words. */
  readonly made: Set<string>;
  /** Symbolic links that the command itself makes, and where they lead. */
  readonly links: Map<string, string>;
  /** An `exit`, `exec`, `alias` or `shopt` before may end the shell or change what later words do: success proves no read after it. */
  isProofBroken: boolean;
  /** Nodes evaluated so far: loops and recursion multiply them, so there is a limit, past which the rest is a computed write. */
  steps: number;
  depth: number;
}

/** What is known at one point of the command. */
export interface Scope {
  source: string;
  readonly world: ShellWorld;
  readonly effects: EffectsSoFar;
  /** Where the shell stands: an absolute path, unless it holds UNKNOWN. */
  cwd: string;
  /** `@` holds `$1`, `$2` … of the function or script that runs. */
  readonly variables: Map<string, readonly string[]>;
  readonly functions: Map<string, { readonly node: FunctionNode; readonly source: string }>;
  /** Evaluates a script that stands inside a word or an argument. */
  readonly run: (script: ParsedScript | string, scope: Scope, position: Position) => Output;
  /** Evaluates the command that another was given, such as the one after `sudo` or `-exec`. */
  readonly runCommand: (call: Invocation, scope: Scope, position: Position) => Output;
}

export interface Invocation {
  readonly name: string;
  readonly args: readonly string[];
  /** The words of the command that cause its effects. */
  readonly words: string;
}

/** What a part prints: the lines that can be told, and whether there are no others. */
export interface Output {
  readonly lines: readonly string[];
  readonly isComplete: boolean;
  /** Set when the part is certain to fail: what `&&` joins to it does not run. */
  readonly hasFailed?: boolean;
}

export const NO_OUTPUT: Output = { lines: [], isComplete: true };
export const FAILED: Output = { lines: [], isComplete: true, hasFailed: true };
export const UNTOLD: Output = { lines: [], isComplete: false };

export interface Position {
  /** Exit status 0 of the whole command line implies that this part ran and succeeded. */
  readonly isProven: boolean;
  /** What this part prints reaches the caller. */
  readonly isShown: boolean;
  readonly isBackground: boolean;
  /** What comes in from a pipe or a here-doc; undefined when nothing does. */
  readonly input: Output | undefined;
}

export function newEffects(): EffectsSoFar {
  return {
    reads: [],
    writes: [],
    computed: [],
    inline: [],
    programs: [],
    refreshes: undefined,
    isReading: true,
    streams: new Map(),
    files: new Map(),
    made: new Set(),
    links: new Map(),
    isProofBroken: false,
    steps: 0,
    depth: 0,
  };
}

export function toEffects(effects: EffectsSoFar): ShellEffects {
  const { reads, writes, computed, inline, programs, refreshes, isReading } = effects;
  return { reads, writes, computed, inline, programs, refreshes, isReading };
}

/** A subshell's `cd`, assignments and functions end with it; what it writes does not. */
export function fork(scope: Scope, parts: Partial<Scope> = {}): Scope {
  return {
    source: parts.source ?? scope.source,
    world: scope.world,
    effects: parts.effects ?? scope.effects,
    cwd: parts.cwd ?? scope.cwd,
    variables: new Map(scope.variables),
    functions: scope.functions.size === 0 ? new Map() : new Map(scope.functions),
    run: scope.run,
    runCommand: scope.runCommand,
  };
}

const GONE = "~gone";
/** Names for the open files of a process: which files those are cannot be told. */
const OF_A_PROCESS = /^\/(?:proc|dev\/fd)\/(?!\d+$)|^\/dev\/fd\/(?![12]$)/;

export function addWrite(
  scope: Scope,
  value: string,
  effect: ShellWrite["effect"],
  words: string,
  position: Position,
): void {
  if (value === "") return;
  const isOnName = effect === "delete" || effect === "move-from" || effect === "make-link";
  const path = followLinks(joinPath(scope.cwd, value), scope.effects.links, isOnName);
  scope.effects.files.delete(path);
  // If the name was a link, what is written under it from now on no longer goes where the link led.
  if (effect === "delete" || effect === "move-from") {
    scope.effects.links.set(path.replace(/\/$/, ""), `${path}${GONE}`);
  }
  if (effect === "change" && !scope.world.isThere(path))
    scope.effects.made.add(posix.normalize(path));
  if (isUntold(path) || OF_A_PROCESS.test(path))
    scope.effects.computed.push(toPart(scope, words, position));
  else scope.effects.writes.push({ path, effect, words });
}

/** The text of a file, as this command has written it or as it is on disk. */
export function textOf(scope: Scope, value: string): string | undefined {
  const path = joinPath(scope.cwd, value);
  return scope.effects.files.get(path) ?? scope.world.read(path);
}

/** Whether this command line has made the file: running it is then inline code, not a program of the project. */
export function isMade(value: string, scope: Scope): boolean {
  return scope.effects.made.has(posix.normalize(joinPath(scope.cwd, value)));
}

export function toOutput(text: string): Output {
  return { lines: text.replace(/\n$/, "").split("\n"), isComplete: true };
}

/** Runs with `$1`, `$2` … set, and puts the old ones back. */
export function withParameters<Result>(
  scope: Scope,
  parameters: readonly string[],
  run: () => Result,
): Result {
  const before = scope.variables.get("@") ?? [];
  scope.variables.set("@", parameters);
  const result = run();
  scope.variables.set("@", before);
  return result;
}

/** Follows links that this command line itself makes: they are not on disk yet. */
export function followLinks(path: string, links: EffectsSoFar["links"], isOnName: boolean): string {
  for (const [link, target] of links) {
    if (path === link) return isOnName ? path : target;
    if (path.startsWith(`${link}/`)) return target + path.slice(link.length);
  }
  return path;
}

export function toPart(
  scope: Scope,
  words: string,
  position: Position,
  args: readonly string[] = [],
): ShellPart {
  return { words, args, cwd: scope.cwd, isBackground: position.isBackground };
}

import type { ParsedScript } from "unbash";
import type { ShellPart, ShellWorld, ShellWrite } from "./effects.ts";
import { UNKNOWN, anyOf, joinPath } from "./values.ts";

/** What the command does, as far as it was walked; shared by all scopes of one command line. */
export interface Found {
  readonly reads: string[];
  readonly writes: ShellWrite[];
  readonly own: ShellPart[];
  readonly programs: ShellPart[];
  /** Texts of files that the command itself writes, so that a script among them is known when it runs. */
  readonly texts: Map<string, string>;
  refreshes: string | undefined;
  isReading: boolean;
  /** How much work was done: see `grow`. */
  size: number;
}

/** Limits the work for one command line: loops in loops, words that multiply. */
const LARGEST = 4000;
export class TooLarge extends Error {}

export function grow({ found }: Scope, units: number): void {
  found.size += units;
  if (found.size > LARGEST) throw new TooLarge();
}

/** What is known at one point in the command. */
export interface Scope {
  readonly world: ShellWorld;
  readonly found: Found;
  /** The text in which the positions of its nodes count: for the body of a function, a part of the command. */
  readonly source: string;
  /** How many scripts and functions this scope is nested in. */
  readonly depth: number;
  cwd: string;
  readonly variables: Map<string, readonly string[]>;
  /** Bodies of functions, as written. */
  readonly functions: Map<string, string>;
  parameters: readonly string[];
  /** Runs a script that is in a word or an argument. */
  readonly run: (script: ParsedScript | string, scope: Scope, input: Input) => string;
  /** Runs a command that another command was given, such as the one after `sudo` or `-exec`. */
  readonly call: Run;
}

/** The input from a pipe, a file or a here-doc, with UNKNOWN where it cannot be told. */
export type Input = string | undefined;

/** A command with its arguments, where it runs, and what it reads. */
export interface Step {
  readonly call: Call;
  readonly scope: Scope;
  readonly input: Input;
}

export interface Call {
  readonly name: string;
  readonly args: readonly string[];
}

/** Notes what a command does, and returns what it prints, with UNKNOWN where it cannot be told. */
export type Run = (step: Step) => string;

/** The output of a part that cannot be told, and the output of a part that prints nothing. */
export const UNTOLD = UNKNOWN;
export const SILENT = "";

/** The output of several parts if it is unknown which of them run. */
export function oneOf(outputs: readonly string[]): string {
  return outputs.every((output) => output === SILENT) ? SILENT : UNTOLD;
}

/** A subshell's `cd`, assignments and functions end with it; what it writes does not. */
export function fork(scope: Scope, changes: Partial<Scope> = {}): Scope {
  const variables = new Map(scope.variables);
  return { ...scope, variables, functions: new Map(scope.functions), ...changes };
}

/** One of the branches ran, but it is unknown which: only what they agree on is still known. */
export function join(scope: Scope, branches: readonly Scope[]): void {
  scope.cwd = anyOf(branches.map(({ cwd }) => cwd));
  for (const name of new Set(branches.flatMap(({ variables }) => [...variables.keys()]))) {
    const values = branches.map(({ variables }) => variables.get(name));
    const isSame = values.every((value) => value?.join("\n") === values[0]?.join("\n"));
    const either = anyOf(values.map((value) => value?.join(" ")));
    scope.variables.set(name, isSame ? (values[0] ?? []) : [either]);
  }
  for (const { functions } of branches)
    for (const [name, body] of functions) scope.functions.set(name, body);
}

const NO_FILE = /^(?:|-|:memory:|\/dev\/(?:null|std\w+|tty|fd\/\d+))$/;
const TAKES_AWAY = new Set(["delete", "move-from", "make-link"]);

export function addWrite(step: Step, file: string, effect: ShellWrite["effect"]): void {
  const { cwd, world, found } = step.scope;
  grow(step.scope, 5);
  const path = joinPath(cwd, file);
  const isFile = effect === "change" || effect === "make-folder";
  // An existing folder cannot be written like a file, and need not be made.
  if (NO_FILE.test(file) || (isFile && !file.endsWith("/") && world.isFolder(path))) return;
  // A name that the command itself removes first may be a link to another place by then.
  const isReplaced = found.writes.some(
    (write) => TAKES_AWAY.has(write.effect) && `${path}/`.startsWith(`${write.path}/`),
  );
  if (isReplaced || path.startsWith(UNKNOWN)) addPart("own", step);
  else found.writes.push({ path, effect, by: kindOf(step.call) });
}

/** A computed name, or a name with blanks, may be any program. */
function kindOf({ name, args }: Call): string {
  if (/^(?:g?sed|perl)$/.test(name) && args.some((arg) => /^-[a-z]*i/.test(arg)))
    return `${name} -i`;
  return /^[^\0\s]+(?: [a-z-]+)?$/.test(name) ? name : "sh";
}

export function addPart(kind: "own" | "programs", step: Step, args = step.call.args): void {
  const { call, scope } = step;
  grow(scope, 5);
  const { cwd, found } = scope;
  // One part is enough for a command with many targets.
  if (found[kind].at(-1)?.args === args) return;
  found[kind].push({ by: kindOf(call), args, cwd });
}

/** Whether the command itself wrote the file: running it is then the agent's own words. */
export function isOwnFile(file: string, { cwd, found }: Scope): boolean {
  const path = joinPath(cwd, file);
  return found.writes.some((write) => write.path === path);
}

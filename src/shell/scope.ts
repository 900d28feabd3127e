import type { ParsedScript } from "unbash";
import type { ShellPart, ShellPrint, ShellWorld, ShellWrite } from "./effects.ts";
import { UNKNOWN, anyOf, isKnown, joinPath } from "./values.ts";

/** What the command does, as far as it has been walked; shared by all scopes of one command line. */
export interface Found {
  readonly reads: string[];
  readonly writes: ShellWrite[];
  readonly own: ShellPart[];
  readonly programs: ShellPart[];
  /** Texts of files that the command itself writes: a script that it then runs is known. */
  readonly texts: Map<string, string>;
  refreshes: string | undefined;
  isReading: boolean;
  /** The order of what is printed cannot be told. */
  isOrderOpen: boolean;
  /** How much was looked at: see `grow`. */
  size: number;
}

/** Bounds the work for one command line: loops in loops, words that multiply. */
const LARGEST = 4000;
export class TooLarge extends Error {}

export function grow({ found }: Scope, units: number): void {
  found.size += units;
  if (found.size > LARGEST) throw new TooLarge();
}

/** What is known at one point of the command. */
export interface Scope {
  readonly world: ShellWorld;
  readonly found: Found;
  /** The text that the positions of its nodes count in: the body of a function is a part of it. */
  readonly source: string;
  /** How many scripts and functions are around it. */
  readonly depth: number;
  cwd: string;
  readonly variables: Map<string, readonly string[]>;
  /** Bodies of functions, as they were written. */
  readonly functions: Map<string, string>;
  parameters: readonly string[];
  /** Runs a script that stands inside a word or an argument. */
  readonly run: (script: ParsedScript | string, scope: Scope, place: Place) => Output;
  /** Runs a command that another one was given, such as the one after `sudo` or `-exec`. */
  readonly call: Run;
}

/** A command with its arguments, where it runs, and what surrounds it. */
export interface Step {
  readonly call: Call;
  readonly scope: Scope;
  readonly place: Place;
}

export interface Call {
  readonly name: string;
  readonly args: readonly string[];
}

export type Run = (step: Step) => Output;

export interface Place {
  /** Exit status 0 of the whole command line implies that this part ran and succeeded. */
  readonly isProven: boolean;
  /** Its error messages do not reach the caller. */
  readonly hidesErrors: boolean;
  /** What comes in from a pipe, a file or a here-doc. */
  readonly input: Output | undefined;
}

export const INSIDE: Place = {
  isProven: false,
  hidesErrors: false,
  input: undefined,
};

/** What a part prints: its text, with UNKNOWN where it cannot be told, and where that comes from, piece by piece. */
export interface Output {
  readonly text: string;
  readonly prints: readonly ShellPrint[];
}

const OTHER: readonly ShellPrint[] = [{ kind: "other" }];
export const UNTOLD: Output = { text: UNKNOWN, prints: OTHER };
export const SILENT: Output = { text: "", prints: [] };

export function say(text: string): Output {
  if (!isKnown(text)) return { text, prints: OTHER };
  return text === "" ? SILENT : { text, prints: [{ kind: "text" }] };
}

/** More pieces than this could not be told apart in an output. */
const MOST_PRINTS = 100;
const LONGEST_TEXT = 50_000;

export function append(first: Output, second: Output): Output {
  const prints = [...first.prints, ...second.prints];
  const text = first.text + second.text;
  return {
    text: text.length > LONGEST_TEXT ? UNKNOWN : text,
    prints: prints.length > MOST_PRINTS ? OTHER : prints,
  };
}

/** The output of a part that may not run at all: lines of a file may be missing without a word. */
export function maybe({ text, prints }: Output): Output {
  return {
    text: text === "" ? "" : UNKNOWN,
    prints: prints.map((piece) =>
      piece.kind === "lines" ? { ...piece, failure: "silent" } : { kind: "other" },
    ),
  };
}

/** The output of one of several parts, nobody knows which. */
export function oneOf(outputs: readonly Output[]): Output {
  return outputs.every(({ prints }) => prints.length === 0) ? SILENT : UNTOLD;
}

/** An input that several commands share: each of them reads a part of it. */
export function shared(place: Place): Place {
  return place.input === undefined ? place : { ...place, input: { ...place.input, prints: OTHER } };
}

/** A subshell's `cd`, assignments and functions end with it; what it writes does not. */
export function fork(scope: Scope, changes: Partial<Scope> = {}): Scope {
  const variables = new Map(scope.variables);
  return { ...scope, variables, functions: new Map(scope.functions), ...changes };
}

/** One of the branches ran, nobody knows which: only what they agree on is still known. */
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
  // A folder that is there cannot be written like a file, and needs not be made.
  if (NO_FILE.test(file) || (isFile && !file.endsWith("/") && world.isFolder(path))) return;
  // A name that the command itself takes away first may lead elsewhere by then.
  const isReplaced = found.writes.some(
    (write) => TAKES_AWAY.has(write.effect) && `${path}/`.startsWith(`${write.path}/`),
  );
  if (isReplaced || path.startsWith(UNKNOWN)) addPart("own", step);
  else found.writes.push({ path, effect, by: kindOf(step.call) });
}

/** A name that is computed, or has blanks in it, may be anything. */
function kindOf({ name, args }: Call): string {
  if (/^(?:g?sed|perl)$/.test(name) && args.some((arg) => /^-[a-z]*i/.test(arg)))
    return `${name} -i`;
  return /^[^\0\s]+(?: [a-z-]+)?$/.test(name) ? name : "sh";
}

export function addPart(kind: "own" | "programs", step: Step, args = step.call.args): void {
  const { call, scope } = step;
  grow(scope, 5);
  const { cwd, found } = scope;
  // One part for a command that has many targets.
  if (found[kind].at(-1)?.args === args) return;
  found[kind].push({ by: kindOf(call), args, cwd });
}

/** Whether the command has written the file itself: what runs then is the agent's own words. */
export function isOwnFile(file: string, { cwd, found }: Scope): boolean {
  const path = joinPath(cwd, file);
  return found.writes.some((write) => write.path === path);
}

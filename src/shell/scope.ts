import { posix } from "node:path";
import type { Function as FunctionNode, ParsedScript, WordPart } from "unbash";
import type { Spend } from "../patterns/automaton.ts";
import type { ShellEffects, ShellPart, ShellRead, ShellWorld, ShellWrite } from "./effects.ts";
import { type Output, UNTOLD, printsOf } from "./output.ts";
import { type Value, isKnown, isUntold, joinPath } from "./value.ts";

export type { Output } from "./output.ts";
export { FAILED, NO_OUTPUT, SUCCEEDED, UNTOLD, toOutput } from "./output.ts";

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
  /** What `>(…)` runs, by the name that the shell puts in its place. */
  readonly sinks: Map<string, ParsedScript | string>;
  /** Files that the command itself writes, with their text where it can be told. */
  files: Map<string, string>;
  /** Files that the command writes in its own words. */
  made: Set<string>;
  /** Links that the command itself makes, and where they lead. */
  links: Map<string, string>;
  /** Files and folders that the command itself copies or moves, and where they came from. */
  readonly copies: Map<string, string>;
  /** Branches have left a variable or the current folder with several values. */
  isForked: boolean;
  /** An alias, a `shopt` or other descriptors: words may do something else than they say, and no condition is decided. */
  isMeaningOpen: boolean;
  /** An `exit`, `exec`, `alias` or `shopt` before may end the shell or change what later words do: success proves no read after it. */
  isProofBroken: boolean;
  /** Something prints besides what stands in the command, or at another time: what is shown cannot be told apart. */
  isOrderOpen: boolean;
  /** The command asks for `$_`, which is kept for nobody else: it differs from branch to branch. */
  namesLastWord: boolean;
  /** Nothing in the whole command does more than show what is there. */
  onlyShows: () => boolean;
  depth: number;
}

/** How a part of a script can be left before its end. */
export type End = "continue" | "break" | "return" | "exit";

export interface ShellFunction {
  readonly node: FunctionNode;
  readonly source: string;
}

/** What a descriptor that `exec` opened leads to. */
export interface Descriptor {
  readonly input: Output | undefined;
  readonly target: string | undefined;
}

/** A branch that has left a loop or a function, as it was then. */
export interface Departure {
  readonly end: End;
  readonly scope: Scope;
  readonly disk: Disk;
}

export type Disk = Pick<EffectsSoFar, "files" | "made" | "links">;

/** What is known at one point of the command. */
export interface Scope {
  source: string;
  readonly world: ShellWorld;
  readonly effects: EffectsSoFar;
  /** Where the shell stands: an absolute path, unless it holds UNKNOWN. */
  cwd: string;
  /** All folders that it may stand in, where branches have left it in several. */
  folders: readonly string[];
  /** `@` holds `$1`, `$2` … of the function or script that runs. */
  readonly variables: Map<string, Value>;
  /** Several where branches define a function differently; undefined where one does not. */
  readonly functions: Map<string, readonly (ShellFunction | undefined)[]>;
  readonly aliases: Map<string, string>;
  readonly descriptors: Map<string, Descriptor>;
  /** Scripts that a signal or the end of the shell runs. */
  readonly traps: string[];
  /** What `local` has hidden in the function that runs. */
  locals: Map<string, Value | undefined> | undefined;
  /** Set once nothing more of this part runs. */
  end: End | undefined;
  departures: readonly Departure[];
  /** The words are for bash; in other shells some of them mean something else. */
  isBash: boolean;
  /** What parts of a word become inside double quotes. */
  readonly expand: (parts: readonly WordPart[], scope: Scope) => string;
  /** Counts what the analysis does, in all scopes: loops and branches multiply it, so there is a limit. */
  readonly spend: Spend;
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

export interface Position {
  /** Exit status 0 of the whole command line implies that this part ran and succeeded. */
  readonly isProven: boolean;
  /** What this part prints reaches the caller. */
  readonly isShown: boolean;
  readonly isBackground: boolean;
  /** What goes to the second descriptor does not reach the caller. */
  readonly hidesErrors?: boolean;
  /** What comes in is for this command alone: it reads from its beginning. */
  readonly isFresh?: boolean;
  /** What comes in from a pipe or a here-doc; undefined when nothing does. */
  readonly input: Output | undefined;
}

/** Inside a word: what is printed there becomes a part of it. */
export const INSIDE: Position = {
  isProven: false,
  isShown: false,
  isBackground: false,
  input: undefined,
};

/** What stands among the variables for an option of `shopt` that is set; no variable can have this name. */
export function optionMark(name: string): string {
  return `shopt ${name}`;
}

export const ATTRIBUTES = ["n", "i", "l", "u"] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Set by `declare -i` and its like; no variable can have this name. */
export function attributeMark(letter: Attribute, name: string): string {
  return `declare -${letter} ${name}`;
}

/** The variable that a name stands for, `declare -n` or not. */
export function resolveName(name: string, { variables }: Scope): string {
  const [target = ""] = variables.get(attributeMark("n", name)) ?? [];
  return /^\w+$/.test(target) ? target : name;
}

/** Numbers that the shell itself puts there, another one each time, until somebody sets them. */
const TICKING = /^(?:S?RANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|BASHPID|LINENO|PPID|E?UID)$/;

export function isTicking(name: string, { isBash, variables }: Scope): boolean {
  return isBash && TICKING.test(name) && !variables.has(name);
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
    sinks: new Map(),
    files: new Map(),
    made: new Set(),
    links: new Map(),
    isForked: false,
    isMeaningOpen: false,
    copies: new Map(),
    isProofBroken: false,
    isOrderOpen: false,
    namesLastWord: false,
    onlyShows: () => false,
    depth: 0,
  };
}

export function toEffects(effects: EffectsSoFar, output: Output = UNTOLD): ShellEffects {
  const { reads, writes, computed, inline, programs, refreshes, isReading } = effects;
  const isOpen = effects.isProofBroken || effects.isMeaningOpen || effects.isOrderOpen;
  const prints = isOpen ? undefined : printsOf(output);
  return { reads, prints, writes, computed, inline, programs, refreshes, isReading };
}

/** A subshell's `cd`, assignments and functions end with it; what it writes does not. */
export function fork(scope: Scope, parts: Partial<Scope> = {}): Scope {
  scope.spend(4 + (scope.variables.size + scope.functions.size) / 5);
  return {
    source: parts.source ?? scope.source,
    world: scope.world,
    effects: parts.effects ?? scope.effects,
    cwd: parts.cwd ?? scope.cwd,
    folders: parts.cwd === undefined ? scope.folders : [],
    variables: new Map(scope.variables),
    functions: scope.functions.size === 0 ? new Map() : new Map(scope.functions),
    aliases: scope.aliases.size === 0 ? new Map() : new Map(scope.aliases),
    descriptors: scope.descriptors.size === 0 ? new Map() : new Map(scope.descriptors),
    traps: [],
    locals: scope.locals,
    end: undefined,
    departures: [],
    isBash: parts.isBash ?? scope.isBash,
    spend: scope.spend,
    expand: scope.expand,
    run: scope.run,
    runCommand: scope.runCommand,
  };
}

/** At the end of the name of a link that is no longer there. */
export const GONE = "~gone";
/** Other names for where the shell stands, and for the root. */
const OF_THIS_PROCESS = /^\/proc\/(?:self|thread-self|\0+\udc00?|\d+)\/(cwd|root)(?=\/)/;
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
  // Whoever settles where it leads asks the machine several times.
  scope.spend(20 + scope.effects.links.size / 10 + value.length / 20);
  const isOnName = effect === "delete" || effect === "move-from" || effect === "make-link";
  const place = joinPath(scope.cwd, value).replace(OF_THIS_PROCESS, (_, kind: string) =>
    kind === "cwd" ? scope.cwd : "",
  );
  const path = followLinks(place, scope.effects.links, isOnName);
  scope.effects.files.delete(path);
  scope.effects.copies.delete(path);
  // If the name was a link, what is written under it from now on no longer goes where the link led.
  if (effect === "delete" || effect === "move-from") {
    scope.effects.links.set(path.replace(/\/$/, ""), `${path}${GONE}`);
  }
  if (effect === "change") scope.effects.made.add(posix.normalize(path));
  if (isUntold(path) || OF_A_PROCESS.test(path))
    scope.effects.computed.push(toPart(scope, words, position));
  else scope.effects.writes.push({ path, effect, words });
}

/** The text of a file, as this command has written it or as it is on disk; undefined where it cannot be told. */
export function textOf(scope: Scope, value: string): string | undefined {
  const own = ownText(value, scope);
  if (own !== undefined || isMade(value, scope)) return own;
  return scope.world.read(pathOf(value, scope));
}

/** Notes what a file that was just written holds. */
export function keepFile(value: string, text: string | undefined, scope: Scope): void {
  if (text !== undefined) scope.effects.files.set(pathOf(value, scope), text);
}

/** The text of a file that this command itself has written, moved or copied. */
export function ownText(value: string, scope: Scope): string | undefined {
  const { files, copies, made } = scope.effects;
  const path = pathOf(value, scope);
  const own = files.get(path);
  if (own !== undefined || copies.size === 0) return own;
  const source = followLinks(path, copies, false);
  return source === path || made.has(source) ? undefined : scope.world.read(source);
}

/** Whether this command line has written the file: running it is then inline code, not a program of the project. */
export function isMade(value: string, scope: Scope): boolean {
  return scope.effects.made.has(posix.normalize(pathOf(value, scope)));
}

function pathOf(value: string, scope: Scope): string {
  return followLinks(joinPath(scope.cwd, value), scope.effects.links, false);
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

/** Whether nothing below a folder is the bank's. What is unknown, or has a `..`, may be anywhere. */
export function isAwayFromBank(path: string, { world }: Scope): boolean {
  const folder = path.endsWith("/") ? path : `${path}/`;
  const isBeside = !`${world.bank}/`.startsWith(folder) && !folder.startsWith(`${world.bank}/`);
  return isBeside && isKnown(path) && !path.includes("..");
}

/** Whether a part of the command does more than show something. What it does is not noted. */
export function isActing(scope: Scope, run: (inner: Scope) => void): boolean {
  const { effects } = scope;
  const { writes, computed, inline, programs } = newEffects();
  const tried: EffectsSoFar = {
    ...effects,
    reads: [],
    writes,
    computed,
    inline,
    programs,
    streams: new Map(effects.streams),
    sinks: new Map(effects.sinks),
    files: new Map(effects.files),
    made: new Set(effects.made),
    links: new Map(effects.links),
    copies: new Map(effects.copies),
  };
  run(fork(scope, { effects: tried }));
  effects.refreshes ??= tried.refreshes;
  return writes.length + computed.length + inline.length + programs.length > 0;
}

export function toPart(
  scope: Scope,
  words: string,
  position: Position,
  args: readonly string[] = [],
): ShellPart {
  const climbs = args.filter((arg) => arg.includes("..")).length;
  scope.spend(5 + words.length / 500 + args.length * 8 + climbs * 50 + scope.cwd.length / 20);
  return { words, args, cwd: scope.cwd, isBackground: position.isBackground };
}

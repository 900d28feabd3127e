import { readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { literal } from "../patterns/literal.ts";
import { analyzeCommand } from "../shell/analyze.ts";
import type { ShellEffects, ShellPart, ShellWrite } from "../shell/effects.ts";
import { analyzeForeignCommand } from "../shell/foreign.ts";
import { GONE } from "../shell/scope.ts";
import { UNKNOWN, UNKNOWN_NUMBER, UNKNOWN_TEXT, isKnown, knownFolder } from "../shell/value.ts";
import type { EffectCheck, Printed, Read, Target, ToolCall, Write } from "../types.ts";
import { type Paths, followDots, realPathOf } from "../io/disk/paths.ts";
import { lstatOf, statOf } from "../io/disk/stat.ts";
import { isOwnCli } from "./own-cli.ts";

export interface ShellPlace {
  /** Where the command runs. */
  readonly folder: string;
  readonly root: string;
  readonly paths: Paths;
}

/** What a command does, analysed against the files that are there. */
export function readEffects(command: string, { folder, root, paths }: ShellPlace): ShellEffects {
  const plain = new Set<string>();
  // Loops and branches ask for the same files again and again.
  const statOnce = once((path) => lstatOf(path));
  const readOnce = once((path) => readSmall(path));
  const isThere = (path: string) => plain.has(path) || statOnce(path) !== undefined;
  return analyzeCommand(command, {
    home: homedir(),
    start: folder,
    root,
    bank: paths.bank,
    guarded: paths.guarded,
    isThere: (path) => isKnown(path) && isThere(resolve(folder, path)),
    isFolder: (path) => isKnown(path) && isFolder(resolve(folder, path), plain),
    isLink: (path) => isKnown(path) && (statOnce(resolve(folder, path))?.isSymbolicLink() ?? false),
    realPath: (path) => realPathOf(followDots(path.startsWith("/") ? path : `${folder}/${path}`)),
    list: (path) => namesIn(resolve(folder, path), plain),
    read: (path) => (isKnown(path) ? readOnce(resolve(folder, path)) : undefined),
    variable: (name) => process.env[name],
    isOwnCli: (program) => isKnown(program) && isOwnCli(program, folder),
  });
}

/** What is asked of the disk for one command, asked once for each path. */
function once<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const answers = new Map<string, { readonly answer: Answer }>();
  return (path) => {
    const known = answers.get(path) ?? { answer: ask(path) };
    answers.set(path, known);
    return known.answer;
  };
}

/** Of a longer list the rest is a write whose target cannot be told. */
const MOST_WRITES = 1000;

/** A shell command as the files it reads and writes. */
export function toShellCall(command: string, place: ShellPlace): ToolCall {
  const { folder, paths } = place;
  const effects = readEffects(command, place);
  const targetOf = once((path) => paths.toTarget(path, folder));
  const writes = effects.writes
    .slice(0, MOST_WRITES)
    .map((write) => ({ write, target: toTarget(write, place) }))
    .filter((each) => !removesNothing(each));
  const untold =
    writes.find(({ target }) => target === undefined)?.write ??
    effects.computed[0] ??
    effects.writes[MOST_WRITES];
  const own = [...effects.computed, ...effects.inline];
  const naming = [...own, ...effects.programs].filter((part) => partNamesBank(part, place));
  // A program that goes on, such as a server of the folder, is not the agent's own words: what it does is seen later.
  const prints = effects.prints?.map((piece): Printed<Target> =>
    piece.kind === "lines" ? { ...piece, file: targetOf(piece.file) } : piece,
  );
  const reads = effects.reads
    .filter(({ path }) => isKnown(path))
    .map(({ path, whole }) => ({ target: targetOf(path), whole }));
  const late = naming.find((part) => part.isBackground && own.includes(part));
  return {
    via: "shell",
    reads: [...reads, ...docsShown(prints, reads)],
    prints: prints?.some(isOfDoc) === true ? prints : undefined,
    writes: writes.flatMap(({ write: { effect, words }, target }): Write[] =>
      target === undefined ? [] : [{ target, effect, words: shown(words) }],
    ),
    unknownWrite: untold === undefined ? undefined : shown(untold.words),
    lateWrite: late === undefined ? undefined : shown(late.words),
    effectCheck:
      toEffectCheck(effects, naming, untold?.words) ??
      toDoubtfulCheck(command, effects, place) ??
      toBelievedCheck(command),
    refreshesBank: effects.refreshes,
    delegatesTo: undefined,
  };
}

/** `rm -rf dist` where there is none. What guards ask about is asked all the same: somebody may be making it. */
function removesNothing({ write, target }: { write: ShellWrite; target: Target | undefined }) {
  if (write.effect !== "delete" || target === undefined || !isKnown(write.path)) return false;
  const isGuarded = target.place === "bank" || target.holdsBank || target.state !== undefined;
  return !isGuarded && target.conversation === undefined && !lstatOf(followDots(write.path));
}

/** What comes in by one of these is seen by its output, not by success alone. */
function docsShown(prints: readonly Printed<Target>[] = [], reads: readonly Read[]): Read[] {
  const docs = new Map(prints.filter(isOfDoc).map(({ file }) => [file.doc, file]));
  for (const { target } of reads) docs.delete(target.doc);
  return [...docs.values()].map((target) => ({ target, whole: false }));
}

function isOfDoc(piece: Printed<Target>): piece is Extract<typeof piece, { kind: "lines" }> {
  return piece.kind === "lines" && piece.file.doc !== undefined;
}

/** What is run whose effect only shows afterwards; of several causes, the one that says most. */
function toEffectCheck(
  { computed, inline, programs }: ShellEffects,
  naming: readonly ShellPart[],
  untold: string | undefined,
): EffectCheck | undefined {
  const own = [...naming, ...inline, ...computed];
  const words = own[0]?.words ?? untold ?? programs[0]?.words;
  if (words === undefined) return undefined;
  const runsGit = programs.some(({ words }) => /(?:^|[\s/])git\s/.test(words));
  const lingers = [...own, ...programs].some(({ isBackground }) => isBackground);
  const isOwnWords = own.length > 0 || untold !== undefined;
  const cause = naming.length > 0 ? "names-bank" : isOwnWords ? "own-words" : "program";
  return { words: shown(words), cause, runsGit, lingers };
}

/**
 * All of it is known, and yet: a path known in part may turn back by a `..`, and a command with the
 * bank in its words, that does more than show, may have an option that nobody thought of.
 */
function toDoubtfulCheck(
  command: string,
  { writes, isReading }: ShellEffects,
  { folder, paths }: ShellPlace,
): EffectCheck | undefined {
  const partly = writes.find(({ path }) => !isKnown(path.replaceAll(UNKNOWN_NUMBER, "")));
  if (partly === undefined && isReading) return undefined;
  const isNaming = hasBankName(command, paths) || paths.isInBank(folder);
  if (partly === undefined && !isNaming) return undefined;
  const runsGit = /\bgit\s/.test(command);
  const cause = isNaming ? "names-bank" : "own-words";
  return { words: shown(partly?.words ?? command), cause, runsGit, lingers: false };
}

/** Nothing in it is known to touch the bank; what it did holds, not what we believe of it. */
function toBelievedCheck(command: string): EffectCheck {
  return { words: shown(command), cause: "harmless", runsGit: false, lingers: false };
}

/** The same for a shell that is not POSIX: what names the bank must be on the short list of readers. */
export function toForeignCall(command: string, { folder, paths }: ShellPlace): ToolCall {
  const { isReading, isWriting, shows, ...named } = analyzeForeignCommand(command, paths.names());
  const bank = paths.toTarget(paths.bank);
  const namesBank = named.namesBank || paths.isInBank(folder);
  return {
    via: "shell",
    reads: shows === undefined ? [] : [{ target: paths.toTarget(shows, folder), whole: true }],
    writes: namesBank && !isReading ? [{ target: bank, effect: "change", words: command }] : [],
    unknownWrite: isWriting ? command : undefined,
    lateWrite: undefined,
    effectCheck: isReading
      ? toBelievedCheck(command)
      : {
          words: command,
          cause: namesBank ? "names-bank" : isWriting ? "own-words" : "program",
          runsGit: /\bgit\b/i.test(command),
          lingers: false,
        },
    refreshesBank: undefined,
    delegatesTo: undefined,
  };
}

/** What removes or replaces a name does not follow it. */
const ON_THE_NAME = new Set(["delete", "move-from", "make-link"]);

/** At the end of a name that the command itself has removed before: see `GONE`. */
const REMOVED = new RegExp(`${GONE}(?=/|$)`, "g");

/** What is written anew under a name that was removed is that file, unless a link of that name leads elsewhere. */
function toTarget(write: ShellWrite, place: ShellPlace): Target | undefined {
  const target = findTarget(write, place);
  const path = write.path.replaceAll(REMOVED, "");
  const other = path === write.path ? undefined : findTarget({ ...write, path }, place);
  return other?.place === target?.place && other?.doc === target?.doc ? (other ?? target) : target;
}

/** Undefined when too little of the path is known to say where it is. */
function findTarget(
  { path, effect }: ShellWrite,
  { folder, root, paths }: ShellPlace,
): Target | undefined {
  const find = ON_THE_NAME.has(effect) && !path.endsWith("/") ? paths.toEntry : paths.toWritten;
  const numbered = path.replaceAll(UNKNOWN_NUMBER, "…");
  if (isKnown(numbered))
    return find(numbered.includes("/..") ? followDots(numbered) : numbered, folder);
  // What cannot be told may be nothing at all: `mem$x` and `memory-bank/$file`.
  const withoutIt = path.includes(UNKNOWN_TEXT) ? "" : path.replaceAll(UNKNOWN, "");
  for (const guess of [withoutIt, knownFolder(path) ?? ""]) {
    if (guess === "" || guess === "." || guess === "/") continue;
    const target = paths.toTarget(guess, folder);
    if (target.doc !== undefined) return { ...target, path: shown(relative(root, path)) };
  }
  const start = knownFolder(path);
  const known = start === undefined ? undefined : followDots(start);
  // What begins in a folder that no bank is below cannot end there.
  const isAbove = (bank: string) => `${bank}/`.startsWith(known === "/" ? "/" : `${known}/`);
  if (known !== undefined && !isAbove(paths.bank) && !paths.banks().some(isAbove)) {
    // Of a folder in which something goes, nothing else need go.
    const { state, ...target } = paths.toTarget(known, folder);
    return state === "inside" ? { ...target, state } : target;
  }
  const names = paths.names();
  const named = path.split("/").findIndex((part) => names.includes(part.toLowerCase()));
  if (named === -1) return undefined;
  const doc = path
    .split("/")
    .slice(named + 1)
    .join("/");
  return { path: shown(path), place: "bank", doc, holdsBank: false };
}

/** For people: what cannot be told, as dots. */
function shown(text: string): string {
  return text
    .replaceAll(UNKNOWN_NUMBER, "…")
    .replaceAll(UNKNOWN_TEXT, "…")
    .replaceAll(UNKNOWN, "…");
}

/** Nearly no command has one of these. */
const LETTERS = new Map<string, RegExp>();

function lettersOf(name: string): RegExp {
  const known = LETTERS.get(name) ?? new RegExp(literal(name), "gi");
  LETTERS.set(name, known);
  return known;
}

const PART_OF_NAME = /[\w.-]/;
/** The letter of an option that its value follows at once. */
const OPTION = /(?:^|\s)-[a-zA-Z]$/;
const GOES_ON = /^(?:[\w-]|\.\w)/;
const ENDS_PATH = /[\s"'`=:;,()<>|&]/;
/** Of more names than this nobody asks where each of them is. */
const MOST_NAMES = 50;

/** As a name of its own: `memory-bank-dev.log` is another one, and a folder of that name elsewhere, too. */
function hasBankName(text: string, paths: Paths): boolean {
  return paths.names().some((name) => hasName(text, name, paths));
}

function hasName(text: string, name: string, paths: Paths): boolean {
  let asked = 0;
  for (const { 0: written, index } of text.matchAll(lettersOf(name))) {
    const end = index + name.length;
    if (GOES_ON.test(text.slice(end, end + 2))) continue;
    const isPart = PART_OF_NAME.test(text.charAt(index - 1));
    if (isPart && !OPTION.test(text.slice(Math.max(0, index - 3), index))) continue;
    const path = pathBefore(text, index);
    if (!/^(?:\/|~\/)/.test(path) || ++asked > MOST_NAMES) return true;
    if (paths.isInBank(path.replace(/^~/, homedir()) + written)) return true;
  }
  return false;
}

function pathBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && !ENDS_PATH.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

function partNamesBank(part: ShellPart, { folder, paths }: ShellPlace): boolean {
  if ([part.words, ...part.args].some((text) => hasBankName(text, paths))) return true;
  const cwd = knownFolder(part.cwd);
  if (cwd === undefined) return false;
  const base = resolve(folder, cwd);
  return ["", ...part.args].some((word) => !/[\s\0]/.test(word) && paths.isInBank(word, base));
}

const LARGEST_READ = 64 * 1024;

function readSmall(path: string): string | undefined {
  const stats = statOf(path);
  if (!stats?.isFile() || stats.size > LARGEST_READ) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** By the size of the folder itself, which most file systems make grow with its names. */
const LARGEST_FOLDER = 512 * 1024;

/** Undefined where there are too many to look at. Puts the plain files among them to those that are known as such. */
function namesIn(folder: string, plain: Set<string>): readonly string[] | undefined {
  const size = statOf(folder)?.size;
  if (size === undefined) return [];
  if (size > LARGEST_FOLDER) return undefined;
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const start = folder.endsWith("/") ? folder : `${folder}/`;
    for (const entry of entries) if (entry.isFile()) plain.add(start + entry.name);
    return entries.map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Of a folder that was listed, the disk is not asked for each of its files. */
function isFolder(path: string, plain: ReadonlySet<string>): boolean {
  return !plain.has(path) && statOf(path)?.isDirectory() === true;
}

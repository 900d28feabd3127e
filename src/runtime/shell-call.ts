import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { analyzeCommand } from "../shell/analyze.ts";
import type { ShellEffects, ShellPart, ShellWrite } from "../shell/effects.ts";
import { UNKNOWN, isKnown, knownFolder } from "../shell/values.ts";
import type { EffectCheck, Printed, Read, Target, ToolCall, Write } from "../types.ts";
import { isIgnored } from "../io/bank/read-ignored.ts";
import { type Paths, firstMissing } from "../io/disk/paths.ts";
import { attempt, lstatOf, statOf } from "../io/disk/read.ts";
import { readName } from "../policy/call.ts";

/** Of the folder itself, in bytes. */
const LARGEST_FOLDER = 512 * 1024;

export interface ShellPlace {
  /** Where the command runs. */
  readonly folder: string;
  readonly root: string;
  readonly paths: Paths;
}

/** What a command does, analysed against the files that are there. */
export function readEffects(command: string, { folder, root, paths }: ShellPlace): ShellEffects {
  const full = (path: string) => resolve(folder, path);
  return analyzeCommand(command, {
    home: homedir(),
    start: folder,
    root,
    bank: paths.bank,
    isThere: (path) => isKnown(path) && lstatOf(full(path)) !== undefined,
    isFolder: (path) => isKnown(path) && statOf(full(path))?.isDirectory() === true,
    isLink: (path) => isKnown(path) && lstatOf(full(path))?.isSymbolicLink() === true,
    list: (path) => namesIn(full(path)),
    variable: (name) => process.env[name],
  });
}

/** A shell command as the files it reads and writes. */
export function toShellCall(command: string, place: ShellPlace): ToolCall {
  const { folder, paths } = place;
  const effects = readEffects(command, place);
  const targetOf = (path: string) => paths.toTarget(path, folder);
  const prints = effects.prints
    .map((piece) => ({ ...piece, file: targetOf(piece.file) }))
    .filter(({ file }) => readName(file) !== undefined);
  const reads = effects.reads
    .filter((path) => isKnown(path))
    .map((path) => ({ target: targetOf(path), whole: false }));
  return {
    via: "shell",
    reads: [...reads, ...docsShown(prints, reads)],
    prints,
    writes: effects.writes.flatMap((write): Write[] => {
      const target = toTarget(write, place);
      if (target === undefined) return [];
      return [{ target, effect: write.effect, by: write.by, ...factsOf(target, place.root) }];
    }),
    effectCheck: toEffectCheck(command, effects, place),
    refreshesBank: effects.refreshes,
    delegatesTo: undefined,
  };
}

/** What the risk of a write depends on, as the disk is before the command runs. */
function factsOf({ path, place }: Target, root: string): Pick<Write, "creates" | "isIgnored"> {
  if (place !== "project") return {};
  return { creates: firstMissing(root, path), isIgnored: () => isIgnored(root, path) };
}

/** What comes in by one of these is seen by its output, not by success alone. */
function docsShown(prints: readonly Printed<Target>[], reads: readonly Read[]): Read[] {
  const docs = new Map(prints.map(({ file }) => [readName(file), file]));
  for (const { target } of reads) docs.delete(readName(target));
  return [...docs.values()].map((target) => ({ target, whole: false }));
}

/** What runs, as far as it matters for a change that is found afterwards. */
function toEffectCheck(
  command: string,
  { own, programs, writes, isReading }: ShellEffects,
  place: ShellPlace,
): EffectCheck {
  const gits = programs.filter(({ by }) => /(?:^|\/)git(?: |$)/.test(by));
  const others = programs.filter((part) => !gits.includes(part));
  // A program of the project that is told about the bank does what the agent says.
  const told = [...own, ...others.filter((part) => partNamesBank(part, place))];
  const isWriting = programs.length === 0 && !(isReading && writes.length === 0);
  return {
    words: (told[0] ?? programs[0] ?? writes[0])?.by ?? nameOf(command),
    cause:
      told.length > 0 || isWriting
        ? "own-words"
        : others.length > 0
          ? "program"
          : gits.length > 0
            ? "git"
            : "reads",
    runsGit: gits.length > 0,
    scripts: others.flatMap((part) => scriptOf(part, place)),
  };
}

const INTERPRETERS =
  /^(?:(?:ba|da|z|k)?sh|python[\d.]*|node|bun|deno|tsx|perl|ruby|php|source|\.)$/;

/** The script file that a program is, or that an interpreter is given. */
function scriptOf({ by, args, cwd }: ShellPart, { paths }: ShellPlace): string[] {
  const isGiven = INTERPRETERS.test(by.slice(by.lastIndexOf("/") + 1));
  const own = by.includes("/") ? by : undefined;
  const script = isGiven ? args.find((arg) => !arg.startsWith("-")) : own;
  if (script === undefined || !isKnown(script + cwd)) return [];
  return [paths.toTarget(script, cwd).path];
}

/** Of a command line, no more than the name that it begins with. */
function nameOf(command: string): string {
  return /^[\s({]*([\w./-]+)(?=\s|$)/.exec(command)?.[1] ?? "sh";
}

/** What removes or replaces a name does not follow it. */
const ON_THE_NAME = new Set(["delete", "move-from", "make-link"]);

/** Undefined when too little of the path is known to say where it is. */
function toTarget(
  { path, effect }: ShellWrite,
  { folder, root, paths }: ShellPlace,
): Target | undefined {
  const find = ON_THE_NAME.has(effect) && !path.endsWith("/") ? paths.toEntry : paths.toTarget;
  if (isKnown(path)) return find(path, folder);
  const known = knownFolder(path);
  if (known === undefined) return undefined;
  const target = paths.toTarget(known, folder);
  if (target.doc !== undefined) return { ...target, path: shown(relative(root, path)) };
  // What begins in a folder that holds a bank may end in it, or not.
  const isAbove = (bank: string) => `${bank}/`.startsWith(known === "/" ? "/" : `${known}/`);
  if (isAbove(paths.bank) || paths.banks().some(isAbove)) return undefined;
  return target;
}

/** For people: what cannot be told, as dots. */
function shown(text: string): string {
  return text.replaceAll(UNKNOWN, "…");
}

/** Whether a part of a command line names a bank, or runs in one: then even a program does what the agent says. */
function partNamesBank({ by, args, cwd }: ShellPart, { folder, paths }: ShellPlace): boolean {
  const text = [by, ...args].join(" ").toLowerCase();
  if (paths.names().some((name) => text.includes(name))) return true;
  const known = knownFolder(cwd);
  if (known === undefined) return false;
  const base = resolve(folder, known);
  return ["", ...args].some(
    (word) => !/[\s\0]/.test(word) && paths.toTarget(word, base).doc !== undefined,
  );
}

/** Undefined where there are too many to look at, by the size of the folder, which most file systems make grow with its names. */
function namesIn(folder: string): readonly string[] | undefined {
  const isLarge = (statOf(folder)?.size ?? 0) > LARGEST_FOLDER;
  return isLarge ? undefined : attempt(() => readdirSync(folder), []);
}

import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { analyzeCommand } from "../shell/analyze.ts";
import type { ShellEffects, ShellPart, ShellWrite } from "../shell/effects.ts";
import { UNKNOWN, isKnown, knownFolder } from "../shell/values.ts";
import type { EffectCheck, Read, Target, ToolCall, Write } from "../types.ts";
import { ignoredBelow } from "../io/bank/read-ignored.ts";
import type { Paths } from "../io/disk/paths.ts";
import { firstMissing, attempt, lstatOf, readText, statOf } from "../io/disk/read.ts";

/** A file longer than any doc is not searched for lines that were shown. */
const LONGEST_DOC = 256 * 1024;

export interface ShellPlace {
  /** Where the command runs. */
  readonly folder: string;
  readonly paths: Paths;
}

/** A shell command as the files it reads and writes, analysed against the files that are there. */
export function toShellCall(command: string, place: ShellPlace): ToolCall {
  const { folder, paths } = place;
  const full = (path: string) => resolve(folder, path);
  const effects = analyzeCommand(command, {
    home: homedir(),
    start: folder,
    root: paths.root,
    bank: paths.bank,
    isThere: (path) => isKnown(path) && lstatOf(full(path)) !== undefined,
    isFolder: (path) => isKnown(path) && statOf(full(path))?.isDirectory() === true,
    isLink: (path) => isKnown(path) && lstatOf(full(path))?.isSymbolicLink() === true,
    list: (path) => attempt(() => readdirSync(full(path)), []),
    variable: (name) => process.env[name],
  });
  return {
    via: "shell",
    reads: [...new Set(effects.reads)].flatMap((path): Read[] => {
      const file = resolve(folder, path);
      if (!isKnown(path) || statOf(file)?.isFile() !== true) return [];
      return [{ target: paths.toTarget(path, folder), text: () => readText(file, LONGEST_DOC) }];
    }),
    writes: effects.writes.flatMap((write): Write[] => {
      const target = toTarget(write, place);
      if (target === undefined) return [];
      return [{ target, effect: write.effect, by: write.by, ...factsOf(target, paths.root) }];
    }),
    effectCheck: toEffectCheck(effects, place),
    refreshesBank: effects.refreshes,
    delegatesTo: undefined,
  };
}

/** What the risk of a write depends on, as the disk is before the command runs. */
function factsOf({ path, place }: Target, root: string): Pick<Write, "creates" | "isIgnored"> {
  if (place !== "project") return {};
  return { creates: firstMissing(root, path), isIgnored: () => ignoredBelow(root)(path) };
}

/** What runs, as far as a change that is found afterwards needs to know. */
function toEffectCheck(
  { own, programs, writes, isReading }: ShellEffects,
  place: ShellPlace,
): EffectCheck {
  const gits = programs.filter(({ by }) => /(?:^|\/)git(?: |$)/.test(by));
  const others = programs.filter((part) => !gits.includes(part));
  // A project's program that is given a path in the bank does what the agent says.
  const told = [...own, ...others.filter((part) => partNamesBank(part, place))];
  const isWriting = programs.length === 0 && !(isReading && writes.length === 0);
  return {
    words: (told[0] ?? programs[0] ?? writes[0])?.by ?? "sh",
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

/** The script files that are run, directly or by an interpreter. */
function scriptOf({ by, args, cwd }: ShellPart, { paths }: ShellPlace): string[] {
  const isGiven = INTERPRETERS.test(by.slice(by.lastIndexOf("/") + 1));
  const own = by.includes("/") ? by : undefined;
  const script = isGiven ? args.find((arg) => !arg.startsWith("-")) : own;
  if (script === undefined || !isKnown(script + cwd)) return [];
  return [paths.toTarget(script, cwd).path];
}

/** Effects on a name itself: a link is not followed. */
const ON_THE_NAME = new Set(["delete", "move-from", "make-link"]);

/** Undefined when too little of the path is known to say where it is. */
function toTarget({ path, effect }: ShellWrite, { folder, paths }: ShellPlace): Target | undefined {
  const find = ON_THE_NAME.has(effect) && !path.endsWith("/") ? paths.toEntry : paths.toTarget;
  if (isKnown(path)) return find(path, folder);
  const known = knownFolder(path);
  if (known === undefined) return undefined;
  const target = paths.toTarget(known, folder);
  // Dots stand for what cannot be told, since people read this path.
  const shown = relative(paths.root, path).replaceAll(UNKNOWN, "…");
  if (target.doc !== undefined) return { ...target, path: shown };
  // The path begins in a folder that holds a bank: the target may be in the bank or not.
  return target.holdsBank ? undefined : target;
}

/** Whether a part of a command line names a bank, or runs in one: then even a program does what the agent says. */
function partNamesBank({ by, args, cwd }: ShellPart, { folder, paths }: ShellPlace): boolean {
  const place = relative(paths.root, resolve(folder, knownFolder(cwd) ?? ""));
  const text = [place, by, ...args].join(" ").toLowerCase();
  return paths.names().some((name) => text.includes(name));
}

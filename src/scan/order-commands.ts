import type { Command } from "./facts.ts";
import type { FolderFacts } from "./folder-facts.ts";
import { PURPOSES } from "./tasks.ts";

/** A part of the project that no workspace holds: it is run on its own. */
export interface Part {
  readonly folder: string;
  /** The file that makes it one. */
  readonly manifest: string;
  readonly declared: readonly FolderFacts[];
}

const MOST_COMMANDS = 24;
const KNOWN: readonly string[] = PURPOSES;
/** Of the commands that another language implies: which linter it uses is a guess, how it is run is not. */
const OF_SIDE: ReadonlySet<string> = new Set(["install", "build", "dev", "start", "test"]);

/** By purpose; within it the main language's tasks, then task runners, then what goes without saying. */
export function orderCommands(
  own: readonly FolderFacts[],
  runners: readonly Command[],
  parts: readonly Part[],
): Command[] {
  const [main, ...side] = own;
  const all = [
    ...(main?.commands ?? []),
    ...runners,
    ...(main?.implied ?? []),
    ...side.flatMap(({ commands, implied }) => [...commands, ...implied.filter(isOfSide)]),
    ...parts.flatMap(inFolder),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ command }) => !seen.has(command) && seen.add(command))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .slice(0, MOST_COMMANDS);
}

function placeOf({ purpose }: Command): number {
  const place = KNOWN.indexOf(purpose);
  return place < 0 ? KNOWN.length : place;
}

function isOfSide({ purpose }: Command): boolean {
  return OF_SIDE.has(purpose);
}

/** Of a part only commands with a known purpose: its other tasks matter only to those who work in it. */
function inFolder({ folder, declared }: Part): Command[] {
  const path = folder.slice(0, -1);
  if (!/^[\w./-]+$/.test(path)) return [];
  return declared
    .flatMap(({ commands, implied, isIdle }) => (isIdle ? [] : [...commands, ...implied]))
    .filter(({ purpose }) => KNOWN.includes(purpose))
    .map((command) => ({ ...command, command: `cd ${path} && ${command.command}` }));
}

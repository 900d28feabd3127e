import { dirname, join, relative, resolve } from "node:path";
import { LENIENT, parseJsonc, toPosition, valueOf } from "../formats/parse-jsonc.ts";
import { type Start, foldersUp, projectRoot } from "../io/bank/find-bank.ts";
import { isBelow, toSlashes } from "../io/disk/paths.ts";
import { readText } from "../io/disk/read-text.ts";
import { statOf } from "../io/disk/stat.ts";

const SETTINGS_FILE = "memory-bank.json";

/** What a team has set for all hosts. */
export interface SettingsFile {
  /** Its path from the project's root. */
  readonly name: string;
  readonly values: ReadonlyMap<string, FileValue>;
  /** Why none of it can be used. */
  readonly problem: string | undefined;
}

interface FileValue {
  readonly value: unknown;
  readonly line: number;
  /** The same where it names a folder: from the project's root, as other places name it. */
  readonly folder: string | undefined;
}

/** The nearest one, from the start directory up to the project's root; undefined where there is none. */
export function readSettingsFile(start: Start): SettingsFile | undefined {
  const path = foldersUp(start.directory, start.worktree)
    .map((folder) => join(folder, SETTINGS_FILE))
    .find((each) => statOf(each) !== undefined);
  if (path === undefined) return undefined;
  const root = projectRoot(start.directory, start.worktree);
  const name = toSlashes(relative(root, path));
  const broken = (problem: string) => ({ name, values: new Map(), problem: name + problem });
  const text = readText(path);
  if (text === undefined) return broken(": it cannot be read");
  const parsed = parseJsonc(text, LENIENT);
  const lineOf = (offset: number) => Number(toPosition(text, offset).split(":")[0]);
  if (parsed.kind === "empty") return { name, values: new Map(), problem: undefined };
  if (parsed.kind === "broken") return broken(`, line ${lineOf(parsed.offset)}: ${parsed.problem}`);
  if (parsed.root.kind !== "object") return broken(", line 1: it is not an object");
  const values = parsed.root.items.flatMap(({ key, value: node, start: offset }) => {
    // Editors take the address of a schema from it.
    if (key === undefined || key === "$schema") return [];
    const value = valueOf(text, node);
    const folder = typeof value === "string" ? folderFrom(root, dirname(path), value) : undefined;
    return [[key, { value, line: lineOf(offset), folder }] as const];
  });
  return { name, values: new Map(values), problem: undefined };
}

/** A folder below the file's own, from the project's root; undefined for any other. */
function folderFrom(root: string, own: string, asked: string): string | undefined {
  const path = resolve(own, asked);
  return path !== own && isBelow(own, path) ? toSlashes(relative(root, path)) : undefined;
}

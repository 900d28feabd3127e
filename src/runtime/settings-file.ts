import { dirname, join, relative, resolve } from "node:path";
import {
  type JsoncContainer,
  LENIENT,
  parseJsonc,
  toPosition,
  valueOf,
} from "../formats/parse-jsonc.ts";
import { type Start, foldersUp, projectRoot } from "../io/bank/find-bank.ts";
import { isBelow, toSlashes } from "../io/disk/paths.ts";
import { readText } from "../io/disk/read-text.ts";
import { statOf } from "../io/disk/stat.ts";

const SETTINGS_FILE = "memory-bank.json";

/** What a team has set for all hosts. */
export interface SettingsFile {
  /** Its path from the project's root. */
  readonly name: string;
  /** The project's root and the file's own folder: `bank` is relative to the second. */
  readonly root: string;
  readonly folder: string;
  readonly values: ReadonlyMap<string, { readonly value: unknown; readonly line: number }>;
  /** Why none of it can be used. */
  readonly problem: string | undefined;
}

/** The nearest one, from the start directory up to the project's root; undefined where there is none. */
export function readSettingsFile(start: Start): SettingsFile | undefined {
  const path = foldersUp(start.directory, start.worktree)
    .map((folder) => join(folder, SETTINGS_FILE))
    .find((each) => statOf(each) !== undefined);
  if (path === undefined) return undefined;
  const root = projectRoot(start.directory, start.worktree);
  const name = toSlashes(relative(root, path));
  const file = { name, root, folder: dirname(path) };
  const broken = (problem: string) => ({ ...file, values: new Map(), problem });
  const text = readText(path);
  if (text === undefined) return broken(`${name}: it cannot be read`);
  const parsed = parseJsonc(text, LENIENT);
  if (parsed.kind === "empty") return { ...file, values: new Map(), problem: undefined };
  const lineOf = (offset: number) => Number(toPosition(text, offset).split(":")[0]);
  if (parsed.kind === "broken") {
    return broken(`${name}, line ${lineOf(parsed.offset)}: ${parsed.problem}`);
  }
  if (parsed.root.kind !== "object") return broken(`${name}, line 1: it is not an object`);
  return { ...file, values: valuesOf(text, parsed.root, lineOf), problem: undefined };
}

function valuesOf(
  text: string,
  root: JsoncContainer,
  lineOf: (offset: number) => number,
): SettingsFile["values"] {
  return new Map(
    root.items.flatMap(({ key, value, start }) =>
      // Editors take the address of a schema from it.
      key === undefined || key === "$schema"
        ? []
        : [[key, { value: valueOf(text, value), line: lineOf(start) }]],
    ),
  );
}

/** A folder below the file's own, from the project's root; undefined for any other. */
export function folderBesideFile(
  { root, folder }: SettingsFile,
  asked: string,
): string | undefined {
  const path = resolve(folder, asked);
  return path !== folder && isBelow(folder, path) ? toSlashes(relative(root, path)) : undefined;
}
